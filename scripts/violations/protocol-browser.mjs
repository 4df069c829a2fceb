// @ts-check

const adapters = 'apps/web/src/adapters';
const replica = 'apps/web/src/replica/store';

/** IndexedDB, and what tabs tell each other. @type {readonly import('./violation.mjs').Violation[]} */
export const browserViolations = [
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[I1] what a person does is on the disk when it is confirmed',
    ],
    what: 'a write is confirmed before it is on the disk',
    edits: [
      [
        `${adapters}/indexed-db-store.ts`,
        "return this.#run('readwrite', 'strict', work);",
        "return this.#run('readwrite', 'relaxed', work);",
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[I1] a write that the browser gives up at its end is not confirmed',
    ],
    what: 'a write is confirmed before its transaction ends',
    edits: [
      [
        `${adapters}/indexed-db-finish.ts`,
        'const ended = await done;\n  if (ended) throw ended.error;\n  return value;',
        'return value;',
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[AUTH-05] who is signed in outlives the erasing of all else, and other handles are closed',
    ],
    what: 'a handle writes to the store that came after the erased one',
    edits: [
      [
        `${adapters}/indexed-db-finish.ts`,
        "if (birthOf(await tx.objectStore('meta').get(['birth', 'store'])) === birth) return;",
        'if (birth !== null) return;',
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[AUTH-05] who is signed in outlives the erasing of all else, and other handles are closed',
    ],
    what: 'a handle opens the store that came after the erased one',
    edits: [
      [`${adapters}/indexed-db-store.ts`, 'if (this.#birth !== name) {', 'if (name === null) {'],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      'reads and writes more rows than one request takes, each once, the queue in its order',
    ],
    what: 'parts of a long read overlap',
    edits: [
      [
        `${adapters}/indexed-db-transaction.ts`,
        'range = IDBKeyRange.lowerBound(keyOf(last), true);',
        'range = IDBKeyRange.lowerBound(keyOf(last) - 1, true);',
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      'reads and writes more rows than one request takes, each once, the queue in its order',
    ],
    what: 'a long read ends with its first part',
    edits: [
      [
        `${adapters}/indexed-db-transaction.ts`,
        'if (last === undefined || part.length < partRows) return rows;',
        'if (last === undefined || part.length <= partRows) return rows;',
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[AUTH-05] who is signed in outlives the erasing of all else, and other handles are closed',
    ],
    what: 'a write in a closed database fails',
    edits: [
      [
        `${adapters}/indexed-db-store.ts`,
        'if (!isDead || isRetry || this.#isClosed) return err(failure);',
        'if (!isDead || !isRetry || this.#isClosed) return err(failure);',
      ],
    ],
  },
  {
    test: [
      `${adapters}/stored-data.browser.test.ts`,
      '[DATA-14] [I1] [I12] a row of items with damage',
    ],
    what: 'a new row overwrites an unreadable one',
    edits: [[`${adapters}/indexed-db-put.ts`, 'if (isMet) await giveWay(tx, name, row.id);', '']],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[DATA-08] keeps the queue in order and tells it by every item it touches',
    ],
    what: 'the requests of an item come in any order',
    edits: [
      [
        `${adapters}/indexed-db-transaction.ts`,
        'return this.#requestsFrom(requests).sort((a, b) => a.seq - b.seq);',
        'return this.#requestsFrom(requests);',
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      'clearing empties the data and keeps meta',
    ],
    what: 'clearing the data also clears what is kept about the account',
    edits: [
      [
        `${adapters}/indexed-db-transaction.ts`,
        '      this.#items.clear(),',
        '      this.#items.clear(),\n      this.#meta.clear(),',
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[AUTH-05] who is signed in outlives the erasing of all else, and other handles are closed',
    ],
    what: 'an account is not erased while another tab holds it',
    edits: [
      [
        `${adapters}/indexed-db-store.ts`,
        'return finish(tx, this.#birth, () => emptyStores(tx));',
        "return finish(tx, this.#birth, async () => 'emptied');",
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      'many items are found by id between others',
    ],
    what: 'many items that are read by id are their neighbours',
    edits: [
      [
        `${adapters}/indexed-db-transaction.ts`,
        'stored.filter(({ id }) => wanted.has(id))',
        'stored.slice(0, ids.length)',
      ],
    ],
  },
  {
    test: [
      `${replica}/change-queue.test.ts`,
      'what comes meanwhile waits for its turn, and nothing is taken after the end',
    ],
    what: 'changes of a tab overtake those that wait',
    edits: [
      [
        `${replica}/change-queue.ts`,
        'if (!this.#isHandingOn) void this.#handOn();',
        'void this.#handOn();',
      ],
    ],
  },
  {
    test: [
      `${replica}/open-replica.test.ts`,
      '[I25] the rest of a change is published to no tab once its data is erased',
    ],
    what: 'a tab passes on changes of an account that it has closed',
    edits: [[`${replica}/change-queue.ts`, '    this.#waiting.length = 0;\n', '']],
  },
  {
    test: [
      `${replica}/open-replica.test.ts`,
      '[I25] a late message about an item erased before the tab loaded is not shown',
    ],
    what: 'a late message puts an old row over a newer one',
    edits: [
      [
        `${replica}/open-replica.ts`,
        'const rows = change.rows.filter(({ _localVersion }) => _localVersion > readSeq);',
        'const rows = change.rows.filter(({ _localVersion }) => _localVersion > 0);',
      ],
    ],
  },
  {
    test: [
      `${replica}/open-replica.test.ts`,
      'a gap is read once, however many changes come behind it',
    ],
    what: 'each change behind a gap reads the gap again',
    edits: [
      [
        `${replica}/open-replica.ts`,
        'localSeq > newestSeq + 1 && !aheadSeqs.has(localSeq - 1)',
        'localSeq > newestSeq + 1',
      ],
    ],
  },
  {
    test: [
      `${replica}/open-replica.test.ts`,
      '[I25] a gap that could not be read is found by the next change',
    ],
    what: 'a gap that could not be read counts as closed',
    edits: [
      [
        `${replica}/open-replica.ts`,
        'if (!missed.ok) return aheadSeqs.clear();',
        'if (!missed.ok) return;',
      ],
    ],
  },
  {
    test: [
      `${replica}/open-replica.test.ts`,
      '[I25] the rest of a change is published to no tab once its data is erased',
    ],
    what: 'a tab sends on the rows of an erased account',
    edits: [
      [
        `${replica}/open-replica.ts`,
        "if (!stored.ok && stored.error.code === 'closed') outgoing.end();",
        '',
      ],
    ],
  },
];
