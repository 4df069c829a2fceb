import { expect, test } from 'vitest';
import { scoreOf } from './score.mjs';

const file = 'packages/domain/src/lists.ts';
const line = '  return a < b;';
const equivalent = [
  { file, text: 'a < b', from: 'a < b', to: 'a <= b', why: 'a and b are never equal' },
];

/** A report on the line, whose mutants end so. */
function reportOf(mutants: readonly (readonly [string, string, string])[]) {
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
  const mutants = ['Killed', 'Timeout', 'Killed', 'NoCoverage'].map(
    (status) => ['a < b', 'a <= b', status] as const,
  );
  const { isEnough, lines } = scoreOf(reportOf(mutants), []);
  expect(isEnough).toBe(false);
  expect(lines).toContain(`${file}:1: a < b -> a <= b`);
  expect(lines).toContain('packages/domain: 75.0 % of 4 mutants noticed');
});

test('an equivalent mutant does not count, and is named once a test notices it', () => {
  const survives = scoreOf(
    reportOf([
      ['a < b', 'a <= b', 'Survived'],
      ['a < b', 'true', 'Killed'],
    ]),
    equivalent,
  );
  expect(survives).toEqual({
    isEnough: true,
    lines: ['packages/domain: 100.0 % of 1 mutants noticed'],
  });
  const noticed = scoreOf(reportOf([['a < b', 'a <= b', 'Killed']]), equivalent);
  expect(noticed.lines).toContain(`listed and noticed: ${file}: a < b -> a <= b`);
});

test('an entry that names several mutants excuses none of them', () => {
  const two = [
    ['a < b', 'a <= b', 'Survived'],
    ['a < b', 'a <= b || true', 'Survived'],
  ] as const;
  const { isEnough, lines } = scoreOf(reportOf(two), equivalent);
  expect(isEnough).toBe(false);
  expect(lines).toContain(`listed and 2 mutants: ${file}: a < b -> a <= b`);
});

test('of two mutants that begin alike an entry names the one of the least code', () => {
  const nested = [
    ['a < b', 'true', 'Killed'],
    ['a', 'true', 'Survived'],
  ] as const;
  const whole = { file, text: 'return a', from: 'a', to: 'true', why: 'a is always there' };
  expect(scoreOf(reportOf(nested), [whole]).lines).toEqual([
    'packages/domain: 100.0 % of 1 mutants noticed',
  ]);
});

test('a report without files is not enough', () => {
  expect(scoreOf({ files: {} })).toEqual({ isEnough: false, lines: ['no file was measured'] });
});
