// @ts-check
import { equivalentMutants } from './equivalent.mjs';
import { placeOf } from './equivalent-place.mjs';

/** The share of the mutants that tests must notice, of those that are not listed as equivalent. */
const leastShare = 0.85;

/**
 * @typedef {{ status: string, replacement?: string, location: Range }} Mutant
 * @typedef {{ start: Position, end: Position }} Range
 * @typedef {{ line: number, column: number }} Position counted from 1
 * @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report
 */

/**
 * The score of a report of Stryker, as lines to print: each mutant that survives without being listed, each
 * listed one that does not survive or names no one mutant, and the share of each package.
 * @param {Report} report
 * @param {readonly import('./equivalent.mjs').EquivalentMutant[]} equivalent
 */
export function scoreOf(report, equivalent = equivalentMutants) {
  const lines = [];
  /** @type {Map<string, { noticed: number, survived: number }>} */
  const packages = new Map();
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const name = file.split('/').slice(0, 2).join('/');
    const counts = packages.get(name) ?? { noticed: 0, survived: 0 };
    packages.set(name, counts);
    const placed = mutants.map((mutant) => placedIn(source, mutant));
    const excused = new Set();
    for (const listed of equivalent.filter((one) => one.file === file)) {
      const named = namedBy(listed, source, placed);
      const [mutant] = named;
      const why = named.length === 1 ? 'noticed' : `${named.length} mutants`;
      if (named.length === 1 && mutant !== undefined && survives(mutant)) excused.add(mutant);
      else lines.push(`listed and ${why}: ${file}: ${listed.text} -> ${listed.to}`);
    }
    for (const mutant of placed) {
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') counts.noticed += 1;
      if (!survives(mutant) || excused.has(mutant)) continue;
      counts.survived += 1;
      lines.push(`${file}:${mutant.line}: ${short(mutant.from)} -> ${short(mutant.to)}`);
    }
  }
  // A path that names no file leaves the report empty.
  let isEnough = packages.size > 0;
  if (!isEnough) lines.push('no file was measured');
  for (const [name, { noticed, survived }] of packages) {
    const share = noticed / Math.max(1, noticed + survived);
    if (share < leastShare) isEnough = false;
    lines.push(`${name}: ${(share * 100).toFixed(1)} % of ${noticed + survived} mutants noticed`);
  }
  return { isEnough, lines };
}

/**
 * The mutants that an entry names: it is to be one. Of those that begin in its place the first counts, and
 * of several there the one of the least code.
 * @param {import('./equivalent.mjs').EquivalentMutant} listed
 * @param {string} source
 * @param {readonly PlacedMutant[]} mutants
 */
function namedBy(listed, source, mutants) {
  const place = placeOf(source, listed);
  if (typeof place === 'string') return [];
  const here = mutants
    .filter(({ at }) => at >= place.start && at < place.end)
    .filter(({ from, to }) => from.startsWith(listed.from) && to.startsWith(listed.to))
    .toSorted((a, b) => a.at - b.at || a.from.length - b.from.length);
  return here.filter(({ at, from }) => at === here[0]?.at && from === here[0].from);
}

/** @param {PlacedMutant} mutant */
function survives({ status }) {
  return status === 'Survived' || status === 'NoCoverage';
}

/**
 * @typedef {{ status: string, line: number, at: number, from: string, to: string }} PlacedMutant
 * @param {string} source
 * @param {Mutant} mutant
 * @returns {PlacedMutant}
 */
function placedIn(source, { status, replacement = '', location: { start, end } }) {
  const at = offsetOf(source, start);
  const from = source.slice(at, offsetOf(source, end));
  return { status, line: start.line, at, from, to: replacement };
}

/**
 * @param {string} source
 * @param {Position} position
 */
function offsetOf(source, { line, column }) {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((length, one) => length + one.length + 1, column - 1);
}

/** @param {string} code */
function short(code) {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
