// @ts-check
import { equivalentMutants } from './equivalent.mjs';

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
 * listed one that does not survive, and the share of each package.
 * @param {Report} report
 * @param {readonly import('./equivalent.mjs').EquivalentMutant[]} equivalent
 */
export function scoreOf(report, equivalent = equivalentMutants) {
  const lines = [];
  /** @type {Map<string, { noticed: number, survived: number }>} */
  const packages = new Map();
  const unused = new Set(equivalent.filter(({ file }) => file in report.files));
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const name = file.split('/').slice(0, 2).join('/');
    const counts = packages.get(name) ?? { noticed: 0, survived: 0 };
    packages.set(name, counts);
    for (const { status, replacement = '', location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') counts.noticed += 1;
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const from = slice(source, location);
      const line = source.split('\n')[location.start.line - 1] ?? '';
      const listed = equivalent.find(
        (one) =>
          one.file === file &&
          line.includes(one.line) &&
          from.startsWith(one.from) &&
          replacement.startsWith(one.to),
      );
      if (listed !== undefined) {
        unused.delete(listed);
        continue;
      }
      counts.survived += 1;
      lines.push(`${file}:${location.start.line}: ${short(from)} -> ${short(replacement)}`);
    }
  }
  for (const { file, line, to } of unused)
    lines.push(`listed and noticed: ${file}: ${line} -> ${to}`);
  let isEnough = true;
  for (const [name, { noticed, survived }] of packages) {
    const share = noticed / Math.max(1, noticed + survived);
    if (share < leastShare) isEnough = false;
    lines.push(`${name}: ${(share * 100).toFixed(1)} % of ${noticed + survived} mutants noticed`);
  }
  return { isEnough, lines };
}

/**
 * @param {string} source
 * @param {Range} range
 */
function slice(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}

/** @param {string} code */
function short(code) {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
