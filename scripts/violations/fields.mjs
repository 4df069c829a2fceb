// @ts-check

const change = 'packages/domain/src/change.ts';
const fields = 'packages/domain/src/item-fields.ts';
const readers = 'packages/domain/src/field-readers.ts';
const validate = 'packages/domain/src/validate.ts';
const seen = 'packages/sync/src/actions/seen.ts';
const resolve = 'packages/sync/src/conflicts/resolve-conflict.ts';

/** What an item's due time does. @type {readonly import('./violation.mjs').Violation[]} */
export const fieldViolations = [
  {
    row: 'TIME-01',
    what: 'there is an hour 24',
    edits: [[readers, '|2[0-3])', '|2[0-4])']],
  },
  {
    row: 'TIME-01',
    what: 'the time is not kept when the date changes',
    edits: [[change, '...before, ...change }', '...before, due_time: null, ...change }']],
  },
  {
    row: 'TIME-01',
    what: 'a row of an earlier release has no time, whatever the server says',
    edits: [['packages/sync/src/store/local-item.ts', 'base?.[name] ?? null', 'null']],
  },
  {
    row: 'TIME-01',
    what: 'the time is not logged',
    edits: [
      [
        'packages/authority/src/commands/patch-item.ts',
        'plainFieldNames.filter((field) => before',
        "plainFieldNames.filter((field) => field !== 'due_time' && before",
      ],
    ],
  },
  {
    row: 'TIME-02',
    what: 'a time is compared without its date',
    edits: [[fields, "    with: 'due_date',\n", '']],
  },
  {
    row: 'TIME-02',
    what: 'a date is kept without its time',
    edits: [
      [
        resolve,
        'onlyFields.has(leadOf(field as EditableField))',
        'onlyFields.has(field as EditableField)',
      ],
    ],
  },
  {
    row: 'TIME-02',
    what: 'what is typed collides by its own name only',
    edits: [
      [
        seen,
        '      field in own && !isAlike(field, wanted, row) &&',
        '      field in own && wanted[field] !== row[field] &&',
      ],
    ],
  },
  {
    row: 'TIME-03',
    what: 'a date is cleared without its time',
    edits: [
      [
        change,
        'const after = settled({ ...before, ...change });',
        'const after = { ...before, ...change };',
      ],
    ],
  },
  {
    row: 'TIME-03',
    what: 'a time without a date is taken',
    edits: [
      [
        validate,
        'else if (lead !== undefined && values',
        'else if (false && lead !== undefined && values',
      ],
    ],
  },
  {
    row: 'TIME-03',
    what: 'a time that an earlier release left without a date is shown',
    edits: [[fields, 'fields[name] = isStray ? empty :', 'fields[name] =']],
  },
];
