import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { below, sumOf, type Counts } from './record/census.ts';
import { censusTarget, targetCount, targetSeeds } from './run/census-target.ts';
import { coverOf, readCoveringSeeds, writeCoveringSeeds } from './run/covering-seeds.ts';
import { replayCommand } from './run/fresh-seeds.ts';
import { checkMutants } from './mutants/mutant-seeds.ts';
import { keepRegression, readRegressions } from './run/regressions.ts';
import { runStory, type StoryFailure } from './run/run-story.ts';
import { shrink } from './run/shrink.ts';
import { storyOf, type Story } from './story/story.ts';
import { runSeeds, serveWorker, type SeedEnding } from './run/workers.ts';

const folder = 'simulation/regressions';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    keep: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    renew: { type: 'boolean', default: false },
    cover: { type: 'boolean', default: false },
    census: { type: 'boolean', default: false },
    'go-on': { type: 'boolean', default: false },
  },
});
const seeds = wholeNumber('seeds', values.seeds);
const from = wholeNumber('from', values.from);
if (isMainThread) process.exitCode = (await command()) ? 0 : 1;
else await serveWorker();

function command(): Promise<boolean> {
  if (values.mutants) return checkMutants(values.renew, say);
  return values.cover ? cover() : simulate();
}

/**
 * Runs the regressions and then the seeds; stops at the first failure, and prints how to replay it. With
 * `--go-on` it runs all of them, and lists those that fail.
 */
async function simulate(): Promise<boolean> {
  for (const [name, { story }] of readRegressions(folder)) {
    const { failure, lines } = await runStory(story, { keepsTrace: values.trace });
    if (failure === null) continue;
    for (const line of lines) say(line);
    say(`${folder}/${name} fails again: ${failure.what}`);
    return false;
  }
  const startedMs = performance.now();
  const goesOn = values['go-on'];
  const failures: { readonly seed: number; readonly failure: StoryFailure }[] = [];
  let steps = 0;
  let counts: Counts = new Map();
  await play((ending) => {
    const { seed, failure } = ending;
    steps += ending.steps;
    counts = sumOf([counts, ending.counts]);
    if (failure !== null) failures.push({ seed, failure });
  }, goesOn);
  const [first] = failures.sort((a, b) => a.seed - b.seed);
  if (values.census) for (const line of censusLines(counts)) say(line);
  const least = Math.max(1, Math.floor((targetCount * seeds) / targetSeeds));
  const rare = values.census ? below(counts, censusTarget, least) : [];
  for (const key of rare) say(`below ${least}: ${counts.get(key) ?? 0}  ${key}`);
  if (first !== undefined && !goesOn) {
    await report(first.seed, storyOf(first.seed), first.failure);
    return false;
  }
  for (const { seed, failure } of failures) say(`seed ${seed}: ${failure.what.split('\n')[0]}`);
  const seconds = (performance.now() - startedMs) / 1000;
  const speeds = [seeds, steps].map((count) => Math.round(count / seconds));
  const took = `${steps} steps in ${seconds.toFixed(1)} s`;
  const held = seeds - failures.length;
  say(
    `${held} seeds from ${from} hold: ${took}, ${speeds[0]} seeds and ${speeds[1]} steps a second`,
  );
  // With fewer seeds, rare events may be missing.
  return failures.length === 0 && (rare.length === 0 || seeds < targetSeeds);
}

/**
 * Chooses the seeds that `npm test` plays: from the current list, and then others from `--from` on until
 * their stories contain the whole census.
 */
async function cover(): Promise<boolean> {
  const further = Array.from({ length: seeds }, (_, index) => from + index);
  const endings: SeedEnding[] = [];
  let missing = censusTarget;
  for (const seed of [...readCoveringSeeds(), ...further]) {
    if (missing.length === 0) break;
    const ending = await runStory(storyOf(seed));
    // The events of a failing story may not occur any more once it is fixed.
    if (ending.failure !== null) continue;
    endings.push({ seed, ...ending });
    missing = below(ending.counts, missing, 1);
  }
  for (const event of missing) say(`in no story up to seed ${from + seeds - 1}: ${event}`);
  if (missing.length > 0) return false;
  const chosen = coverOf(endings, censusTarget);
  say(`${chosen.length} seeds cover ${censusTarget.length} events: ${writeCoveringSeeds(chosen)}`);
  return true;
}

/** Plays the seeds on all cores; with `--trace` one after the other, with every line of the trace. */
async function play(onEnding: (ending: SeedEnding) => void, goesOn: boolean): Promise<void> {
  if (!values.trace) return runSeeds({ from, seeds, goesOn }, new URL(import.meta.url), onEnding);
  for (let seed = from; seed < from + seeds; seed += 1) {
    const ending = await runStory(storyOf(seed), { keepsTrace: true });
    for (const line of ending.lines) say(line);
    onEnding({ seed, ...ending });
    if (ending.failure !== null && !goesOn) return;
  }
}

/** Every count by kind, the rarest first. */
function censusLines(counts: Counts): readonly string[] {
  const kindOf = (key: string): string => key.slice(0, key.indexOf(':'));
  return [...counts]
    .toSorted(([a, n], [b, m]) => kindOf(a).localeCompare(kindOf(b)) || n - m || (a < b ? -1 : 1))
    .map(([key, count]) => `${String(count).padStart(8)}  ${key}`);
}

async function report(seed: number, story: Story, failure: StoryFailure): Promise<void> {
  say(`seed ${seed}, step ${failure.step}: ${failure.what}`);
  say(`replay: ${replayCommand(seed)}`);
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
