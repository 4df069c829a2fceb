// @ts-check
import { shareLines, sharesOf, shortCode } from './share.mjs';

/**
 * @typedef {{ status: string, replacement?: string, location: Range }} ReportedMutant
 * @typedef {{ start: Position, end: Position }} Range
 * @typedef {{ line: number, column: number }} Position counted from 1
 * @typedef {{ files: Record<string, { source: string, mutants: ReportedMutant[] }> }} Report
 */

/**
 * The score of a report of Stryker, as lines to print: each mutant that survives, and the share of the package.
 * @param {Report} report
 * @param {number} requiredShare
 */
export function scoreOf(report, requiredShare) {
  const lines = [];
  const tried = [];
  for (const [path, { source, mutants }] of Object.entries(report.files)) {
    for (const { status, replacement = '', location } of mutants) {
      const isNoticed = status === 'Killed' || status === 'Timeout';
      const isSurvivor = status === 'Survived' || status === 'NoCoverage';
      if (isNoticed || isSurvivor) tried.push({ path, isNoticed });
      if (!isSurvivor) continue;
      const from = source.slice(offsetOf(source, location.start), offsetOf(source, location.end));
      lines.push(`${path}:${location.start.line}: ${shortCode(from)} -> ${shortCode(replacement)}`);
    }
  }
  // A path without a matching file leaves the report empty.
  if (tried.length === 0) return { isEnough: false, lines: ['no mutant was measured'] };
  const isEnough = sharesOf(tried).every(({ share }) => share >= requiredShare);
  return { isEnough, lines: [...lines, ...shareLines(tried)] };
}

/**
 * @param {string} source
 * @param {Position} position
 */
function offsetOf(source, { line, column }) {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((length, one) => length + one.length + 1, column - 1);
}
