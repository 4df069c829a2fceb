// @ts-check

const command = 'packages/authority/src/commands/occurrence-item.ts';

/** What copies of occurrences do. @type {readonly import('./violation.mjs').Violation[]} */
export const copiesViolations = [
  {
    row: 'REPEAT-14',
    what: 'who sees an item completes its occurrences',
    edits: [[command, "command.ref, 'edit', request", "command.ref, 'read', request"]],
  },
  {
    row: 'REPEAT-14',
    what: 'the copies of an item make their new assignee a member',
    edits: [['packages/authority/src/commands/patch-item.ts', 'taken.filter(isNoCopy))', 'taken)']],
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
