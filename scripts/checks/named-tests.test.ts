import { parseSync } from 'oxc-parser';
import { namedTests } from './named-tests.mjs';

const path = 'packages/domain/src/tree/lists.test.ts';
const suite = 'packages/sync/src/testing/store-contract.ts';

/** The sources of a file as the checks read them. */
function source(of: string, text: string) {
  return { path: of, text, program: parseSync(of, text).program };
}

const hasTest = namedTests([
  source(
    path,
    `// it's a comment with one quotation mark
    test('[HOME-01] an item is listed', () => {});
    test.each(kinds)('[HOME-02] a change of a %s is listed', () => {});`,
  ),
  source(suite, 'test(`what is kept in ${name} is read`, () => {});'),
  source('packages/sync/src/queue.test.ts', "test('a request is queued', () => {});"),
]);

test.each([
  ['an item is listed'],
  ['[HOME-01] an item'],
  ['a change of a user is listed'],
  ['what is kept in memory'],
])('a test can be named by "%s"', (title) => {
  expect(hasTest([path, title])).toBe(true);
});

test.each([
  ['in a file that is gone', 'packages/domain/src/gone.test.ts', 'an item is listed'],
  ['of another title', path, 'an item is found'],
  ['of another title before its first value', path, 'a removal of a user is listed'],
  ['of another file', path, 'a request is queued'],
])('a test cannot be named %s', (_, of, title) => {
  expect(hasTest([of, title])).toBe(false);
});
