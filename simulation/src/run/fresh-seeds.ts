import { Random } from '../story/random.ts';

const dayMs = 86_400_000;

/** The day of an instant in UTC, as a number to draw with. */
export function dayOf(instantMs: number): number {
  return Math.floor(instantMs / dayMs);
}

/** The seeds that a number draws: always the same, and different for another number. */
export function freshSeeds(draw: number, count: number): readonly number[] {
  const random = new Random(draw);
  return Array.from({ length: count }, () => random.uint32());
}

/** The command that replays the story of a seed and prints its trace. */
export function replayCommand(seed: number): string {
  return `npm run simulate -- --seeds 1 --from ${seed} --trace`;
}
