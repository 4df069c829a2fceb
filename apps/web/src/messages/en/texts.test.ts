const modules = import.meta.glob<Record<string, unknown>>('./**/*.ts', { eager: true });
type Text = readonly [path: string, text: unknown];

/** The texts below a value by their path. Null means that there is no text. */
function textsIn(value: unknown, path: string): readonly Text[] {
  if (typeof value === 'function') return textsOf(value as (...parts: string[]) => unknown, path);
  if (typeof value !== 'object') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, each]) => textsIn(each, `${path}.${key}`));
}

/** A text made of others; none if it is made from a rule: those have separate tests. */
function textsOf(make: (...parts: string[]) => unknown, path: string): readonly Text[] {
  try {
    return textsIn(make(...Array<string>(make.length).fill('2')), path);
  } catch {
    return [];
  }
}

test('no text of the app is empty', () => {
  const texts = Object.entries(modules).flatMap(([file, module]) =>
    file.endsWith('.test.ts') ? [] : textsIn(module, file),
  );
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter(([, text]) => typeof text !== 'string' || text.trim() === '')).toEqual([]);
});
