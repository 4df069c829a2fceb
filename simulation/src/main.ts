import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { below, sumOf } from './census.ts';
import type { Counts } from './census.ts';
import { censusTarget, targetCount, targetSeeds } from './census-target.ts';
import { runSeeds, serveWorker } from './workers.ts';
import type { WorkerResult } from './workers.ts';
import { checkMutants } from './mutant-seeds.ts';
import { keepRegression, readRegressions } from './regressions.ts';
import { runStory } from './run-story.ts';
import type { Ending } from './run-story.ts';
import { shrink } from './shrink.ts';
import { storyOf } from './story.ts';
import type { Story } from './story.ts';

const folder = 'simulation/regressions';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    keep: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    renew: { type: 'boolean', default: false },
    census: { type: 'boolean', default: false },
    'go-on': { type: 'boolean', default: false },
  },
});
const seeds = wholeNumber('seeds', values.seeds);
const from = wholeNumber('from', values.from);
if (isMainThread) process.exitCode = (await command()) ? 0 : 1;
else await serveWorker();

function command(): Promise<boolean> {
  return values.mutants ? checkMutants(values.renew, say) : simulate();
}

/**
 * Runs the regressions and then the seeds; stops at the first failure, and prints how to replay it. With
 * `--go-on` it runs them all, and lists those that fail.
 */
async function simulate(): Promise<boolean> {
  for (const [name, { story }] of readRegressions(folder)) {
    const { failure } = await runStory(story);
    if (failure === null) continue;
    say(`${folder}/${name} fails again: ${failure.what}`);
    return false;
  }
  const startedMs = performance.now();
  const goesOn = values['go-on'];
  const { failures, steps, counts } = values.trace
    ? await traceSeeds()
    : await runSeeds({ from, seeds, goesOn }, new URL(import.meta.url));
  if (values.census) for (const line of censusLines(counts)) say(line);
  const least = Math.floor((targetCount * seeds) / targetSeeds);
  const rare = values.census ? below(counts, censusTarget, Math.max(1, least)) : [];
  for (const key of rare) say(`below ${Math.max(1, least)}: ${counts.get(key) ?? 0}  ${key}`);
  if (goesOn) for (const { seed, what } of failures) say(`seed ${seed}: ${what.split('\n')[0]}`);
  const failedSeed = failures[0]?.seed;
  if (failedSeed !== undefined && !goesOn) {
    const story = storyOf(failedSeed);
    const { failure } = await runStory(story);
    if (failure === null) throw new Error(`seed ${failedSeed} failed once and holds now`);
    await report(failedSeed, story, failure);
    return false;
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const speeds = [seeds, steps].map((count) => Math.round(count / seconds));
  const took = `${steps} steps in ${seconds.toFixed(1)} s`;
  const held = seeds - failures.length;
  say(
    `${held} seeds from ${from} hold: ${took}, ${speeds[0]} seeds and ${speeds[1]} steps a second`,
  );
  // Of fewer seeds what is rare may be missing.
  return failures.length === 0 && (rare.length === 0 || seeds < targetSeeds);
}

/** One seed after the other, with every line of what happens. */
async function traceSeeds(): Promise<WorkerResult> {
  let steps = 0;
  let counts: Counts = new Map();
  for (let seed = from; seed < from + seeds; seed += 1) {
    const ending = await runStory(storyOf(seed), { keepsTrace: true });
    for (const line of ending.lines) say(line);
    steps += ending.steps;
    counts = sumOf([counts, ending.counts]);
    if (ending.failure === null) continue;
    return { failures: [{ seed, what: ending.failure.what }], steps, counts };
  }
  return { failures: [], steps, counts };
}

/** Every count, by kind and the rarest first. */
function censusLines(counts: Counts): readonly string[] {
  const kindOf = (key: string): string => key.slice(0, key.indexOf(':'));
  return [...counts]
    .toSorted(([a, n], [b, m]) => kindOf(a).localeCompare(kindOf(b)) || n - m || (a < b ? -1 : 1))
    .map(([key, count]) => `${String(count).padStart(8)}  ${key}`);
}

async function report(
  seed: number,
  story: Story,
  failure: NonNullable<Ending['failure']>,
): Promise<void> {
  say(`seed ${seed}, step ${failure.step}: ${failure.what}`);
  say(`replay: npm run simulate -- --seeds 1 --from ${seed} --trace`);
  const shrunk = await shrink(story, failure);
  const { steps, faults } = shrunk.story;
  say(`shrunk to ${steps.length} steps, faults ${JSON.stringify(faults)}: ${shrunk.failure.what}`);
  for (const [index, { kind, tab, at, to }] of steps.entries()) {
    say(`  ${index} ${kind} tab ${tab} at ${at} to ${to}`);
  }
  const title = `seed ${seed}: ${failure.what.split('\n')[0]}`;
  if (values.keep === undefined) {
    say(`keep it as a regression: npm run simulate -- --seeds 1 --from ${seed} --keep <name>`);
  } else {
    say(`kept as ${keepRegression(folder, values.keep, { title, story: shrunk.story })}`);
  }
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} ${text}: no number`);
  return number;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
