// @ts-check

const rule = 'packages/domain/src/repeat-rule.ts';
const dates = 'packages/domain/src/repeat-dates.ts';
const instances = 'packages/domain/src/repeat-instances.ts';
const numbers = 'packages/domain/src/day-number.ts';
const zone = 'packages/domain/src/zone.ts';
const words = 'apps/web/src/messages/en/repeat.ts';

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
  {
    row: 'REPEAT-02',
    what: 'a day that a month does not have falls into the next one',
    edits: [[instances, 'days.filter((day) => day > before && day < end)', 'days']],
  },
  {
    row: 'REPEAT-02',
    what: 'the last day is left out',
    edits: [[dates, 'dayNumber(rule.until)', 'dayNumber(rule.until) - 1']],
  },
  {
    row: 'REPEAT-02',
    what: 'the start does not count',
    edits: [
      [dates, 'let left = (rule.count ?? Infinity) - 1;', 'let left = rule.count ?? Infinity;'],
    ],
  },
  {
    row: 'REPEAT-02',
    what: 'weeks begin on Sunday',
    edits: [
      [numbers, '(number + 3) / 7', '(number + 4) / 7'],
      [numbers, 'week * 7 - 3', 'week * 7 - 4'],
      [
        instances,
        '+ repeatWeekdays.indexOf(weekday);',
        '+ ((repeatWeekdays.indexOf(weekday) + 1) % 7);',
      ],
      [
        instances,
        'repeatWeekdays[start - firstOfWeek(weekOf(start))]',
        'repeatWeekdays[(start - firstOfWeek(weekOf(start)) + 6) % 7]',
      ],
    ],
  },
  {
    row: 'REPEAT-02',
    what: 'where months are given the nth weekday is still that of the year',
    edits: [
      [
        instances,
        'byMonth.flatMap((one) => inMonth(rule, month + one - 1));',
        'restricted(rule, begin, end, byMonth.map((one) => month + one - 1));',
      ],
    ],
  },
  {
    row: 'REPEAT-02',
    what: 'weekdays do not limit the days of the month',
    edits: [
      [instances, 'if (byDay.length === 0) return days;', 'if (byDay.length >= 0) return days;'],
    ],
  },
  {
    row: 'REPEAT-02',
    what: 'the interval counts from the day that is asked about',
    edits: [[instances, 'const origin = unit.of(start);', 'const origin = unit.of(from);']],
  },
  {
    row: 'REPEAT-03',
    what: 'COUNT allows one completion more',
    edits: [[dates, 'if (rule.count === 1)', 'if (rule.count === 0)']],
  },
  {
    row: 'REPEAT-03',
    what: 'COUNT counts again from each completion',
    edits: [['packages/domain/src/occurrence.ts', 'read.value.count - 1', 'read.value.count']],
  },
  {
    row: 'REPEAT-03',
    what: 'no last day ends what repeats from completion',
    edits: [[dates, '{ ...rule, count: null }', '{ ...rule, count: null, until: null }']],
  },
  {
    row: 'REPEAT-04',
    what: 'the day of a completion is that of UTC',
    edits: [[zone, 'timeZone: zone,', "timeZone: 'UTC',"]],
  },
  {
    row: 'REPEAT-04',
    what: 'a month before October is written with one digit',
    edits: [[zone, ".padStart(length, '0')", '']],
  },
  {
    row: 'REPEAT-05',
    what: 'the interval of a rule is not told',
    edits: [[words, 'if (interval === 1) return freq', 'if (interval > 0) return freq']],
  },
  {
    row: 'REPEAT-05',
    what: 'the end of a rule is not told',
    edits: [[words, '${days(rule)}${end(rule)}', '${days(rule)}']],
  },
  {
    row: 'REPEAT-05',
    what: 'the second to last is told as the second',
    edits: [
      [
        words,
        'if (place > 0) return name(place);',
        'if (place !== -1) return name(Math.abs(place));',
      ],
    ],
  },
  {
    row: 'REPEAT-12',
    what: 'a skip counts as a completion',
    edits: [
      [
        'packages/domain/src/occurrence.ts',
        'repeat: completedAt === null ? item.repeat : countedDown(item)',
        'repeat: countedDown(item)',
      ],
    ],
  },
];
