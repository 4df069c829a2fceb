import { mutatedSource } from './mutated-source.mjs';

/** The source with `to` in place of the only `from`. */
function replaced(source: string, from: string, to: string) {
  const start = source.indexOf(from);
  return mutatedSource(source, {
    path: 'packages/domain/src/gone.tsx',
    line: 1,
    start,
    end: start + from.length,
    from,
    to,
  });
}

test('a mutant keeps its operands if an operator around it binds more strongly', () => {
  expect(replaced('f(a && b && c);', 'a && b', 'a || b')).toBe('f((a || b) && c);');
});

test('a function body stays a body, and an object stays an object', () => {
  expect(replaced('const f = () => { g(); };', '{ g(); }', '{}')).toBe('const f = () => {};');
  expect(replaced('const f = { a: 1 };', '{ a: 1 }', '{}')).toBe('const f = {};');
});

test('no parentheses are added where the language forbids them', () => {
  expect(replaced('<p id="a" />;', '"a"', '""')).toBe('<p id="" />;');
  expect(replaced('switch (a) { case 1: f(); }', 'case 1: f();', 'case 1:')).toBe(
    'switch (a) { case 1: }',
  );
});

test('a mutant that cannot be parsed is an error', () => {
  expect(() => replaced('f(a);', 'a', 'a +')).toThrow('cannot be read');
});
