import { scoreOf } from './score.mjs';

const path = 'packages/domain/src/tree/lists.ts';
const source = '\n  return a < b;';

/** A report on the line, with a mutant for each status. */
function reportOf(statuses: readonly string[]) {
  const location = { start: { line: 2, column: 10 }, end: { line: 2, column: 15 } };
  const mutants = statuses.map((status) => ({ status, replacement: 'a <= b', location }));
  return { files: { [path]: { source, mutants } } };
}

test('the score counts the mutants that tests notice, and names those that survive', () => {
  const report = reportOf(['Killed', 'Timeout', 'Killed', 'NoCoverage', 'Ignored']);
  expect(scoreOf(report, 0.75)).toEqual({
    isEnough: true,
    lines: [`${path}:2: a < b -> a <= b`, 'packages/domain: 75.0 % of 4 mutants noticed'],
  });
  expect(scoreOf(report, 0.76).isEnough).toBe(false);
});

test('a report without mutants fails', () => {
  expect(scoreOf({ files: {} }, 0).isEnough).toBe(false);
  expect(scoreOf(reportOf(['Ignored']), 0).isEnough).toBe(false);
});
