// @ts-check

const store = 'apps/web/src/replica/store';

/** What a tab keeps in memory of what others stored, and the lists beside lists. @type {readonly import('./violation.mjs').Violation[]} */
export const tabViolations = [
  {
    test: [
      `${store}/open-replica.test.ts`,
      'a gap brings the people whom other tabs received in it',
    ],
    what: 'a tab that reads a gap learns no names',
    edits: [[`${store}/open-replica.ts`, '    replica.putPeople(people);\n', '']],
  },
  {
    test: [
      `${store}/open-replica.test.ts`,
      '[I25] a late message about an item made and erased in a gap is not shown',
    ],
    what: 'a message is shown that is older than the gap that was read',
    edits: [[`${store}/open-replica.ts`, 'readSeq = Math.max(readSeq, localSeq);', '']],
  },
  {
    test: [
      `${store}/open-replica.test.ts`,
      '[I25] an item erased in a gap is gone, though another one has its number since',
    ],
    what: 'an erased item stays where another one has its number',
    edits: [[`${store}/open-replica.ts`, 'for (const { id } of rows) held.delete(id);', '']],
  },
  {
    test: [
      `${store}/open-replica.test.ts`,
      'a prediction ends behind all that was published before',
    ],
    what: 'a prediction ends before what was published',
    edits: [
      [
        `${store}/open-replica.ts`,
        '() => queue.put({ ...unfinished, rows: [] }, end)',
        '() => end()',
      ],
    ],
  },
  {
    test: [
      `${store}/replica.test.ts`,
      'an item is found by its new description, and no longer by the one before',
    ],
    what: 'search keeps the description that an item had',
    edits: [
      [
        `${store}/replica.ts`,
        'a.title === b.title && a.description === b.description',
        'a.title === b.title',
      ],
    ],
  },
  {
    row: 'LIST-16',
    what: 'beside My List is what others made and assigned to the user',
    edits: [
      [
        `${store}/list-specs.ts`,
        "(of === 'open' && isAssignedTo(item, userId))",
        'isAssignedTo(item, userId)',
      ],
    ],
  },
  {
    row: 'LIST-16',
    what: 'beside Active are campaigns too',
    edits: [
      [
        `${store}/list-specs.ts`,
        "item.type !== 'campaign' && isInList('active', item, userId)",
        "isInList('active', item, userId)",
      ],
    ],
  },
  {
    row: 'LIST-16',
    what: 'of one day what was made last is first',
    edits: [[`${store}/list-specs.ts`, 'a.id - b.id', 'b.id - a.id']],
  },
  {
    row: 'LIST-16',
    what: 'beside Completed only what one made is counted',
    edits: [
      [
        `${store}/list-specs.ts`,
        "has: (item) => isInList('completed', item, userId),",
        "has: (item) => item.status === 'completed' && isOwnedBy(item, userId),",
      ],
    ],
  },
  {
    row: 'LIST-16',
    what: 'beside Active is what is due of all that one made',
    edits: [
      [
        'apps/web/src/features/lists/list-side.tsx',
        '<DueSoon of="active" />',
        '<DueSoon of="mine" />',
      ],
    ],
  },
  {
    row: 'LIST-16',
    what: 'beside Completed more than seven days are counted',
    edits: [['apps/web/src/features/lists/done-week.tsx', 'const days = 7;', 'const days = 10;']],
  },
];
