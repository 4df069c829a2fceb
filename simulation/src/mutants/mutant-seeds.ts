import type { Mutant } from './mutant.ts';
import { mutantStoryOf, mutants, trialOf, type MutantTrial } from './mutants.ts';
import { recordSeed } from './protections.ts';
import { runStory } from '../run/run-story.ts';

/** Among the first seeds the one with the shortest story is chosen; beyond them, the first that catches. */
const compared = 20;

/**
 * Finds a seed that catches a mutant, the one with the fewest steps if there are several; null if there is
 * none up to `maxSeed`.
 */
export async function findSeed(
  mutant: Mutant,
  trial: MutantTrial,
  maxSeed: number,
): Promise<number | null> {
  let found: number | null = null;
  let fewest: number | undefined;
  for (let seed = 1; seed <= (found === null ? maxSeed : compared); seed += 1) {
    const failure = await trial(seed, fewest);
    if (failure === null || failure.step === fewest) continue;
    if (!(await holdsWithout(mutant, seed, failure.step))) continue;
    found = seed;
    fewest = failure.step;
  }
  return found;
}

/** Whether a seed's story holds without the mutant up to this step; if not, its failure proves nothing. */
async function holdsWithout(mutant: Mutant, seed: number, step: number): Promise<boolean> {
  return (await runStory(mutantStoryOf(seed, mutant, step + 1))).failure === null;
}

/** The command that writes a new seed into the source for each mutant whose seed does not catch it. */
export const renewCommand = 'npm run simulate -- --mutants --renew';

/**
 * Plays the seed of each mutant, and looks for another if the story does not fail because of the mutant
 * alone. With `renews` it writes the new seed into the source. Resolves to whether each mutant has a seed in
 * the end.
 */
export async function checkMutants(renews: boolean, say: (line: string) => void): Promise<boolean> {
  let missed = 0;
  for (const mutant of mutants) {
    const { name, breaks, seed } = mutant;
    const trial = await trialOf(mutant);
    const failure = await trial(seed);
    let how = `seed ${seed}: ${failure?.what.split('\n')[0]}`;
    if (failure === null || !(await holdsWithout(mutant, seed, failure.step))) {
      const other = await findSeed(mutant, trial, 500);
      how = `seed ${seed} does not catch it, ${other === null ? 'no other does' : `${other} does`}`;
      if (other !== null && renews) recordSeed(mutant, other);
      else missed += 1;
    }
    say(`${name} (${breaks}): ${how}`);
  }
  say(`${mutants.length - missed} of ${mutants.length} mutants caught`);
  if (missed > 0 && !renews) say(`write new seeds into the source: ${renewCommand}`);
  return missed === 0;
}
