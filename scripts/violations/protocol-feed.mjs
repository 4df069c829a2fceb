// @ts-check

const authority = 'packages/authority/src';

/** What the authority shows: the feed, pages, positions and epochs. @type {readonly import('./violation.mjs').Violation[]} */
export const feedViolations = [
  {
    test: [`${authority}/queries/read-items.test.ts`, 'a cursor beyond the head is epoch_changed'],
    what: 'the stream of changes accepts a cursor beyond the head',
    edits: [
      [
        `${authority}/feed/changes.ts`,
        'if (query.since > page.head) throw lost(standing, caller);',
        '',
      ],
    ],
  },
  {
    test: [
      `${authority}/ops/erased-items.test.ts`,
      'a cursor from before removals that are forgotten has to start over, a full fetch has not',
    ],
    what: 'the second page of a full fetch counts as an old cursor',
    edits: [
      [
        `${authority}/queries/read-items.ts`,
        'last + (isFull && last < page.floor ? fullFetchMark : 0)',
        'last',
      ],
    ],
  },
  {
    test: [`${authority}/feed/feed.test.ts`, '[I6] each change adds to every user’s feed exactly'],
    what: 'everything whose rights are checked enters the feed again',
    edits: [
      [
        `${authority}/items/access-plan.ts`,
        'isSeenOrLost && (isTouched || !sameRight(row, before))',
        'isSeenOrLost && (isTouched || isChecked(userId))',
      ],
    ],
  },
  {
    test: [
      `${authority}/queries/read-items.test.ts`,
      'a page carries its rows, its people once, and a cursor that ends at the head',
    ],
    what: 'a stream of items ends before the head',
    edits: [
      [
        `${authority}/queries/read-items.ts`,
        'cursor: page.more ? last +',
        'cursor: page.rows.length > 0 ? last +',
      ],
    ],
  },
  {
    test: [
      `${authority}/queries/read-items.test.ts`,
      'the last page of changes ends at the head too',
    ],
    what: 'the stream of changes ends before the head',
    edits: [
      [
        `${authority}/feed/changes.ts`,
        'cursor: page.more ? (page.rows.at(-1)?.seq ?? query.since) : page.head',
        'cursor: page.rows.at(-1)?.seq ?? page.head',
      ],
    ],
  },
  {
    test: [
      `${authority}/epochs/epoch-checked-store.test.ts`,
      'of several positions each must be known, and the least counts',
    ],
    what: 'of several positions the greatest common part counts',
    edits: [
      [
        `${authority}/epochs/epoch-checked-store.ts`,
        'Math.min(...places.map(sharedUpTo))',
        'Math.max(...places.map(sharedUpTo))',
      ],
    ],
  },
  {
    test: [
      `${authority}/epochs/epoch-checked-store.test.ts`,
      'the epoch is renewed once, for this user alone',
    ],
    what: 'each device that finds a loss renews the epoch',
    edits: [
      [
        `${authority}/epochs/epoch-checked-store.ts`,
        'caller.epoch === standing.epoch ? standing.epoch : null',
        'standing.epoch',
      ],
    ],
  },
  {
    test: [
      `${authority}/epochs/epoch-checked-store.test.ts`,
      'a device that received more is refused, and the refusal names how much of it is left',
    ],
    what: 'a position at the head is refused',
    edits: [
      [
        `${authority}/epochs/epoch-checked-store.ts`,
        'head > (endOf(run) ?? 0)',
        'head >= (endOf(run) ?? 0)',
      ],
    ],
  },
  {
    test: [
      `${authority}/ops/erased-items.test.ts`,
      'a restore at the last moment and a concurrent erasure do not collide',
    ],
    what: 'the clean-up erases what was restored while it waited for the lock',
    edits: [
      [
        `${authority}/ops/clean-up.ts`,
        '(row !== undefined && isExpired(row, before) ? row : [])',
        '(row ?? [])',
      ],
    ],
  },
  {
    test: [
      `${authority}/testing/memory-races.test.ts`,
      '[I21] deleting an account, stopped anywhere',
    ],
    what: 'deleting an account takes apart the roots that items have left since',
    edits: [
      [
        `${authority}/account/erase-holdings.ts`,
        'await lockFound(tx, found);',
        'await lockFound(tx, await tx.items({ ids: found.map(({ id }) => id) }));',
      ],
    ],
  },
  {
    test: [
      `${authority}/ops/erased-items.test.ts`,
      'what is restored at the last moment and deleted again keeps its 30 days',
    ],
    what: 'the clean-up erases what was deleted again while it waited for the lock',
    edits: [
      [
        `${authority}/ops/clean-up.ts`,
        'isExpired(row, before) ? row : []',
        'row.deleted_at !== null ? row : []',
      ],
    ],
  },
  {
    test: [
      `${authority}/ops/erased-items.test.ts`,
      'leaves the tombstone alone after 30 days: no text, no date, no assignee',
    ],
    what: 'the tombstone of an item keeps its assignee',
    edits: [[`${authority}/store/tombstone.ts`, '    assigned_to: null,\n', '']],
  },
];
