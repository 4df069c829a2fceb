import { availableParallelism } from 'node:os';
import { Worker, parentPort, workerData } from 'node:worker_threads';
import { runStory, type StoryEnding } from './run-story.ts';
import { storyOf } from '../story/story.ts';

/** The end of a seed's story. */
export interface SeedEnding extends Pick<StoryEnding, 'failure' | 'steps' | 'counts'> {
  readonly seed: number;
}

/** The seeds to run. */
export interface SeedRange {
  readonly from: number;
  readonly seeds: number;
  /** Runs every seed, even after one fails. */
  readonly goesOn: boolean;
}

/** One thread's part of the seeds: every `stride`-th from `from` on, below `end`. */
interface Part {
  readonly from: number;
  readonly end: number;
  readonly stride: number;
  readonly goesOn: boolean;
  /** Shared by all threads: seeds from this one on no longer matter. */
  readonly limit: BigInt64Array;
}

/**
 * Runs the stories of a range of seeds on as many threads as the machine has cores, and reports the end of
 * each, in any order; `script` is the program that calls {@link serveWorker} when it runs as a thread. It
 * stops at the first failure, unless it is told to continue.
 */
export async function runSeeds(
  { from, seeds, goesOn }: SeedRange,
  script: URL,
  onEnding: (ending: SeedEnding) => void,
): Promise<void> {
  const limit = new BigInt64Array(new SharedArrayBuffer(8));
  limit[0] = BigInt(from + seeds);
  const stride = Math.max(1, Math.min(availableParallelism(), seeds));
  await Promise.all(
    Array.from({ length: stride }, (_, index) => {
      const part: Part = { from: from + index, end: from + seeds, stride, goesOn, limit };
      return endOf(new Worker(script, { workerData: part }), onEnding);
    }),
  );
}

/** Runs the seeds of one worker one by one, and posts the end of each. */
export async function serveWorker(): Promise<void> {
  const { from, end, stride, goesOn, limit } = workerData as Part;
  for (let seed = from; seed < end && BigInt(seed) < Atomics.load(limit, 0); seed += stride) {
    const { failure, steps, counts } = await runStory(storyOf(seed));
    parentPort?.postMessage({ seed, failure, steps, counts } satisfies SeedEnding);
    if (failure !== null && !goesOn) lower(limit, BigInt(seed));
  }
}

function lower(limit: BigInt64Array, seed: bigint): void {
  for (let now = Atomics.load(limit, 0); seed < now; now = Atomics.load(limit, 0)) {
    if (Atomics.compareExchange(limit, 0, now, seed) === now) return;
  }
}

function endOf(worker: Worker, onEnding: (ending: SeedEnding) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', onEnding);
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}
