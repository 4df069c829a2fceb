// @ts-check

const sync = 'packages/sync/src';

/** The queue of a device, and what it imports. @type {readonly import('./violation.mjs').Violation[]} */
export const queueViolations = [
  {
    test: [
      `${sync}/push/concurrent-delete.test.ts`,
      '[I7] an item of which no answer told an earlier release is there after a delete of it',
    ],
    what: 'an item without a row of the server stays deleted after its delete has left the queue',
    edits: [
      [
        `${sync}/store/local-item.ts`,
        'return { ...row, _deleted: false, deletedBy: null };',
        'return { ...row, deletedBy: null };',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-create.test.ts`,
      '[RESTORE-03] [I1] an edit behind a create that may repeat another outlives the other one',
    ],
    what: 'a change is merged into a create that may repeat another',
    edits: [[`${sync}/queue/coalesce.ts`, 'if (last.isAgain) return', 'if (false) return']],
  },
  {
    test: [`${sync}/actions/coalesced-actions.test.ts`, 'and never what was sent'],
    what: 'a change is merged into a request that was sent',
    edits: [[`${sync}/queue/coalesce.ts`, 'if (last.sent) return null;', '']],
  },
  {
    test: [
      `${sync}/actions/coalesced-actions.test.ts`,
      'a parent completed by hand stays so, though a child was made before it was sent',
    ],
    what: 'a status is merged past later requests',
    edits: [
      [
        `${sync}/queue/coalesce.ts`,
        'change.status !== undefined && !isNewestOfAll',
        'change.status !== undefined && false',
      ],
    ],
  },
  {
    test: [
      `${sync}/actions/coalesced-actions.test.ts`,
      '[I9] what cancels leaves nothing on the parents that it went through',
    ],
    what: 'a move is merged into an earlier request',
    edits: [
      [`${sync}/queue/coalesce.ts`, 'if (change.parent_uuid !== undefined) return null;', ''],
    ],
  },
  {
    test: [
      `${sync}/queue/coalesce.test.ts`,
      'an edit that joins a completion keeps the time of that',
    ],
    what: 'an edit that joins a completion loses the time of that',
    edits: [
      [
        `${sync}/queue/coalesce.ts`,
        'change.status === undefined ? former : completedAt',
        'completedAt',
      ],
    ],
  },
  {
    test: [
      `${sync}/queue/uncancelled-create.test.ts`,
      '[I1] a delete does not cancel a create that was sent',
    ],
    what: 'a delete cancels a create that was sent',
    edits: [
      [
        `${sync}/queue/mutation-queue.ts`,
        "if (kindOf(first) !== 'create' || chain.some((request) => request.sent)) return false;",
        "if (kindOf(first) !== 'create') return false;",
      ],
    ],
  },
  {
    test: [
      `${sync}/actions/coalesced-actions.test.ts`,
      '[OFF-08] create and delete cancel, unless something queued refers to the item',
    ],
    what: 'a delete cancels a create that a child needs',
    edits: [
      [
        `${sync}/queue/mutation-queue.ts`,
        'return !queue.some((request) => request.needs.includes(change.uuid));',
        'return queue.length > 0;',
      ],
    ],
  },
  {
    test: [
      `${sync}/queue/uncancelled-create.test.ts`,
      '[I1] a delete does not cancel a create that may repeat that of another device',
    ],
    what: 'a delete cancels a create that may repeat another',
    edits: [
      [
        `${sync}/queue/mutation-queue.ts`,
        'if (first.isImport || first.isAgain) return false;',
        'if (first.isImport) return false;',
      ],
    ],
  },
  {
    test: [
      `${sync}/queue/uncancelled-create.test.ts`,
      '[I1] a delete does not cancel an unsent import',
    ],
    what: 'a delete cancels an unsent import',
    edits: [
      [
        `${sync}/queue/mutation-queue.ts`,
        'if (first.isImport || first.isAgain) return false;',
        'if (first.isAgain) return false;',
      ],
    ],
  },
  {
    test: [
      `${sync}/queue/mutation-queue.test.ts`,
      '[I3] [I18] what was sent keeps its base while its item is out of sight',
    ],
    what: 'what was sent loses its base while its item is out of sight',
    edits: [
      [
        `${sync}/queue/mutation-queue.ts`,
        'request.sent && (basis === null || (isUndecided && previous === null))',
        'request.sent && isUndecided && previous === null',
      ],
    ],
  },
  {
    test: [
      `${sync}/queue/dependents.test.ts`,
      '[I4] what is created in an item waits for the restore of that',
    ],
    what: 'a create does not wait for the restore of its parent',
    edits: [
      [
        `${sync}/queue/dependents.ts`,
        "if (itemUuid === null || (kind !== 'create' && kind !== 'restore')) return next;",
        "if (itemUuid === null || kind !== 'create') return next;",
      ],
    ],
  },
  {
    test: [
      `${sync}/queue/dependents.test.ts`,
      '[I4] what was created in an item before its restore waits for nothing',
    ],
    what: 'a create waits for a restore of its parent that was queued later',
    edits: [
      [
        `${sync}/queue/dependents.ts`,
        "const after = kind === 'create' ? 0 : seq;",
        'const after = 0;',
      ],
    ],
  },
  {
    test: [
      `${sync}/queue/block.test.ts`,
      '[I12] what waits for two blocked requests stays blocked until both go on',
    ],
    what: 'what waits for two blocked requests goes on when one of them does',
    edits: [[`${sync}/queue/block.ts`, '  await blockBehindOthers(unit, unblocked);\n', '']],
  },
  {
    test: [
      `${sync}/push/refusals.test.ts`,
      '[SYNC-07] [I1] a refusal blocks the request and its dependents',
    ],
    what: 'Retry sends a refused request under its old key',
    edits: [
      [
        `${sync}/queue/block.ts`,
        "why.kind === 'verdict'",
        "why.kind === 'server_errors' && why.status < 500",
      ],
    ],
  },
  {
    test: [
      `${sync}/data-file/data-file.test.ts`,
      '[I1] what another tab has imported meanwhile stays',
    ],
    what: 'two tabs that import a file at once double its items',
    edits: [
      [
        `${sync}/data-file/data-file-import.ts`,
        'if ((await unit.item(planned.uuid)) !== undefined) continue;',
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/data-file/data-file.test.ts`,
      'what was deleted since a file was read gets nothing',
    ],
    what: 'an import puts items below a deleted one',
    edits: [
      [
        `${sync}/data-file/data-file-import.ts`,
        'parent !== undefined && !parent._deleted',
        'parent !== undefined',
      ],
    ],
  },
  {
    test: [
      `${sync}/data-file/signed-in-import.test.ts`,
      'with a wrong clock keeps the times of the file',
    ],
    what: 'imported times are corrected by the clock’s offset',
    edits: [
      [
        `${sync}/data-file/data-file-import.ts`,
        'await importItem(unit, item, 0);',
        'await importItem(unit, item, null);',
      ],
    ],
  },
  {
    test: [
      `${sync}/data-file/data-file.test.ts`,
      'comes back the same in another browser, with its own times, places and status',
    ],
    what: 'an import queues children before their parents',
    edits: [
      [
        `${sync}/data-file/data-file-plan.ts`,
        'itemTypes.indexOf(a.type) - itemTypes.indexOf(b.type)',
        '0',
      ],
    ],
  },
  {
    test: [
      `${sync}/data-file/signed-in-import.test.ts`,
      '[I1] what another device imported and deleted is asked about, and comes back by another import',
    ],
    what: 'an import takes the uuid of what was deleted',
    edits: [
      [
        `${sync}/data-file/data-file-plan.ts`,
        '(row !== undefined || isUsed(answer))',
        'row !== undefined',
      ],
    ],
  },
  {
    test: [
      `${sync}/actions/actions.test.ts`,
      'publishes to memory and other tabs once it is durable, one localSeq a write',
    ],
    what: 'each write has the number of the one before',
    edits: [
      [
        `${sync}/store/unit-of-work.ts`,
        'this.#counters = { ...counters, localSeq: counters.localSeq + 1 };',
        'this.#counters = { ...counters };',
      ],
    ],
  },
];
