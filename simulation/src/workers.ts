import { availableParallelism } from 'node:os';
import { Worker, parentPort, workerData } from 'node:worker_threads';
import { sumOf } from './census.ts';
import type { Counts } from './census.ts';
import { runStory } from './run-story.ts';
import { storyOf } from './story.ts';

/** The result of all workers: the seeds that fail, the lowest first, and the steps of all stories. */
export interface WorkerResult {
  readonly failures: readonly FailedSeed[];
  readonly steps: number;
  readonly counts: Counts;
}

/** A seed whose story fails, and what fails in it. */
export interface FailedSeed {
  readonly seed: number;
  readonly what: string;
}

/** Which seeds run. */
export interface SeedRange {
  readonly from: number;
  readonly seeds: number;
  /** Runs every seed, also beyond one that fails. */
  readonly goesOn: boolean;
}

/** One thread's part of the seeds: every `stride`-th from `from` on, below `end`. */
interface Part {
  readonly from: number;
  readonly end: number;
  readonly stride: number;
  readonly goesOn: boolean;
  /** Shared by all: no seed from this one on matters any more. */
  readonly limit: BigInt64Array;
}

/**
 * Runs the stories of a range of seeds on as many threads as the machine has cores; `script` is the
 * program that calls {@link serveWorker} when it runs as a thread. Stops at the first that fails, if it is not
 * to go on.
 */
export async function runSeeds(
  { from, seeds, goesOn }: SeedRange,
  script: URL,
): Promise<WorkerResult> {
  const limit = new BigInt64Array(new SharedArrayBuffer(8));
  limit[0] = BigInt(from + seeds);
  const stride = Math.max(1, Math.min(availableParallelism(), seeds));
  const results = await Promise.all(
    Array.from({ length: stride }, (_, index) => {
      const part: Part = { from: from + index, end: from + seeds, stride, goesOn, limit };
      return resultOf(new Worker(script, { workerData: part }));
    }),
  );
  return {
    failures: results.flatMap(({ failures }) => failures).toSorted((a, b) => a.seed - b.seed),
    steps: results.reduce((sum, { steps }) => sum + steps, 0),
    counts: sumOf(results.map(({ counts }) => counts)),
  };
}

/** Runs the seeds of one worker one by one, and posts its result at the end. */
export async function serveWorker(): Promise<void> {
  const { from, end, stride, goesOn, limit } = workerData as Part;
  const failures: FailedSeed[] = [];
  let steps = 0;
  let counts: Counts = new Map();
  for (let seed = from; seed < end && BigInt(seed) < Atomics.load(limit, 0); seed += stride) {
    const ending = await runStory(storyOf(seed));
    steps += ending.steps;
    counts = sumOf([counts, ending.counts]);
    if (ending.failure === null) continue;
    failures.push({ seed, what: ending.failure.what });
    if (!goesOn) lower(limit, BigInt(seed));
  }
  parentPort?.postMessage({ failures, steps, counts } satisfies WorkerResult);
}

function lower(limit: BigInt64Array, seed: bigint): void {
  for (let now = Atomics.load(limit, 0); seed < now; now = Atomics.load(limit, 0)) {
    if (Atomics.compareExchange(limit, 0, now, seed) === now) return;
  }
}

function resultOf(worker: Worker): Promise<WorkerResult> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
