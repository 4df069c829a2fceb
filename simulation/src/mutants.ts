import type { Mutant } from './mutant.ts';
import { simulationWith } from './mutant.ts';
import { pullMutants } from './pull-mutants.ts';
import { pushMutants } from './push-mutants.ts';
import { replicaMutants } from './replica-mutants.ts';
import type { Failure, runStory } from './run-story.ts';
import { serverMutants } from './server-mutants.ts';
import { storeMutants } from './store-mutants.ts';
import { storyOf } from './story.ts';
import type { Step, Story } from './story.ts';

/**
 * One protection removed at a time (docs/sync.md, section 7), at least one for each invariant that is
 * checked after each step. Some seed must catch each of them, by that invariant.
 */
export const mutants: readonly Mutant[] = [
  ...pushMutants,
  ...pullMutants,
  ...storeMutants,
  ...serverMutants,
  ...replicaMutants,
];

/** The known seed or else the first of `seeds` in which the mutant breaks its invariant; null if it is not caught. */
export async function catchMutant(
  mutant: Mutant,
  seeds: Iterable<number>,
): Promise<{ readonly seed: number; readonly failure: Failure } | null> {
  const { breaks, seed: known } = mutant;
  const simulate = await simulationWith(mutant);
  // A tab may well show what a mutant has kept from being stored.
  const run = (story: Story) => simulate(story, { checksTabs: breaks === 'I25' });
  for (const seed of [...(known === undefined ? [] : [known]), ...seeds]) {
    const story = storyFor(seed, mutant);
    const { failure } = await run(story);
    if (failure === null) continue;
    if (failure.rule === breaks) return { seed, failure };
    if (breaks === 'I16' && (await isTheClocks(story, run))) return { seed, failure };
  }
  return null;
}

/** Whether a story breaks nothing as soon as no clock jumps: then a wrong clock broke it (I16). */
async function isTheClocks(story: Story, run: typeof runStory): Promise<boolean> {
  const steps = story.steps.filter(({ kind }) => kind !== 'clockJump');
  return (await run({ ...story, steps })).failure === null;
}

/** A seed's story in which the relevant steps happen often. */
function storyFor(seed: number, mutant: Mutant): Story {
  const { faults = [], steps = [] } = mutant;
  const story = storyOf(seed, faults);
  const often = Object.fromEntries(faults.map((name) => [name, 0.3]));
  // Only an old database can be upgraded.
  const { lastRelease = steps.includes('upgrade') ? [0, 1, 2, 3] : undefined } = mutant;
  const isOften = ({ salt }: Step): boolean => steps.length > 0 && salt % 2 === 0;
  return {
    ...story,
    ...(lastRelease && { lastRelease }),
    faults: { ...story.faults, ...often },
    steps: story.steps.map((step) =>
      isOften(step) ? { ...step, kind: steps[step.at % steps.length] ?? step.kind } : step,
    ),
  };
}
