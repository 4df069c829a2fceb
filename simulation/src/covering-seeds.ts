import { readFileSync, writeFileSync } from 'node:fs';
import type { SeedEnding } from './workers.ts';

/** One seed a line; the working directory is the root. */
const file = 'simulation/covering-seeds.txt';

/** The command that chooses covering seeds, among those of the list first. */
export const coverCommand = 'npm run simulate -- --cover --seeds 2000';

/** The seeds whose stories together have everything that has to occur. */
export function readCoveringSeeds(): readonly number[] {
  return readFileSync(file, 'utf8').trim().split('\n').map(Number);
}

/** Replaces the list by these seeds, and gives the path of its file. */
export function writeCoveringSeeds(seeds: readonly number[]): string {
  writeFileSync(file, `${seeds.join('\n')}\n`);
  return file;
}

/**
 * Chooses seeds whose stories have everything of `wanted` that any of these stories has, in ascending order.
 * Greedy: the next seed is that with the most missing events for its steps.
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
