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
      ['packages/sync/src/actions/take-back.ts', "status !== 'in_progress'", "status !== 'pending'"],
    ],
  },
  {
    row: 'REPEAT-14',
    what: 'who sees an item completes its occurrences',
    edits: [[command, "command.ref, 'edit', request", "command.ref, 'read', request"]],
  },
  {
    row: 'REPEAT-14',
    what: 'a copy can be changed',
    edits: [
      [
        'packages/domain/src/rights.ts',
        'return (of == null || copyActions',
        'return (of !== undefined || copyActions',
      ],
    ],
  },
  {
    row: 'REPEAT-14',
    what: 'copies stay where their item was',
    edits: [
      [
        'packages/authority/src/items/move.ts',
        'if (row.occurrence_of !== item.uuid) return row;',
        'if (row.occurrence_of !== null) return row;',
      ],
    ],
  },
  {
    row: 'REPEAT-14',
    what: 'a copy holds what is put into it',
    edits: [
      [
        'packages/authority/src/items/parent-place.ts',
        "mayWith(row, permission, 'addChild')",
        "mayWith({ occurrence_of: null }, permission, 'addChild')",
      ],
    ],
  },
  {
    row: 'REPEAT-14',
    what: 'copies outlive their item',
    edits: [
      [
        'packages/authority/src/commands/delete-item.ts',
        'new Set([...chosen, ...copiesIn(living(below), chosen)])',
        'new Set(chosen)',
      ],
    ],
  },
  {
    row: 'REPEAT-14',
    what: 'a device deletes an item without its copies',
    edits: [
      [
        'packages/sync/src/actions/delete-family.ts',
        'of await copiesOf(unit, [uuid, ...children])',
        'of await copiesOf(unit, [])',
      ],
    ],
  },
  {
    row: 'REPEAT-14',
    what: 'an undone copy can be restored',
    edits: [
      ['packages/sync/src/actions/restore.ts', 'if (isGone || !mayRestore)', 'if (!mayRestore)'],
    ],
  },
  {
    row: 'REPEAT-15',
    what: 'a roll-up completes what repeats',
    edits: [
      ['packages/domain/src/roll-up.ts', 'if (isAll && parent.goesOn !== true)', 'if (isAll)'],
    ],
  },
  {
    row: 'REPEAT-15',
    what: 'completed children stay completed',
    edits: [
      [
        'packages/authority/src/items/begun-children.ts',
        "if (task.type !== 'task') return [];",
        "if (task.type !== 'todo') return [];",
      ],
    ],
  },
  {
    row: 'REPEAT-16',
    what: 'a client that knows no occurrences ends the series',
    edits: [
      [
        'packages/authority/src/commands/patch-item.ts',
        "item.status !== 'completed' && isRepeating(",
        "item.status === 'completed' && isRepeating(",
      ],
    ],
  },
  {
    row: 'REPEAT-17',
    what: 'a title is carried over one that nobody has seen',
    edits: [[command, 'return isSeen ? applied(after) : found(after);', 'return applied(after);']],
  },
  {
    row: 'REPEAT-17',
    what: 'an occurrence asks where others moved the date',
    edits: [
      [
        'packages/domain/src/merge.ts',
        "local.queued.filter(({ kind }) => kind !== 'occurrence')",
        'local.queued',
      ],
    ],
  },
  {
    row: 'REPEAT-18',
    what: 'copies count as children',
    edits: [
      ['packages/authority/src/testing/child-counts.ts', ' && row.occurrence_of === null', ''],
      ['packages/authority/src/testing/memory-reads.ts', ' && child.occurrence_of === null', ''],
    ],
  },
  {
    row: 'REPEAT-18',
    what: 'a delete of a copy is rolled up',
    edits: [
      [
        'packages/authority/src/commands/delete-item.ts',
        'new Set(items.map((row) => row.parent_id))',
        'new Set(deleted.map((row) => row.parent_id))',
      ],
    ],
  },
  {
    row: 'REPEAT-18',
    what: 'a copy that is imported needs room in its task',
    edits: [
      [
        'packages/authority/src/commands/create-item.ts',
        'const parents = isCopy ? [] : place',
        'const parents = place',
      ],
    ],
  },
  {
    row: 'REPEAT-18',
    what: 'no copy ever goes',
    edits: [[command, 'if (n > unit.limits.copies) await', 'if (n > 9_999) await']],
  },
  {
    row: 'REPEAT-19',
    what: 'the copy comes with the next pull only',
    edits: [
      [
        'packages/sync/src/actions/occurrence.ts',
        'unit.put(newLocalItem(copy));',
        'void newLocalItem;',
      ],
    ],
  },
];
