import { readFileSync } from 'node:fs';
import { simulationWith } from './mutants/mutated-simulation.ts';
import { findSeed, renewCommand } from './mutants/mutant-seeds.ts';
import { mutants, trialOf } from './mutants/mutants.ts';
import { shrink } from './run/shrink.ts';
import { storyOf, type Story } from './story/story.ts';

const longMs = 300_000;

test.each(mutants)(
  'the checks notice a mutant that breaks $breaks: $name @full',
  async (mutant) => {
    const trial = await trialOf(mutant);
    if ((await trial(mutant.seed)) !== null) return;
    const seed = await findSeed(mutant, trial, 200);
    const found = seed === null ? 'nor does another up to 200' : `but seed: ${seed} does`;
    const what = `seed: ${mutant.seed} does not catch '${mutant.name}', ${found}`;
    expect.fail(`${what}; ${renewCommand} renews all seeds`);
  },
  longMs,
);

test('there are at least 20 mutants, and one for every invariant of docs/sync.md except I14', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(20);
  const document = readFileSync(`${import.meta.dirname}/../../docs/sync.md`, 'utf8');
  const stated = [...document.matchAll(/^- \*\*(I\d+)\*\* /gm)].map(([, id]) => id);
  const broken = mutants.map(({ breaks }) => breaks);
  // The simulation has no screens, so nothing in it can wait for the network.
  expect(new Set([...broken, 'I14'])).toEqual(new Set(stated));
});

test(
  'a failing story shrinks to one that still breaks the same rule, and replays unchanged',
  async () => {
    const mutant = mutants.find(({ name }) => name === 'every tenth write lost');
    if (mutant === undefined) throw new Error('no such mutant');
    const simulate = await simulationWith(mutant);
    const run = (story: Story) => simulate(story, { checksTabs: false });
    const story = storyOf(mutant.seed);
    const { failure } = await run(story);
    if (failure === null) throw new Error('it no longer fails');
    const shrunk = await shrink(story, failure, { run, triesMost: 150 });
    // Compared with the steps up to the failure, because later ones are removed at once.
    expect(shrunk.story.steps.length).toBeLessThan(failure.step / 2);
    const replayed = JSON.parse(JSON.stringify(shrunk.story)) as Story;
    expect((await run(replayed)).failure).toEqual(shrunk.failure);
  },
  longMs,
);
