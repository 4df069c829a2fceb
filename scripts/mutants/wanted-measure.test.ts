import { wantedMeasure } from './wanted-measure.mjs';

test.each([
  [
    ['--sample', '200', '--seed', '7'],
    { kind: 'sample', count: 200, seed: 7, places: [], ownTests: false },
  ],
  [
    ['--sample', '9', '--own', 'packages/sync'],
    { kind: 'sample', count: 9, seed: 1, places: ['packages/sync'], ownTests: true },
  ],
  [['--rows', '40', '--seed', '2'], { kind: 'requirements', count: 40, seed: 2 }],
  [['domain'], { kind: 'packages', packages: [{ name: 'domain', files: [] }] }],
])('the arguments %j request %j', (args, wanted) => {
  expect(wantedMeasure(args)).toEqual(wanted);
});

test.each([
  [['--sample', 'many'], '"many" is no number'],
  [['--sample', '1', '--rows', '1'], 'not both'],
  [['--rows', '1', 'packages/sync'], 'no paths'],
  [['--rows', '1', '--own'], 'takes a --sample'],
  [['--samples', '1'], '--samples'],
  [['dmain'], 'not dmain'],
])('the arguments %j are refused', (args, message) => {
  expect(wantedMeasure(args)).toMatch(message);
});
