import { shortTitle } from './format.ts';
import { isolated, withIsolation } from './bidi-isolation.ts';

const boots = 'לקנות מגפיים';

test('[TEXT-04] a text of another direction is isolated in a sentence, and only once', () => {
  expect(isolated('Buy boots')).toBe('Buy boots');
  expect(isolated(boots)).toBe(`\u2068${boots}\u2069`);
  expect(isolated(isolated(boots))).toBe(`\u2068${boots}\u2069`);
});

test('[TEXT-04] every text that contains a title or a name isolates it', () => {
  const texts = withIsolation({
    deleted: (title: string, count: number) => `“${title}” and ${count} more were deleted.`,
    parts: [{ by: (name: string) => `by ${name}` }],
    plain: 'Undo',
    none: null,
  });
  expect(texts.deleted(boots, 3)).toBe(`“\u2068${boots}\u2069” and 3 more were deleted.`);
  expect(texts.parts[0]?.by('Ada')).toBe('by Ada');
  expect(texts.parts[0]?.by('עדה')).toBe('by \u2068עדה\u2069');
  expect([texts.plain, texts.none]).toEqual(['Undo', null]);
});

test('[TEXT-04] a long title is cut inside its isolates', () => {
  const long = 'מ'.repeat(70);
  expect(shortTitle(isolated(long))).toBe(`\u2068${'מ'.repeat(60)}…\u2069`);
  expect(shortTitle('Buy boots')).toBe('Buy boots');
});
