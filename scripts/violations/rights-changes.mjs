// @ts-check

const matrix = 'apps/server/src/rights-matrix.test.ts';
const erasing = 'packages/authority/src/account/erase-holdings.ts';
const moving = 'packages/authority/src/items/move.ts';
const restoring = 'packages/authority/src/commands/restore-item.ts';
const rights = 'packages/domain/src/rights.ts';
const tombstone = 'packages/authority/src/store/tombstone.ts';

/** What moves, restores and the end of an account leave. @type {readonly import('./violation.mjs').Violation[]} */
export const changeViolations = [
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: "the owner of a root moves what is another's to the top level",
    edits: [
      [
        rights,
        "return to === 'another root' && (rootOwnerId === null || rootOwnerId === userId);",
        'return rootOwnerId === null || rootOwnerId === userId;',
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'the owner of an item does not move it to the top level',
    edits: [
      [
        rights,
        'if (item.user_id === userId) return true;',
        "if (item.user_id === userId && to !== 'top') return true;",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: "a manager of another's item takes it out of the root of a third person",
    edits: [
      [
        rights,
        "return to === 'another root' && (rootOwnerId === null || rootOwnerId === userId);",
        "return to === 'another root';",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: "a move out of another's root takes the items of others along",
    edits: [
      [moving, "!mayLeaveRoot(unit.callerId, row, fromRoot.user_id, 'another root');", 'false;'],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: "a move out of another's root takes deleted items of others along",
    edits: [
      [
        moving,
        "!mayLeaveRoot(unit.callerId, row, fromRoot.user_id, 'another root');",
        "row.deleted_at === null && !mayLeaveRoot(unit.callerId, row, fromRoot.user_id, 'another root');",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: "a move out of another's root leaves what the mover owns below the item",
    edits: [
      [
        moving,
        "!mayLeaveRoot(unit.callerId, row, fromRoot.user_id, 'another root');",
        'fromRoot.user_id !== unit.callerId;',
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'what is left behind does not go under the former parent',
    edits: [
      [
        moving,
        'parent_id: item.parent_id,\n    parent_uuid: item.parent_uuid,',
        'parent_id: fromRoot.id === item.parent_id ? null : item.parent_id,\n    parent_uuid: fromRoot.id === item.parent_id ? null : item.parent_uuid,',
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'an item that is moved into another root keeps any assignee',
    edits: [
      [
        moving,
        'row.assigned_to === null || allowed.has(row.assigned_to) ? row',
        'row.id === item.id || row.assigned_to === null || allowed.has(row.assigned_to) ? row',
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'what comes along into another root keeps any assignee',
    edits: [[moving, 'following(cleared(row), after)', 'following(row, after)']],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'a contributor restores a deleted item',
    edits: [
      [
        restoring,
        "[item, ...ancestors].map(heldOf), false), 'restore')",
        "[item, ...ancestors].map(heldOf), false), 'edit')",
      ],
    ],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'the owner of an item restores it where they have no right any more',
    edits: [
      [
        restoring,
        'return isManaged(unit, item, lines.get(item.id) ?? []);',
        'return item.user_id === unit.callerId || isManaged(unit, item, lines.get(item.id) ?? []);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'a deleted item that the caller may not restore is forbidden, not missing',
    edits: [
      [
        restoring,
        'return err(await missingItem(unit, request));',
        "return err(item === undefined ? await missingItem(unit, request) : { code: 'forbidden' });",
      ],
    ],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'what the same delete took stays deleted',
    edits: [
      [restoring, 'const back = taken.filter(', 'const back = taken.slice(taken.length).filter('],
    ],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'a restore also takes what was deleted before',
    edits: [
      [
        restoring,
        'await unit.tx.takenBy(found.deleted_op);',
        '(await descendants(unit.tx, [found.id])).filter((row) => row.deleted_at !== null);',
      ],
      [restoring, 'row.deleted_op === item.deleted_op && !isTombstone(row)', '!isTombstone(row)'],
    ],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'what the same delete took returns beside the item, not under its parent',
    edits: [
      [
        restoring,
        'deleted_at: null,\n      deleted_op: null,',
        'deleted_at: null,\n      deleted_op: null,\n      parent_id: item.parent_id,\n      parent_uuid: item.parent_uuid,',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: "what a leaver owns under another's root passes to the owner of what it stands in",
    edits: [
      [
        erasing,
        'return handedOver(unit, row, isOwned ? root.user_id : row.user_id);',
        'return handedOver(unit, row, isOwned ? (lines.get(row.id)?.[0]?.user_id ?? root.user_id) : row.user_id);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: "what a leaver deleted under another's root is erased",
    edits: [
      [
        erasing,
        'return handedOver(unit, row, isOwned ? root.user_id : row.user_id);',
        'const left = handedOver(unit, row, isOwned ? root.user_id : row.user_id);\n    return isOwned && row.deleted_at !== null ? erasedRow(left, unit.now) : left;',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: "what others own by right under a leaver's root is erased",
    edits: [
      [
        erasing,
        'return permissionOf(row.user_id, [row, ...ancestors].map(heldOf), false) !== null;',
        'return false;',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: 'what others own and only contribute to is erased',
    edits: [
      [
        erasing,
        'return permissionOf(row.user_id, [row, ...ancestors].map(heldOf), false) !== null;',
        "return permissionOf(row.user_id, [row, ...ancestors].map(heldOf), false) === 'manage';",
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: 'what others own without a right is kept',
    edits: [
      [
        erasing,
        'return permissionOf(row.user_id, [row, ...ancestors].map(heldOf), false) !== null;',
        'return true;',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: 'each item of another becomes top-level, not only the topmost',
    edits: [
      [
        erasing,
        'const head = inherited ?? (isHead ? row : undefined);',
        'const head = (isHead ? row : undefined) ?? inherited;',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: "what a leaver owns in another's item passes to its assignee",
    edits: [
      [
        erasing,
        'row.user_id === callerId ? head.user_id : row.user_id',
        'row.user_id === callerId ? (head.assigned_to ?? head.user_id) : row.user_id',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: "what was below another's item is erased with the rest",
    edits: [
      [
        erasing,
        'const inherited = heads.get(row.occurrence_of ?? row.parent_id ?? 0);',
        'const inherited = heads.get(row.occurrence_of ?? 0);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: 'the history of an erased campaign is kept',
    edits: [[erasing, 'await tx.eraseActivity(erased);', '']],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: 'what is erased is found by its words',
    edits: [[tombstone, "search_text: '',\n", '']],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: 'what was assigned to a leaver is assigned to its owner',
    edits: [
      [
        erasing,
        'row.assigned_to === unit.callerId ? null : row.assigned_to',
        'row.assigned_to === unit.callerId ? user_id : row.assigned_to',
      ],
    ],
  },
];
