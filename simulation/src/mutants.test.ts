import { expect, test } from 'vitest';
import { simulationWith } from './mutant.ts';
import { catchMutant, mutants } from './mutants.ts';
import { shrink } from './shrink.ts';
import { storyOf } from './story.ts';
import type { Story } from './story.ts';

const longMs = 300_000;

test.each(mutants)(
  'the net catches a mutant that breaks $breaks: $name',
  async (mutant) => {
    const seeds = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(await catchMutant(mutant, seeds)).not.toBeNull();
  },
  longMs,
);

test('at least 20 mutants, and one for every invariant that is checked after each step', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(20);
  const broken = new Set(mutants.map(({ breaks }) => breaks));
  expect([...broken].toSorted()).toEqual([
    'I1',
    'I10',
    'I11',
    'I12',
    'I13',
    'I15',
    'I16',
    'I17',
    'I18',
    'I19',
    'I2',
    'I20',
    'I21',
    'I22',
    'I23',
    'I24',
    'I25',
    'I26',
    'I3',
    'I4',
    'I5',
    'I6',
    'I7',
    'I8',
    'I9',
  ]);
});

test(
  'a failing story shrinks to one that still breaks the same rule, and replays as it was',
  async () => {
    const mutant = mutants.find(({ name }) => name === 'every tenth write lost');
    if (mutant === undefined) throw new Error('no such mutant');
    const simulate = await simulationWith(mutant);
    const run = (story: Story) => simulate(story, { checksTabs: false });
    let story = storyOf(1);
    let { failure } = await run(story);
    for (let seed = 2; failure === null; seed += 1) {
      story = storyOf(seed);
      ({ failure } = await run(story));
    }
    const shrunk = await shrink(story, failure, { run, triesMost: 150 });
    expect(shrunk.story.steps.length).toBeLessThan(story.steps.length / 2);
    const replayed = JSON.parse(JSON.stringify(shrunk.story)) as Story;
    expect((await run(replayed)).failure).toEqual(shrunk.failure);
  },
  longMs,
);
