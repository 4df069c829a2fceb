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
        'all.flatMap((row) => lineOf(row).slice(0, 1))',
        'all.slice(0, 1).flatMap((row) => lineOf(row).slice(0, 1))',
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
];
