import { expect, test } from 'vitest';
import { equivalentMutants } from './equivalent.mjs';
import { scoreOf } from './score.mjs';

const file = 'packages/domain/src/lists.ts';
const [equivalent] = equivalentMutants.filter((one) => one.file === file);

/** A report on a line of `lists.ts`, whose mutants end so. */
function reportOf(line: string, mutants: readonly (readonly [string, string, string])[]) {
  const placed = mutants.map(([from, replacement, status]) => {
    const column = line.indexOf(from) + 1;
    const start = { line: 1, column };
    return {
      replacement,
      status,
      location: { start, end: { line: 1, column: column + from.length } },
    };
  });
  return { files: { [file]: { source: line, mutants: placed } } };
}

test('the score counts what tests notice, by package, and names what survives', () => {
  const line = '  return a < b;';
  const mutants = ['Killed', 'Timeout', 'Killed', 'NoCoverage'].map(
    (status) => ['a < b', 'a <= b', status] as const,
  );
  const { isEnough, lines } = scoreOf(reportOf(line, mutants));
  expect(isEnough).toBe(false);
  expect(lines).toContain(`${file}:1: a < b -> a <= b`);
  expect(lines).toContain('packages/domain: 75.0 % of 4 mutants noticed');
});

test('an equivalent mutant does not count, and is named once a test notices it', () => {
  const { line = '', from = '', to = '' } = equivalent ?? {};
  const survives = scoreOf(
    reportOf(line, [
      [from, to, 'Survived'],
      [from, 'true', 'Killed'],
    ]),
  );
  expect(survives).toEqual({
    isEnough: true,
    lines: ['packages/domain: 100.0 % of 1 mutants noticed'],
  });
  const noticed = scoreOf(reportOf(line, [[from, to, 'Killed']]));
  expect(noticed.lines).toContain(`listed and noticed: ${file}: ${line} -> ${to}`);
});
