import { chosenFiles } from './chosen-files.mjs';

const packages = ['domain', 'sync'];
const inDomain = 'packages/domain/src/tree/lists.ts';

test.each([
  [[], ['domain', 'sync']],
  [['sync'], ['sync']],
  [[inDomain, `./${inDomain}`], ['domain']],
  [['domain', inDomain], ['domain']],
])('the arguments %j choose the packages %j', (args, names) => {
  const chosen = chosenFiles(args, packages);
  expect(chosen).toMatchObject(names.map((name) => ({ name })));
});

test('a package is measured completely unless only files of it are named', () => {
  expect(chosenFiles(['sync', inDomain], packages)).toEqual([
    { name: 'domain', files: [inDomain] },
    { name: 'sync', files: [] },
  ]);
  expect(chosenFiles(['domain', inDomain], packages)).toEqual([{ name: 'domain', files: [] }]);
});

test.each(['dmain', 'packages/contract/src/index.ts', 'lists.ts'])('%s is refused', (arg) => {
  expect(chosenFiles(['domain', arg], packages)).toMatch(`not ${arg}`);
});
