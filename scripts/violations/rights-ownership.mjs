// @ts-check

const matrix = 'apps/server/src/rights-matrix.test.ts';
const erasing = 'packages/authority/src/account/erase-holdings.ts';
const moving = 'packages/authority/src/items/move.ts';
const patching = 'packages/authority/src/commands/patch-item.ts';
const removing = 'packages/authority/src/commands/remove-person.ts';

/** Whose an item is, whatever is done to it. @type {readonly import('./violation.mjs').Violation[]} */
export const ownershipViolations = [
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'an item that is moved is owned by the one who moved it',
    edits: [
      [
        patching,
        'root_id: isMoved ? (to.parent?.root_id ?? item.id) : item.root_id,',
        'root_id: isMoved ? (to.parent?.root_id ?? item.id) : item.root_id,\n    user_id: isMoved ? unit.callerId : item.user_id,',
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'what comes along into another root is owned by the owner of that root',
    edits: [
      [moving, 'root_id: next.root_id }));', 'root_id: next.root_id, user_id: toRoot.user_id }));'],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'what is left behind is owned by the owner of the root',
    edits: [
      [
        moving,
        'parent_uuid: item.parent_uuid,\n  }));',
        'parent_uuid: item.parent_uuid,\n    user_id: fromRoot.user_id,\n  }));',
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'what a person owns below is not theirs by name once they are unassigned',
    edits: [
      [
        patching,
        'await writeItems(unit, [after, ...(isMoved ? [] : followersIn(move))]);',
        'const lost = below.filter((row) => !isMoved && row.user_id === item.assigned_to);\n  const { user_id } = to.line.at(-1) ?? item;\n  await writeItems(unit, [after, ...lost.map((row) => ({ ...row, user_id }))]);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: 'what a person owns and does is not theirs by name once they are removed',
    edits: [
      [
        removing,
        '...row,\n      assigned_to: null,',
        '...row,\n      user_id: row.user_id === user_id ? unit.callerId : row.user_id,\n      assigned_to: null,',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteMe'],
    what: 'an account is deleted by the rights after it, when what it owned gives none',
    edits: [
      [
        erasing,
        'return permissionOf(row.user_id, [row, ...ancestors].map(heldOf), false) !== null;',
        'const gone = ancestors.map((above) => ({ ...heldOf(above), isDeleted: true }));\n  return permissionOf(row.user_id, [heldOf(row), ...gone], false) !== null;',
      ],
    ],
  },
];
