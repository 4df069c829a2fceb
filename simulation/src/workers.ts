import { availableParallelism } from 'node:os';
import { Worker, parentPort, workerData } from 'node:worker_threads';
import { sumOf } from './census.ts';
import type { Counts } from './census.ts';
import { runStory } from './run-story.ts';
import { storyOf } from './story.ts';

/** The result of all workers: the lowest seed that fails, or null, and the steps of all stories. */
export interface WorkerResult {
  readonly failedSeed: number | null;
  readonly steps: number;
  readonly counts: Counts;
}

/** The result of one worker. */
interface Share {
  readonly steps: number;
  readonly counts: Counts;
}

/** One thread's part of the seeds: every `stride`-th from `from` on, below `end`. */
interface Part {
  readonly from: number;
  readonly end: number;
  readonly stride: number;
  /** Shared by all: no seed from this one on matters any more. */
  readonly limit: BigInt64Array;
}

/**
 * Runs `seeds` stories from `from` on, on as many threads as the machine has cores; `script` is the
 * program that calls {@link serveWorker} when it runs as a thread. Stops at the first that fails.
 */
export async function runSeeds(from: number, seeds: number, script: URL): Promise<WorkerResult> {
  const limit = new BigInt64Array(new SharedArrayBuffer(8));
  limit[0] = BigInt(from + seeds);
  const stride = Math.max(1, Math.min(availableParallelism(), seeds));
  const shares = await Promise.all(
    Array.from({ length: stride }, (_, index) => {
      const part: Part = { from: from + index, end: from + seeds, stride, limit };
      return resultOf(new Worker(script, { workerData: part }));
    }),
  );
  const lowest = Number(limit[0]);
  return {
    failedSeed: lowest < from + seeds ? lowest : null,
    steps: shares.reduce((sum, { steps }) => sum + steps, 0),
    counts: sumOf(shares.map(({ counts }) => counts)),
  };
}

/** Runs the seeds of one worker one by one, and posts its result at the end. */
export async function serveWorker(): Promise<void> {
  const { from, end, stride, limit } = workerData as Part;
  let steps = 0;
  let counts: Counts = new Map();
  for (let seed = from; seed < end && BigInt(seed) < Atomics.load(limit, 0); seed += stride) {
    const ending = await runStory(storyOf(seed));
    steps += ending.steps;
    counts = sumOf([counts, ending.counts]);
    if (ending.failure !== null) lower(limit, BigInt(seed));
  }
  parentPort?.postMessage({ steps, counts } satisfies Share);
}

function lower(limit: BigInt64Array, seed: bigint): void {
  for (let now = Atomics.load(limit, 0); seed < now; now = Atomics.load(limit, 0)) {
    if (Atomics.compareExchange(limit, 0, now, seed) === now) return;
  }
}

function resultOf(worker: Worker): Promise<Share> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
