import { readFileSync, writeFileSync } from 'node:fs';
import type { SeedEnding } from './workers.ts';

/** One seed per line; the working directory is the root. */
const file = 'simulation/covering-seeds.txt';

/** The command that chooses covering seeds, first among those in the list. */
export const coverCommand = 'npm run simulate -- --cover --seeds 2000';

/** The seeds whose stories together contain every required event. */
export function readCoveringSeeds(): readonly number[] {
  return readFileSync(file, 'utf8').trim().split('\n').map(Number);
}

/** Replaces the list by these seeds, and returns the path of its file. */
export function writeCoveringSeeds(seeds: readonly number[]): string {
  writeFileSync(file, `${seeds.join('\n')}\n`);
  return file;
}

/**
 * Chooses seeds whose stories have every event of `wanted` that occurs in any of these stories, in ascending
 * order. Greedy: the next seed is the one with the most missing events for its steps.
 */
export function coverOf(
  endings: readonly SeedEnding[],
  wanted: readonly string[],
): readonly number[] {
  const missing = new Set(wanted);
  const chosen: number[] = [];
  for (;;) {
    const gains = endings.map(({ seed, steps, counts }) => {
      const events = [...missing].filter((event) => counts.has(event));
      return { seed, events, worth: events.length / steps };
    });
    const [best] = gains.toSorted((a, b) => b.worth - a.worth || a.seed - b.seed);
    if (best === undefined || best.events.length === 0) break;
    chosen.push(best.seed);
    for (const event of best.events) missing.delete(event);
  }
  return chosen.toSorted((a, b) => a - b);
}
