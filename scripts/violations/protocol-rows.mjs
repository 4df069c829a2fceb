// @ts-check

const authority = 'packages/authority/src';

/** What the authority leaves in its rows: limits, lost rights, feeds. @type {readonly import('./violation.mjs').Violation[]} */
export const rowViolations = [
  {
    test: [`${authority}/items/family-limits.test.ts`, 'once another was restored under it'],
    what: 'a restored task is not counted as a parent of what comes back with it',
    edits: [
      [
        `${authority}/commands/restore-item.ts`,
        'children.flatMap((row) => lineOf(row).slice(0, 1))',
        'children.slice(0, 1).flatMap((row) => lineOf(row).slice(0, 1))',
      ],
    ],
  },
  {
    test: [`${authority}/items/family-limits.test.ts`, 'after another was made below it'],
    what: 'the items of a restored campaign are not counted',
    edits: [[`${authority}/commands/restore-item.ts`, 'items: restored.slice(1),', 'items: [],']],
  },
  {
    test: [`${authority}/items/family-limits.test.ts`, 'once it has as many people without them'],
    what: 'the assignee of a restored campaign is not counted',
    edits: [[`${authority}/commands/restore-item.ts`, ', people: assigneesOf(restored)', '']],
  },
  {
    test: [`${authority}/items/access-plan.test.ts`, 'lost before it was deleted'],
    what: 'a delete replaces the right that somebody had lost before',
    edits: [
      [
        `${authority}/items/access-plan.ts`,
        "leavesTrash ? (strong ?? 'view') : before.permission",
        "item.deleted_at !== null ? (strong ?? 'view') : before.permission",
      ],
    ],
  },
  {
    test: [`${authority}/items/access-plan.test.ts`, 'loses the right to restore'],
    what: 'who may restore an item no more keeps it in their trash',
    edits: [
      [
        `${authority}/items/access-plan.ts`,
        "leavesTrash ? (strong ?? 'view') : before.permission",
        'before.permission',
      ],
    ],
  },
  {
    test: [`${authority}/account/account-end.test.ts`, 'somebody who begins empty meanwhile'],
    what: 'an account that began empty receives the names of whom it knew before',
    edits: [
      [
        `${authority}/account/erase-account.ts`,
        'mutuals.includes(id) || lives.get(id) === observers.get(id)',
        'true',
      ],
    ],
  },
  {
    test: [`${authority}/account/account-end.test.ts`, 'receives the name that it has afterwards'],
    what: 'an account that begins empty has its former name until the sign-in',
    edits: [
      [
        `${authority}/account/erase-account.ts`,
        'const begun = { name, placeholder: true,',
        'const begun = { placeholder: true,',
      ],
    ],
  },
  {
    test: [`${authority}/account/account.test.ts`, 'a placeholder stays one until a real name'],
    what: 'a placeholder replaces another one, and no feed says so',
    edits: [
      [
        `${authority}/account/account.ts`,
        'name: names ? who.name : known.name,',
        'name: known.placeholder ? who.name : known.name,',
      ],
    ],
  },
  {
    test: [`${authority}/account/erase-holdings.test.ts`, 'is taken apart in one transaction'],
    what: 'the log puts what is kept of an ended account’s campaign in that campaign',
    edits: [
      [
        `${authority}/account/erase-holdings.ts`,
        'logCleared(unit, kept, tree, null)',
        'logCleared(unit, kept, tree, root.id)',
      ],
    ],
  },
];
