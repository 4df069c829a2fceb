// @ts-check

const rule = 'packages/domain/src/repeat-rule.ts';

/** Rules of repeating, and their days. @type {readonly import('./violation.mjs').Violation[]} */
export const repeatViolations = [
  {
    row: 'REPEAT-01',
    what: 'a rule may have both a count and a last day',
    edits: [[rule, '  if (count !== null && until !== null) return null;\n', '']],
  },
  {
    row: 'REPEAT-01',
    what: 'a weekly rule may have days of the month',
    edits: [[rule, "  if (freq === 'WEEKLY' && byMonthDay.length > 0) return null;\n", '']],
  },
  {
    row: 'REPEAT-01',
    what: 'a weekly rule may have the first of a weekday',
    edits: [[rule, "(freq === 'DAILY' || freq === 'WEEKLY')", "freq === 'DAILY'"]],
  },
  {
    row: 'REPEAT-01',
    what: 'weeks may begin on any day',
    edits: [[rule, " || (parts.get('WKST') ?? 'MO') !== 'MO'", '']],
  },
  {
    row: 'REPEAT-01',
    what: 'a part may be there twice',
    edits: [[rule, ' || parts.has(name)', '']],
  },
  {
    row: 'REPEAT-01',
    what: 'lists stay in the order in which they came',
    edits: [[rule, '.sort(([a], [b]) => a - b)', '']],
  },
  {
    row: 'REPEAT-01',
    what: 'an interval of one is written',
    edits: [[rule, 'rule.interval === 1 ?', 'rule.interval === 0 ?']],
  },
];
