// @ts-check

const matrix = 'apps/server/src/rights-matrix.test.ts';
const access = 'packages/authority/src/items/access-plan.ts';
const flushing = 'packages/authority/src/commands/flush.ts';
const moving = 'packages/authority/src/items/move.ts';
const notices = 'packages/authority/src/items/notices.ts';
const patching = 'packages/authority/src/commands/patch-item.ts';
const removing = 'packages/authority/src/commands/remove-person.ts';
const rights = 'packages/domain/src/rights.ts';

/** What is below a deleted item, and people who are removed. @type {readonly import('./violation.mjs').Violation[]} */
export const removalViolations = [
  {
    test: [matrix, 'rights at createItem'],
    what: "what a deleted item holds is out of everybody's reach",
    edits: [
      [
        access,
        "const above = parent === null ? 'top' : rightOn(userId, parent);",
        "const above = parent === null ? 'top' : parent.deleted_at === null ? rightOn(userId, parent) : null;",
      ],
    ],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: "what a deleted item holds is its owner's, as at the top level",
    edits: [
      [
        access,
        "const above = parent === null ? 'top' : rightOn(userId, parent);",
        "const above = parent === null || parent.deleted_at !== null ? 'top' : rightOn(userId, parent);",
      ],
    ],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: 'an owner keeps their item in a campaign from which they were removed',
    edits: [[rights, "(isOwner && (above === 'top' || above === 'contribute'))", 'isOwner']],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'a person is not told that they lost items of their own',
    edits: [[flushing, 'noticeRemoved(unit, planned);', '']],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'a person who loses their own items by a deletion above is not told',
    edits: [
      [
        notices,
        "row.removed && row.reason === 'hidden';",
        "row.removed && row.reason === 'hidden' && !unit.touched.has(item.parent_id ?? 0);",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'a person without a right where an item is moved keeps the one that they had',
    edits: [
      [
        moving,
        "recheck(unit, [after, ...taken, ...left], 'everybody');",
        'recheck(unit, [after, ...taken, ...left], assigneesOf([after]));',
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'a person who is let in again gets no right back',
    edits: [
      [
        access,
        'if (seen !== null) return',
        "if (seen !== null && before?.reason !== 'hidden') return",
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'unassigning ends the assignments of the same person below too',
    edits: [
      [
        patching,
        'await writeItems(unit, [after, ...(isMoved ? [] : followersIn(move))]);',
        'const alsoCleared = below.filter((row) => isReassigned && row.assigned_to !== null && row.assigned_to === item.assigned_to);\n  await writeItems(unit, [after, ...alsoCleared.map((row) => ({ ...row, assigned_to: null }))]);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'unassigning leaves the right that the assignment gave',
    edits: [[patching, '[item.assigned_to, after.assigned_to]);', '[after.assigned_to]);']],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: 'a contributor removes people',
    edits: [
      [
        rights,
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild'])",
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild', 'removePerson'])",
      ],
    ],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: 'a removal leaves the assignments below the item',
    edits: [[removing, 'const cleared = [item, ...below]', 'const cleared = [item]']],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: 'a removal leaves the assignments of deleted items',
    edits: [
      [removing, 'const cleared = [item, ...below]', 'const cleared = [item, ...living(below)]'],
    ],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: 'a removal ends the assignments above the item too',
    edits: [
      [
        removing,
        'const cleared = [item, ...below]',
        'const cleared = [...ancestors, item, ...below]',
      ],
    ],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: "a removal ends everybody's assignments",
    edits: [
      [
        removing,
        '.filter((row) => row.assigned_to === user_id)',
        '.filter((row) => row.assigned_to !== null)',
      ],
    ],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: 'a removed person keeps the right that the assignments gave',
    edits: [
      [
        removing,
        'recheck(unit, [...ancestors, item, ...below, ...cleared], [user_id]);',
        'recheck(unit, [...ancestors, item, ...below, ...cleared], []);',
      ],
    ],
  },
];
