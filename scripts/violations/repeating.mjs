// @ts-check

const change = 'packages/domain/src/change.ts';
const fields = 'packages/domain/src/item-fields.ts';
const localItem = 'packages/sync/src/store/local-item.ts';

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
];
