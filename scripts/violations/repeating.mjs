// @ts-check

const change = 'packages/domain/src/change.ts';
const fields = 'packages/domain/src/item-fields.ts';
const localItem = 'packages/sync/src/store/local-item.ts';
const occurrence = 'packages/domain/src/occurrence.ts';
const command = 'packages/authority/src/commands/occurrence-item.ts';

/** What repeating items do. @type {readonly import('./violation.mjs').Violation[]} */
export const repeatingViolations = [
  {
    row: 'REPEAT-06',
    what: 'another rule keeps the start of the former one',
    edits: [
      [change, 'repeat === before.repeat ? before.repeat_start : null', 'before.repeat_start'],
    ],
  },
  {
    row: 'REPEAT-06',
    what: 'another date moves the start',
    edits: [[change, 'repeat === before.repeat ? before.repeat_start : null', 'null']],
  },
  {
    row: 'REPEAT-06',
    what: 'what an editor sets keeps the start that was seen',
    edits: [
      [
        'packages/sync/src/actions/seen.ts',
        'changeBetween(seen, withChange(seen, change))',
        'changeBetween(seen, { ...seen, ...change })',
      ],
    ],
  },
  {
    row: 'REPEAT-06',
    what: 'a row of an earlier release is in its first occurrence, whatever the server says',
    edits: [
      [
        localItem,
        'occurrenceOf(row.occurrence === undefined ? (base ?? {}) : row)',
        'occurrenceOf(row)',
      ],
    ],
  },
  {
    row: 'REPEAT-07',
    what: 'a campaign has a rule',
    edits: [[fields, ", neverOn: 'campaign' }", ' }']],
  },
  {
    row: 'REPEAT-07',
    what: 'how a rule counts outlives it',
    edits: [
      [
        change,
        '  return settled({ ...before, repeat_start: start, ...change });',
        '  return { ...before, repeat_start: start, ...change };',
      ],
    ],
  },
  {
    row: 'REPEAT-08',
    what: 'a rule is compared without its date',
    edits: [[change, 'field : leadOf(companion)', 'field : companion']],
  },
  {
    row: 'REPEAT-09',
    what: 'a create says the number of the occurrence',
    edits: [
      [
        'packages/authority/src/commands/create-item.ts',
        '...occurrenceOf({})',
        '...occurrenceOf(command)',
      ],
      [
        'packages/contract/src/item-request.ts',
        "ok({ kind: 'create', ...draft.value })",
        "ok({ ...data, kind: 'create', ...draft.value })",
      ],
    ],
  },
  {
    row: 'REPEAT-09',
    what: 'an import says a number that no request can name',
    edits: [['packages/domain/src/validate.ts', ' && (value as number) <= maxOccurrence', '']],
  },
  {
    row: 'REPEAT-10',
    what: 'a campaign has a completed copy',
    edits: [[command, "if (item.type === 'campaign') return item;", '']],
  },
  {
    row: 'REPEAT-10',
    what: 'an occurrence that was completed is completed again',
    edits: [
      [
        occurrence,
        'if (!isCurrent(item, act.n)) return item;',
        'if (item.status === act.act) return item;',
      ],
    ],
  },
  {
    row: 'REPEAT-10',
    what: 'a completion of another occurrence has no copy',
    edits: [
      [command, 'if (!isNow && former !== undefined) return item;', 'if (!isNow) return item;'],
    ],
  },
  {
    row: 'REPEAT-10',
    what: 'a copy has a uuid by chance',
    edits: [[command, 'occurrenceUuid(item.uuid, n)', 'unit.newUuid()']],
  },
  {
    row: 'REPEAT-11',
    what: 'the day of completion does not count',
    edits: [[occurrence, 'day !== null && day > due ? day : due', 'due']],
  },
  {
    row: 'REPEAT-11',
    what: 'the zone of the completer does not count',
    edits: [[command, 'dayIn(zone, completedAt)', "dayIn('UTC', completedAt)"]],
  },
  {
    row: 'REPEAT-11',
    what: 'the last occurrence leaves the item open',
    edits: [
      [
        occurrence,
        "status: 'completed', completed_at: completedAt ?? at",
        "status: 'pending', completed_at: null",
      ],
    ],
  },
  {
    row: 'REPEAT-12',
    what: 'an undone skip overwrites a date that others gave',
    edits: [
      [occurrence, "return isAlike('due_date', left, item) ? before : item;", 'return before;'],
    ],
  },
  {
    row: 'REPEAT-12',
    what: 'an undone skip puts a rule that was set since before its start',
    edits: [[occurrence, 'if ((item.repeat_start ?? from) > from) return item;', '']],
  },
  {
    row: 'REPEAT-12',
    what: 'what was completed all the same is open again',
    edits: [
      [command, 'if (living(await unit.tx.copies(item.uuid, n)).length > 0) return item;', ''],
    ],
  },
  {
    row: 'REPEAT-12',
    what: 'an undone skip puts the children of another one back',
    edits: [[command, 'item.resets.filter(({ skipped }) => skipped === n),', 'item.resets,']],
  },
  {
    row: 'REPEAT-15',
    what: 'a skip leaves the children as they are',
    edits: [
      [
        command,
        '(await begin(unit, item)).map',
        "(await begin(unit, { ...item, type: 'todo' })).map",
      ],
    ],
  },
  {
    row: 'REPEAT-24',
    what: 'an older tab takes an undone skip for a completion',
    edits: [
      [
        'packages/sync/src/store/queued-request.ts',
        'isUnskip ? unskipShape : queuedRequestShape',
        'queuedRequestShape',
      ],
    ],
  },
  {
    row: 'REPEAT-26',
    what: 'what is past stands between the others',
    edits: [
      ['packages/domain/src/search.ts', 'if (a.isPast !== b.isPast) return a.isPast ? 1 : -1;', ''],
    ],
  },
  {
    row: 'REPEAT-26',
    what: 'nothing tells two past times apart',
    edits: [
      [
        'apps/web/src/features/search/search-result.tsx',
        '{isPast && <DueText item={item} className="shrink-0" />}',
        '',
      ],
    ],
  },
  {
    row: 'REPEAT-13',
    what: 'an undo overwrites a date that others gave',
    edits: [[occurrence, 'if (!isAsLeft(item, copy)) return item;', '']],
  },
  {
    row: 'REPEAT-13',
    what: 'an undo leaves the children as they are',
    edits: [
      [command, 'if (after !== item) await beginAgain', 'if (after === null) await beginAgain'],
    ],
  },
  {
    row: 'REPEAT-13',
    what: 'an undo leaves the children of a guest as they are',
    edits: [
      [
        'packages/sync/src/actions/occurrence.ts',
        "kind === 'guest' && item.occurrence === n",
        "kind === 'guest' && item.occurrence < 0",
      ],
    ],
  },
  {
    row: 'REPEAT-13',
    what: 'what was in progress is pending after an undo',
    edits: [
      [
        'packages/sync/src/actions/take-back.ts',
        "status !== 'in_progress'",
        "status !== 'pending'",
      ],
    ],
  },
  {
    row: 'REPEAT-13',
    what: 'an undo does not say that the item stays where it is',
    edits: [
      [
        'packages/sync/src/actions/take-back.ts',
        "if (item.occurrence !== n) keep({ item, fields: ['due_date'] });",
        '',
      ],
    ],
  },
];
