import { nextRepeatDay, readRepeatRule, type RepeatRule } from '../index.ts';

/** The rule of a text that is one. */
export function ruleOf(text: string): RepeatRule {
  const rule = readRepeatRule(text);
  if (!rule.ok) throw new Error(`${text}: ${rule.error}`);
  return rule.value;
}

/** The first `most` days of a rule, each computed from the one before. */
export function repeatDays(text: string, start: string, most: number): readonly string[] {
  const rule = ruleOf(text);
  const days: string[] = [];
  let after = '0000-12-31';
  while (days.length < most) {
    const day = nextRepeatDay({ rule, start, after });
    if (day === null) break;
    days.push(day);
    after = day;
  }
  return days;
}

/** Days written as RFC 5545 lists them: '1997 Sep 2,4; Oct 1. 1998 Jan 6'. */
export function daysWritten(text: string): readonly string[] {
  const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  return text.split('. ').flatMap((ofYear) => {
    const [year = '', ...rest] = ofYear.split(' ');
    return rest
      .join(' ')
      .split('; ')
      .flatMap((ofMonth) => {
        const [name = '', days = ''] = ofMonth.split(' ');
        const month = String(names.indexOf(name) + 1).padStart(2, '0');
        return days.split(',').flatMap((part) => {
          const [from = 0, to = from] = part.split('-').map(Number);
          return Array.from(
            { length: to - from + 1 },
            (_, at) => `${year}-${month}-${String(from + at).padStart(2, '0')}`,
          );
        });
      });
  });
}
