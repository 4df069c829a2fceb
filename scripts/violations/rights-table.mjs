// @ts-check

const matrix = 'apps/server/src/rights-matrix.test.ts';
const access = 'packages/authority/src/items/access-plan.ts';
const deleting = 'packages/authority/src/commands/delete-item.ts';
const patching = 'packages/authority/src/commands/patch-item.ts';
const rights = 'packages/domain/src/rights.ts';

/** The table of rights. @type {readonly import('./violation.mjs').Violation[]} */
export const tableViolations = [
  {
    test: [matrix, 'rights at getItem'],
    what: 'the owner of an item at the top level has no right to it',
    edits: [[rights, "(above === 'top' || above === 'contribute')", "above === 'contribute'"]],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'the assignee of an item at the top level manages it',
    edits: [
      [
        rights,
        'const isOwner = item.user_id === userId;',
        "const isOwner = item.user_id === userId || (above === 'top' && item.assigned_to === userId);",
      ],
    ],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: 'managing what an item stands in gives nothing',
    edits: [[rights, "above === 'manage' || (isOwner", '(isOwner']],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'an owner who contributes to what their item stands in only contributes to it',
    edits: [[rights, "(above === 'top' || above === 'contribute')", "above === 'top'"]],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: 'an assignment gives no right',
    edits: [[rights, 'item.assigned_to === userId && !item.isDeleted;', 'false;']],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'the assignee of a deleted item contributes to what is below it',
    edits: [
      [rights, 'item.assigned_to === userId && !item.isDeleted;', 'item.assigned_to === userId;'],
    ],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: 'contributing to what an item stands in gives nothing',
    edits: [
      [
        rights,
        "return isAssignee || above === 'contribute' ? 'contribute' : null;",
        "return isAssignee ? 'contribute' : null;",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'a contributor edits nothing',
    edits: [
      [
        rights,
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild'])",
        "new Set<ItemAction>(['read', 'label', 'assign', 'addChild'])",
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'a contributor assigns nothing',
    edits: [
      [
        patching,
        'const moves = movesTo(item, parent, parentRow);',
        "const moves = movesTo(item, parent, parentRow);\n  if (changes.assigned_to !== undefined && !may(permission, 'delete')) return err({ code: 'forbidden' });",
      ],
    ],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: 'a contributor adds nothing',
    edits: [
      [
        rights,
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild'])",
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign'])",
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'a contributor also deletes',
    edits: [
      [
        rights,
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild'])",
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild', 'delete'])",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'a contributor also moves',
    edits: [
      [
        rights,
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild'])",
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild', 'move'])",
      ],
    ],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'a contributor also restores',
    edits: [
      [
        rights,
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild'])",
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild', 'restore'])",
      ],
    ],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: 'what a person may change below an item does not show them the item',
    edits: [[access, "seen: strong ?? (hasRightBelow ? 'view' : null)", 'seen: strong']],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: 'a viewer of an item sees its other children',
    edits: [
      [
        access,
        'peopleBelow.get(item.id) ?? new Set<number>()',
        'peopleBelow.get(item.id) ?? peopleBelow.get(item.parent_id ?? 0) ?? new Set<number>()',
      ],
    ],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: 'deleted ancestors are seen from below too',
    edits: [
      [access, 'if (item.deleted_at !== null) return { strong, seen: null };', ''],
      [access, "row.deleted_at === null && row.type !== 'todo' &&", "row.type !== 'todo' &&"],
    ],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'what was deleted goes on to show its ancestors',
    edits: [
      [
        deleting,
        'recheck(unit, [...ancestors, ...below], assigneesOf(taken));',
        'recheck(unit, [...ancestors, ...below], []);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'a viewer edits the item',
    edits: [
      [rights, "return action === 'read';", "return action === 'read' || action === 'edit';"],
    ],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: 'a viewer adds to the item',
    edits: [
      [rights, "return action === 'read';", "return action === 'read' || action === 'addChild';"],
    ],
  },
];
