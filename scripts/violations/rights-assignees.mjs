// @ts-check

const matrix = 'apps/server/src/rights-matrix.test.ts';
const access = 'packages/authority/src/items/access-plan.ts';
const assignees = 'packages/authority/src/items/assignees.ts';
const creating = 'packages/authority/src/commands/create-item.ts';
const foundation = 'apps/server/src/db/migrations/0001-expand-foundation.ts';
const notices = 'packages/authority/src/items/notices.ts';
const menu = 'apps/web/src/items/assign-menu.tsx';
const patching = 'packages/authority/src/commands/patch-item.ts';

/** Sample people, whom a person may assign, and who is notified. @type {readonly import('./violation.mjs').Violation[]} */
export const assigneeViolations = [
  {
    test: [matrix, 'rights at assignItem'],
    what: 'sample people cannot be assigned',
    edits: [[assignees, 'new Set(candidates.filter(isSampleUser))', 'new Set<number>()']],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'sample people get access',
    edits: [[access, 'if (userId < firstPersonId) continue;', 'if (userId < 1) continue;']],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'sample people are notified',
    edits: [
      [
        notices,
        'user_id === unit.callerId || user_id < firstPersonId',
        'user_id === unit.callerId',
      ],
    ],
  },
  {
    test: [
      'apps/server/src/db/migrate.test.ts',
      'a new database has the sample people, ids that cannot meet, and an epoch',
    ],
    what: 'sample people have a phone with which one can sign in',
    edits: [
      [
        foundation,
        "(4, 'Chen Wei', '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z');",
        "(4, 'Chen Wei', '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z');\nupdate users set phone = '+123456789' || id;",
      ],
    ],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: 'the owner of a root cannot be assigned under it',
    edits: [[assignees, 'root.user_id,\n    ...assigneesOf([root]),', '...assigneesOf([root]),']],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'mutual contacts of the owner of a root cannot be assigned under it',
    edits: [
      [
        assignees,
        'people.filter((id) => members.has(id) || mutuals.includes(id));',
        'people.filter((id) => members.has(id));',
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: "mutual contacts of the caller can be assigned under another's root",
    edits: [
      [
        patching,
        ': await assignableUnder(unit, root, [assigned_to]);',
        ': await assignableUnder(unit, { ...root, user_id: unit.callerId }, [assigned_to]);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'people with a right on an item of a root cannot be assigned under it',
    edits: [
      [assignees, '...(below === null ? await peopleBelow(tx, root) : assigneesOf(below)),', ''],
    ],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: 'the assignee of a root cannot be assigned under it',
    edits: [[assignees, 'root.user_id,\n    ...assigneesOf([root]),', 'root.user_id,']],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'every user can be assigned',
    edits: [
      [
        assignees,
        'people.filter((id) => members.has(id) || mutuals.includes(id));',
        '(await tx.users(people)).map(({ id }) => id);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: 'a refused assignee is said to be no user',
    edits: [
      [
        creating,
        "const wrong = { assigned_to: 'unknown_assignee' };",
        "const isUser = (await unit.tx.users([assignee])).length > 0;\n    const wrong = { assigned_to: isUser ? 'unknown_assignee' : 'no_user' };",
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'the owner of a root is not notified of what others assign',
    edits: [
      [
        notices,
        'if (root.user_id !== item.assigned_to) {',
        'if (root.user_id !== item.assigned_to && root.user_id === unit.callerId) {',
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'an assignee is not notified',
    edits: [[notices, "notice(unit, item.assigned_to, 'assigned', item, campaignId);", '']],
  },
  {
    test: [
      'packages/authority/src/items/notices.test.ts',
      'who loses several items of their own at once is told once',
    ],
    what: 'somebody who loses several items of their own at once is told of each',
    edits: [
      [
        notices,
        'item.user_id !== row.user_id || notified.has(row.user_id)',
        'item.user_id !== row.user_id',
      ],
    ],
  },
  {
    test: [
      'apps/web/src/items/assign-menu.browser.test.tsx',
      'the menu names the assignee of the item, also beyond the eight',
    ],
    what: 'the menu of assignees does not name the one beyond eight who does the item',
    edits: [[menu, 'if (chosen && !named.includes(chosen)) named.push(chosen);', '']],
  },
];
