import { readFileSync } from 'node:fs';
import { variables } from './environment.ts';

const document = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
/** The rows of the table of variables: name and default. */
const rows = [...document.matchAll(/^\| `([A-Z_]+)`\s*\| ([^|]+?)\s*\|/gm)].map(
  ([, name, standard]) => [name, standard] as const,
);

test('docs/operations.md explains every variable, and no others', () => {
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(Object.keys(variables)));
});

test.each(Object.entries(variables).filter(([, [, standard]]) => standard !== null))(
  'docs/operations.md has the default of %s',
  (name, [, standard]) => {
    expect(Object.fromEntries(rows)[name]).toBe(String(standard));
  },
);
