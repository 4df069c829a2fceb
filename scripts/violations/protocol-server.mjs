// @ts-check

const authority = 'packages/authority/src';
const database = 'apps/server/src/db';

/** The stores of the server: PostgreSQL, and memory. @type {readonly import('./violation.mjs').Violation[]} */
export const serverViolations = [
  {
    test: [
      'packages/authority/src/store/remembering-tx.test.ts',
      'uuids of items to be made are looked for at once, and each is taken for free once',
    ],
    what: 'a uuid that was free stays free for the transaction',
    edits: [
      [
        'packages/authority/src/store/remembering-tx.ts',
        '!this.#free.delete(uuid)',
        '!this.#free.has(uuid)',
      ],
    ],
  },
  {
    row: 'PERF-03',
    what: 'each create of a batch looks for its uuid',
    edits: [
      [
        'packages/authority/src/commands/run-batch.ts',
        'rememberingTx(plainTx, requests.flatMap(newUuidOf))',
        'rememberingTx(plainTx)',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/run-batch.test.ts`,
      '[PERF-03] fifty requests of a batch share a transaction',
    ],
    what: 'each request of a batch runs in its own transaction',
    edits: [
      [
        `${authority}/commands/run-batch.ts`,
        'entries.length === 1 || ids.size',
        'entries.length > 0 || ids.size',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/run-batch.test.ts`,
      '[PERF-03] requests that meet another transaction wait for it one by one',
    ],
    what: 'what met another transaction fails with it',
    edits: [
      [
        `${authority}/commands/run-batch.ts`,
        'throw error;\n    return [];',
        'throw error;\n    throw error;',
      ],
    ],
  },
  {
    test: [`${authority}/store/remembering-tx.test.ts`, '[I4] whatever a transaction writes'],
    what: 'a transaction forgets what it has made in a family',
    edits: [[`${authority}/store/remembering-tx.ts`, '    this.#addBelow(item);\n', '']],
  },
  {
    test: [
      `${authority}/ops/erased-items.test.ts`,
      'a cursor from before removals that are forgotten has to start over, a full fetch has not',
    ],
    what: 'the memory store forgets removals without raising the floor',
    edits: [
      [
        `${authority}/testing/memory-feed.ts`,
        'floor: Math.max(head.floor, row.seq)',
        'floor: head.floor',
      ],
    ],
  },
  {
    test: [
      'apps/server/src/clean-up.test.ts',
      'a cursor from before erased removals is epoch_changed; a full pull is not',
    ],
    what: 'PostgreSQL forgets removals without raising the floor',
    edits: [
      [
        `${database}/store/access.ts`,
        'set floor = greatest(h.floor, g.seq)',
        'set floor = h.floor',
      ],
    ],
  },
  {
    test: [`${database}/store-rules.test.ts`, '[I7] the floor of a feed never sinks'],
    what: 'a later portion of forgotten removals lowers the floor',
    edits: [
      [`${database}/store/access.ts`, 'set floor = greatest(h.floor, g.seq)', 'set floor = g.seq'],
    ],
  },
  {
    test: [
      `${database}/store-rules.test.ts`,
      '[I10] a page says that there is more exactly while there is',
    ],
    what: 'a full page of PostgreSQL says that there is no more',
    edits: [
      [
        `${database}/store/access.ts`,
        'order by a.seq limit ${limit + 1}',
        'order by a.seq limit ${limit}',
      ],
    ],
  },
  {
    test: [`${database}/store-rules.test.ts`, 'the epoch of a user is renewed once for one loss'],
    what: 'two devices that find one loss renew the epoch twice',
    edits: [
      [
        `${database}/store/heads.ts`,
        "\n          and coalesce(epoch, (select value from meta where key = 'epoch')) = ${epoch}",
        '',
      ],
    ],
  },
  {
    test: [
      `${database}/head-locks.test.ts`,
      'heads are locked in one order, also while some of them have moved in the present run',
    ],
    what: 'heads are locked from the greatest user id down',
    edits: [
      [
        `${database}/store/heads.ts`,
        'order by h.user_id for update of h',
        'order by h.user_id desc for update of h',
      ],
    ],
  },
  {
    test: [
      `${database}/store-rules.test.ts`,
      '[I21] nothing is written for an account that has ended',
    ],
    what: 'the feed of a deleted account is written to',
    edits: [
      [
        `${database}/store/feed.ts`,
        'where not exists (select from heads h where h.user_id = r.user_id and h.ended)',
        '',
      ],
    ],
  },
  {
    test: [
      `${database}/store-rules.test.ts`,
      '[I21] nothing is written for an account that has ended',
    ],
    what: 'a deleted account is given access',
    edits: [[`${database}/store/outcome.ts`, ' and m.ended is not true', '']],
  },
  {
    test: [`${database}/races.test.ts`, 'transactions that block each other both succeed'],
    what: 'the lock of a root does not exclude others',
    edits: [
      [`${database}/store/items.ts`, 'order by id for no key update', 'order by id for share'],
    ],
  },
  {
    test: [
      `${database}/postgres-store.test.ts`,
      'the same commands leave the same rows as on the memory store (1000 lists)',
    ],
    what: 'a key of another user counts as the caller’s',
    edits: [
      [
        `${database}/store/ops.ts`,
        'left join ops o on o.user_id = ${userId} and o.op_id',
        'left join ops o on o.op_id',
      ],
    ],
  },
  {
    test: [`${database}/store-rules.test.ts`, '[SHARE-03] children are counted for a viewer'],
    what: 'counts include children that the reader does not see',
    edits: [
      [`${database}/store/items.ts`, 'c.occurrence_of is null ${seen}', 'c.occurrence_of is null'],
    ],
  },
  {
    test: [
      `${database}/large-families.test.ts`,
      'a batch deletes a campaign with its 4,999 items, a bounded number of rows a statement; it comes back so',
    ],
    what: 'all later access rows of a large change have one place in the feed',
    edits: [
      [
        `${database}/store/outcome.ts`,
        'return { ...row, seq: head - row.behind, behind: null };',
        'return { ...row, seq: head, behind: null };',
      ],
    ],
  },
  {
    test: [
      `${database}/known-run.test.ts`,
      'every node answers with the epoch of a restored database, even if another node found the restore',
    ],
    what: 'a node keeps the epoch of before a restore',
    edits: [[`${database}/postgres-store.ts`, 'epoch = await readEpoch(db);\n        run', 'run']],
  },
  {
    test: ['apps/server/src/device-headers.test.ts', '[I5] another user in X-Actor is refused'],
    what: 'the server answers a device that holds another user’s data',
    edits: [
      [
        'apps/server/src/http/client-checks.ts',
        'return actor !== null && actor !== String(userId);',
        'return false;',
      ],
    ],
  },
];
