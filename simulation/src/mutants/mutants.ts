import type { Mutant } from './mutant.ts';
import { simulationWith } from './mutated-simulation.ts';
import { readProtections } from './protections.ts';
import type { StoryFailure, runStory } from '../run/run-story.ts';
import { storyOf, type Step, type Story } from '../story/story.ts';

/**
 * One protection removed at a time (docs/sync.md, section 7), at least one for each invariant that is
 * checked after each step. The story of its seed catches each of them, by that invariant.
 */
export const mutants = readProtections();

/**
 * Plays the story of a seed, or its first steps, with a mutant: returns the failure if the mutant's invariant
 * breaks, otherwise null.
 */
export type MutantTrial = (seed: number, maxSteps?: number) => Promise<StoryFailure | null>;

/** Bundles the simulation with a mutant, for any number of seeds. */
export async function trialOf(mutant: Mutant): Promise<MutantTrial> {
  const { breaks } = mutant;
  const simulate = await simulationWith(mutant);
  // A tab may well show data that a mutant has kept from being stored.
  const run = (story: Story) => simulate(story, { checksTabs: breaks === 'I25' });
  return async (seed, maxSteps) => {
    const story = mutantStoryOf(seed, mutant, maxSteps);
    const { failure } = await run(story);
    if (failure === null || failure.rule === breaks) return failure;
    return breaks === 'I16' && (await isOfClocks(story, run)) ? failure : null;
  };
}

/** Whether a story breaks nothing once no clock jumps: then a wrong clock broke it (I16). */
async function isOfClocks(story: Story, run: typeof runStory): Promise<boolean> {
  const steps = story.steps.filter(({ kind }) => kind !== 'clockJump');
  return (await run({ ...story, steps })).failure === null;
}

/**
 * The first steps of a seed's story, in which the steps and faults that the mutant needs are frequent. A
 * mutant needs few steps, and a search plays many stories.
 */
export function mutantStoryOf(seed: number, mutant: Mutant, maxSteps = 80): Story {
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
    steps: story.steps
      .slice(0, maxSteps)
      .map((step) =>
        isOften(step) ? { ...step, kind: steps[step.at % steps.length] ?? step.kind } : step,
      ),
  };
}
