// @ts-check

/** @typedef {import('./violation.mjs').Edit} Edit */

const matrix = 'apps/server/src/rights-matrix.test.ts';
const patching = 'packages/authority/src/commands/patch-item.ts';
const rights = 'packages/domain/src/rights.ts';

/** @type {(power: string) => Edit} */
const notManaging = (power) => [
  rights,
  "case 'manage':\n      return true;",
  `case 'manage':\n      return action !== '${power}';`,
];

/** @type {(power: string) => Edit} */
const viewing = (power) => [
  rights,
  "return action === 'read';",
  `return action === 'read' || action === '${power}';`,
];

/** Where a change goes on with the item that it names: `refusal` stands before that. @type {(refusal: string) => Edit} */
const refusing = (refusal) => [
  patching,
  'const moves = movesTo(item, parent, parentRow);',
  `const moves = movesTo(item, parent, parentRow);\n  if (${refusal}) return err({ code: 'forbidden' });`,
];

const lock = "lockPermitted(unit, ref, 'edit', request, parent ?? null)";

/** What a user may do by each right, one power at a time. @type {readonly import('./violation.mjs').Violation[]} */
export const powerViolations = [
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'a manager of an item does not edit it',
    edits: [notManaging('edit')],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'a manager of an item does not assign it',
    edits: [refusing("changes.assigned_to !== undefined && may(permission, 'delete')")],
  },
  {
    test: ['packages/domain/src/rights.test.ts', 'an item can be assigned with manage'],
    what: 'a device does not let a manager of an item assign it',
    edits: [notManaging('assign')],
  },
  {
    test: [matrix, 'rights at labelItem'],
    what: 'a manager of an item does not label it',
    edits: [notManaging('label')],
  },
  {
    test: [matrix, 'rights at labelItem'],
    what: 'who may only view an item labels it',
    edits: [viewing('label')],
  },
  {
    test: [matrix, 'rights at labelItem'],
    what: 'who contributes to an item does not label it',
    edits: [[rights, "'label', 'assign'", "'assign'"]],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: 'a manager of an item does not add to it',
    edits: [notManaging('addChild')],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'a manager of an item does not move it',
    edits: [notManaging('move')],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'a manager of an item does not delete it',
    edits: [notManaging('delete')],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'a manager of an item does not restore it',
    edits: [notManaging('restore')],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: 'a manager of an item removes nobody from it',
    edits: [notManaging('removePerson')],
  },
  ...['title', 'description', 'due_date', 'end_date', 'priority', 'status'].map(
    (field) =>
      /** @type {const} */ ({
        test: [matrix, 'rights at updateItem, fields'],
        what: `a contributor does not edit ${field}`,
        edits: [refusing(`changes.${field} !== undefined && !may(permission, 'delete')`)],
      }),
  ),
  {
    test: [matrix, 'rights at assignItem'],
    what: 'a viewer assigns the item',
    edits: [
      [
        patching,
        lock,
        "lockPermitted(unit, ref, changes.assigned_to === undefined ? 'edit' : 'read', request, parent ?? null)",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'a viewer moves the item',
    edits: [
      [
        patching,
        lock,
        "lockPermitted(unit, ref, parent === undefined ? 'edit' : 'read', request, parent ?? null)",
      ],
      viewing('move'),
    ],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'a viewer deletes the item',
    edits: [viewing('delete')],
  },
  {
    test: [matrix, 'rights at restoreItem'],
    what: 'a viewer restores the item',
    edits: [viewing('restore')],
  },
  {
    test: [matrix, 'rights at removePerson'],
    what: 'a viewer removes people from the item',
    edits: [viewing('removePerson')],
  },
  {
    test: ['packages/domain/src/rights.test.ts', 'the actions allowed with view'],
    what: 'a device lets a viewer move the item',
    edits: [viewing('move')],
  },
];
