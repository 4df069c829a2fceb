import { readFileSync } from 'node:fs';
import { afterAct } from '../items/occurrence.ts';
import { at, item } from '../testing/arbitraries.ts';
import { daysWritten } from '../testing/repeat-days.ts';
import { readRepeatRule } from './repeat-rule.ts';

interface CaseLine {
  readonly line: number;
  readonly start: string;
  readonly rule: string;
  /** As the table writes them. */
  readonly dates: string;
}

/** The lines of the table. */
function caseLines(): readonly CaseLine[] {
  const table = readFileSync(new URL('../testing/library-cases.txt', import.meta.url), 'utf8');
  return table.split('\n').flatMap((text, place) => {
    const [, start, rule, list] = text.startsWith('#') ? [] : text.split(' | ');
    if (start === undefined || rule === undefined || list === undefined) return [];
    return [{ line: place + 1, start, rule, dates: list }];
  });
}

/** The dates of an item that is done on each of them, up to the last or to `most`. */
function datesDone(start: string, rule: string, most: number): readonly string[] {
  const dates = [start];
  let now = item(1, { due_date: start, repeat: rule, repeat_from: 'due', repeat_start: start });
  while (dates.length < most) {
    const [day = start] = dates.slice(-1);
    const { occurrence: n } = now;
    now = afterAct(now, { act: 'complete', n, completedAt: `${day}T10:00:00.000Z`, day }, at(1));
    if (now.status === 'completed' || now.due_date === null) break;
    dates.push(now.due_date);
  }
  return dates;
}

/** The line with the dates that the item has, if they are others. */
function mistakes({ line, start, rule, dates: written }: CaseLine): readonly string[] {
  if (!readRepeatRule(rule).ok) return written === 'refused' ? [] : [`${line}: refused`];
  if (written === 'refused') return [`${line}: ${rule} is read`];
  const expected = daysWritten(written.replace(' ...', ''));
  const most = expected.length + (written.endsWith('...') ? 0 : 1);
  const dates = datesDone(start, rule, most);
  return dates.join() === expected.join() ? [] : [`${line}: ${rule} has ${dates.join()}`];
}

test('[REPEAT-01] [REPEAT-02] [REPEAT-29] the rules of other libraries have the dates of the table', () => {
  const lines = caseLines();
  expect(lines.flatMap(mistakes)).toEqual([]);
  expect(lines.length).toBeGreaterThan(220);
});
