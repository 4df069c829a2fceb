// @ts-check

const queuedRequest = 'packages/sync/src/store/queued-request.ts';
const unit = 'packages/sync/src/store/unit-of-work.ts';
const readable = 'packages/sync/src/store/readable-row.ts';
const schema = 'apps/web/src/adapters/indexed-db-schema.ts';
const put = 'apps/web/src/adapters/indexed-db-put.ts';
const unreadable = 'apps/web/src/replica/client/unreadable-rows.ts';
const damagedPanel = 'apps/web/src/features/preferences/damaged-panel.tsx';

/** What a browser stores, and what of it can be damaged. @type {readonly import('./violation.mjs').Violation[]} */
export const storedDataViolations = [
  {
    row: 'SYNC-11',
    what: 'a request of a newer app is folded and sent as one of this app',
    edits: [[queuedRequest, '  requireKnownShape(stored, unskipShape);\n', '']],
  },
  {
    row: 'SYNC-11',
    what: 'the store of tests takes a request of a newer app for one of this app',
    edits: [
      [
        'packages/sync/src/memory/memory-store.ts',
        'for (const one of requests) requireKnownShape(one, unskipShape);',
        '',
      ],
    ],
  },
  {
    row: 'SYNC-11',
    what: 'a request of a newer app is passed over as damage',
    edits: [
      [
        'packages/sync/src/store/readable-row.ts',
        'if (isOfNewerShape(row, unskipShape)) return true;',
        'if (isOfNewerShape(row, unskipShape)) return false;',
      ],
    ],
  },
  {
    row: 'SYNC-11',
    what: 'a row of a newer app is shown as one of this app',
    edits: [
      ['packages/sync/src/store/local-item.ts', '  requireKnownShape(row, itemShape);\n', ''],
    ],
  },
  {
    row: 'SYNC-11',
    what: 'no page hears of a row of a newer app',
    edits: [
      [
        'apps/web/src/adapters/indexed-db-store.ts',
        '        this.#listener.onNewer?.(this.#account);\n',
        '',
      ],
    ],
  },
  {
    row: 'SYNC-11',
    what: 'nobody is asked for the new version that a row needs',
    edits: [
      [
        'apps/web/src/replica/client/account-state.ts',
        '    this.#newer.add(account);\n    if (this.#opened !== null &&',
        '    this.#newer.add(account);\n    if (this.#opened === null &&',
      ],
    ],
  },
  {
    row: 'DATA-06',
    what: 'the database is not named after the product',
    edits: [
      [
        'apps/web/src/adapters/indexed-db-store.ts',
        "account === 0 ? 'foray' :",
        "account === 0 ? 'local' :",
      ],
    ],
  },
  {
    row: 'DATA-06',
    what: 'the database has version 2',
    edits: [[schema, 'databaseVersion = 1', 'databaseVersion = 2']],
  },
  {
    row: 'DATA-06',
    what: 'items have no index by assignee',
    edits: [[schema, "'user_id', 'assigned_to', 'parent_id'", "'user_id', 'parent_id'"]],
  },
  {
    row: 'DATA-06',
    what: 'contacts have no index by phone',
    edits: [[schema, "  contacts.createIndex('contact_phone', 'contact_phone');\n", '']],
  },
  {
    row: 'DATA-07',
    what: 'the display counts have another name',
    edits: [['apps/web/src/adapters/queue-counts.ts', "'sync-queue-storage'", "'sync-queue'"]],
  },
  {
    row: 'DATA-07',
    what: 'more than the counts is stored beside the queue',
    edits: [
      [
        'apps/web/src/adapters/queue-counts.ts',
        'save({ pending, blocked }: QueueCounts)',
        'save(counts: QueueCounts)',
      ],
      [
        'apps/web/src/adapters/queue-counts.ts',
        'JSON.stringify({ pending, blocked })',
        'JSON.stringify(counts)',
      ],
    ],
  },
  {
    row: 'DATA-07',
    what: 'who is signed in is copied under another name',
    edits: [
      ['apps/web/src/adapters/account-mirror.ts', "'local-data-storage'", "'account-storage'"],
    ],
  },
  {
    row: 'DATA-07',
    what: 'the copy decides who is signed in',
    edits: [
      [
        'packages/sync/src/account/stored-account-memory.ts',
        'mirrored === null || mirrored.isCopy',
        'mirrored === null',
      ],
    ],
  },
  {
    row: 'DATA-14',
    what: 'an unreadable row counts each time it is met',
    edits: [
      [unreadable, 'keys.add(`${store}/${key}`);', 'keys.add(`${store}/${key}/${keys.size}`);'],
      [unreadable, 'if (keys.has(`${store}/${key}`)) return false;', ''],
    ],
  },
  {
    test: ['apps/web/src/adapters/indexed-db-store.browser.test.ts', 'gives way to one that can'],
    what: 'an unreadable row that gives way is lost',
    edits: [
      [
        put,
        "  await meta.put({ kind: 'unreadable', id, value } satisfies MetaRow<'unreadable'>);\n",
        '',
      ],
    ],
  },
  {
    row: 'DATA-14',
    what: 'a row whose base is another item’s is read',
    edits: [[readable, 'return base === null || base.uuid === uuid;', 'return true;']],
  },
  {
    row: 'DATA-14',
    what: 'a damaged queued request is read',
    edits: [
      [
        readable,
        '    return request(upcastRequest(row as StoredRequest));',
        '    return upcastRequest(row as StoredRequest) !== null;',
      ],
    ],
  },
  {
    row: 'DATA-14',
    what: 'a new item of a guest takes the number of an unreadable one',
    edits: [
      [
        unit,
        '(isLocalId(id) ? Math.max(most, id) : most), 0);',
        '(items.some((one) => one.id === id) ? Math.max(most, id) : most), 0);',
      ],
    ],
  },
  {
    row: 'DATA-14',
    what: 'counters that are lost start again at the stamps that are left',
    edits: [[unit, 'Math.max(stamped + unstampedMost, Math.floor(nowMs))', 'stamped']],
  },
  {
    row: 'DATA-14',
    what: 'unreadable rows cannot be saved',
    edits: [
      [
        damagedPanel,
        "saveFile('foray-unreadable.json', 'application/json', [asText()])",
        'undefined',
      ],
    ],
  },
  {
    row: 'DATA-14',
    what: 'unreadable rows are discarded without a question',
    edits: [[damagedPanel, 'onClick={() => setIsAsking(true)}', 'onClick={() => void discard()}']],
  },
];
