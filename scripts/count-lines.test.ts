import { countLines, placeOf } from './count-lines.mjs';

test('every kind of file is counted in its category', () => {
  const places = [
    'packages/domain/src/items/item.ts',
    'packages/authority/src/testing/memory-store.ts',
    'packages/sync/src/queue/queue.test.ts',
    'packages/tsconfig.test.json',
    'apps/web/src/ui/button.browser.test.tsx',
    'apps/web/src/styles.css',
    'apps/server/src/db/store/writes.bench.ts',
    'simulation/src/world/world.ts',
    'simulation/src/run-story.test.ts',
    'e2e/support.ts',
    'e2e/list.spec.ts',
    'scripts/build.mjs',
    'apps/web/mutants/search.mutants',
    'simulation/mutants/simulation.mutants',
    'scripts/checks/fixtures/clean.txt',
    'vitest.config.ts',
    'README.md',
  ].map((path) => [path, placeOf(path)]);
  expect(Object.fromEntries(places)).toEqual({
    'packages/domain/src/items/item.ts': { kind: 'production', part: 'packages/domain' },
    'packages/authority/src/testing/memory-store.ts': {
      kind: 'test support',
      part: 'packages/authority',
    },
    'packages/sync/src/queue/queue.test.ts': { kind: 'tests', part: 'packages/sync' },
    'packages/tsconfig.test.json': null,
    'apps/web/src/ui/button.browser.test.tsx': { kind: 'tests', part: 'apps/web' },
    'apps/web/src/styles.css': { kind: 'production', part: 'apps/web' },
    'apps/server/src/db/store/writes.bench.ts': { kind: 'test support', part: 'apps/server' },
    'simulation/src/world/world.ts': { kind: 'test support', part: 'simulation' },
    'simulation/src/run-story.test.ts': { kind: 'tests', part: 'simulation' },
    'e2e/support.ts': { kind: 'test support', part: 'e2e' },
    'e2e/list.spec.ts': { kind: 'tests', part: 'e2e' },
    'scripts/build.mjs': { kind: 'scripts', part: 'scripts' },
    'apps/web/mutants/search.mutants': { kind: 'scripts', part: 'apps/web' },
    'simulation/mutants/simulation.mutants': { kind: 'scripts', part: 'simulation' },
    'scripts/checks/fixtures/clean.txt': { kind: 'test support', part: 'scripts' },
    'vitest.config.ts': { kind: 'scripts', part: '.' },
    'README.md': null,
  });
});

test('a line of code is neither blank nor only a comment', () => {
  const text = [
    '/** A',
    ' * docstring. */',
    "const url = 'http://a.example'; // beside code",
    '',
    '// alone',
    'const text = `',
    '  // in a template',
    '`; /* ends',
    '*/ const after = 1;',
    '',
  ].join('\n');
  expect(countLines('a.ts', text)).toEqual({ all: 9, code: 5 });
  expect(countLines('a.tsx', 'const a = <p>{/* none */}</p>;')).toEqual({ all: 1, code: 1 });
});

test('comments of a style sheet count as comments, except those inside strings', () => {
  const text = 'a::before {\n  /* why */\n  content: "/*";\n}\n\n/* end */\n';
  expect(countLines('a.css', text)).toEqual({ all: 6, code: 3 });
});

test('an empty file has no lines', () => {
  expect(countLines('a.ts', '')).toEqual({ all: 0, code: 0 });
});
