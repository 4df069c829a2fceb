import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserArgs, findBrowser } from './browser.mjs';
import { ensureBuilt, serverBundle } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { requireNode } from './terminal.mjs';

/**
 * @typedef {object} Case A measurement, and a floor below which no implementation can get.
 * @property {string} name
 * @property {string} unit
 * @property {() => unknown} ours
 * @property {() => unknown} floor
 * @property {boolean} [measured] the functions return the value; without it they are timed
 * @property {boolean} [counted] the functions return a value that does not depend on the machine, so
 * that one round is enough
 * @property {'median' | 'max'} [statistic] which of our values is compared; the median by default
 * @property {number} [rounds] how often it is measured, not counting the warm-up round
 * @property {number} [operations] the number of operations in a run, for a rate per second
 */

requireNode();
await ensureInstalled();
await ensureBuilt();

// The ratio to a floor of the same run says more than a time, because it cancels out the machine. A ratio
// over its budget makes the command fail. Tests do not run it: on a busy machine a longest task proves
// nothing.
const budgets = JSON.parse(readFileSync(join(root, 'bench/budgets.json'), 'utf8'));
const over = [];
const met = new Set();
const wanted = process.argv.slice(2);
process.chdir(root);
const browser = await findBrowser();
if (browser !== null) process.env.FORAY_CHROMIUM = browser;
process.env.FORAY_CHROMIUM_ARGS = browserArgs.join(' ');
console.log(row('', 'ours', 'floor', 'ratio', 'budget'));
for (const path of benchFiles().filter((file) => wanted.every((word) => file.includes(word)))) {
  await measureFile(path);
}
const unknown = Object.keys(budgets).filter((name) => !met.has(name));
if (wanted.length === 0 && unknown.length > 0) {
  console.log(`\nBudgets of no benchmark: ${unknown.join('; ')}`);
  process.exitCode = 1;
}
if (over.length > 0) {
  console.log(`\nOver budget: ${over.join('; ')}`);
  process.exitCode = 1;
}

/** The benchmarks, each beside the code that it measures or, for whole programs, in bench. */
function benchFiles() {
  return ['bench', 'packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((path) => path.endsWith('.bench.ts') && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  );
}

/** Bundles a benchmark as the server is bundled, and runs its cases one after the other. */
async function measureFile(path) {
  const { build } = await import('rolldown');
  const folder = join(root, 'node_modules/.cache/foray/bench', basename(path, '.bench.ts'));
  await build({ ...serverBundle(folder), input: join(root, path), logLevel: 'silent' });
  const bundle = pathToFileURL(join(folder, basename(path).replace(/\.ts$/, '.js')));
  const { cases, setUp, tearDown } = await import(bundle.href);
  try {
    await setUp?.();
    for (const each of cases) await measureCase(each);
  } finally {
    await tearDown?.();
  }
}

/** @param {Case} each */
async function measureCase(each) {
  const { name, unit, operations, statistic = 'median' } = each;
  const values = await valuesOf(each);
  const own = statistic === 'max' ? Math.max(...values.ours) : median(values.ours);
  const least = median(values.floor);
  const ratio = operations === undefined ? own / least : least / own;
  met.add(name);
  const budget = budgets[name];
  const isOver = budget !== undefined && ratio > budget;
  if (isOver) over.push(name);
  console.log(
    row(
      name,
      `${figure(own)} ${unit}`,
      figure(least),
      `${figure(ratio)} x`,
      budget === undefined ? '' : `${budget} x`,
      isOver ? 'OVER' : '',
      statistic === 'max' ? `median ${figure(median(values.ours))} ${unit}` : '',
    ),
  );
}

/** @param {Case} each */
async function valuesOf({
  ours,
  floor,
  measured = false,
  counted = false,
  operations,
  rounds = measured ? 3 : 15,
}) {
  const value = async (work) => {
    const startedMs = performance.now();
    const returned = await work();
    const elapsedMs = performance.now() - startedMs;
    if (measured || counted) return returned;
    return operations === undefined ? elapsedMs : operations / (elapsedMs / 1000);
  };
  if (counted) return { ours: [await value(ours)], floor: [await value(floor)] };
  const values = { ours: [], floor: [] };
  // In alternation, so that a busy moment of the machine affects both; the first round is only a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const [own, least] = [await value(ours), await value(floor)];
    if (round === 0) continue;
    values.ours.push(own);
    values.floor.push(least);
  }
  return values;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function row(name, ours, floor, ratio, budget, ...notes) {
  const figures = `${ours.padStart(16)} ${floor.padStart(10)} ${ratio.padStart(9)} ${budget.padStart(9)}`;
  return [`${name.padEnd(42)} ${figures}`, ...notes.filter(Boolean)].join('  ');
}
