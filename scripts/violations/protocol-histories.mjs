// @ts-check

const sync = 'packages/sync/src';

/** What a device does when the server has another history. @type {readonly import('./violation.mjs').Violation[]} */
export const historyViolations = [
  {
    test: [
      `${sync}/engine/new-epoch-seen.test.ts`,
      '[RESTORE-03] [I18] a number of the old history shown by an editor hides no change of the new one',
    ],
    what: 'a conflict found while saving keeps the numbers of what the editor showed',
    edits: [
      [
        `${sync}/actions/seen.ts`,
        '...(seen.base ?? server), ...shown, version: 0, rev: 0',
        '...(seen.base ?? { ...server, version: 0, rev: 0 }), ...shown',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-seen.test.ts`,
      '[RESTORE-03] [I18] a status of the new history is no roll-up though an editor shows its number',
    ],
    what: 'a version of one history counts as the same in another',
    edits: [[`${sync}/actions/seen.ts`, ' && row.base.updated_at === seen.base.updated_at', '']],
  },
  {
    test: [
      `${sync}/engine/new-epoch-seen.test.ts`,
      '[RESTORE-03] [I18] what an open editor did not show is asked about again after a restore',
    ],
    what: 'the row below a conflict counts as seen once its history has ended',
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'conflict !== undefined && conflict.base?.rev !== base.rev',
        'conflict?.base === null',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-lost.test.ts`,
      '[RESTORE-03] [I18] what nobody has seen is asked about once the lost item is created again',
    ],
    what: 'a change over what nobody has seen is sent behind the create of the item',
    edits: [
      [`${sync}/push/apply-confirmed.ts`, 'if (row.former?.isUnseen === true) {', 'if (false) {'],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-lost.test.ts`,
      '[RESTORE-03] [I18] what was asked about is asked again once its item comes back, also at the version of a lost row',
    ],
    what: 'a conflict takes the version of a row that is lost for one of the present history',
    edits: [
      [
        `${sync}/remote/buffered-changes.ts`,
        'return base !== null && row.former?.isLost ? { ...base, version: 0 } : base;',
        'return base;',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/full-fetch.test.ts`,
      '[I7] a change that waits for a decision is gone when everything is fetched again',
    ],
    what: 'a full fetch keeps the buffered rows of before',
    edits: [
      [
        `${sync}/remote/full-fetch.ts`,
        'for (const { id } of await tx.metaOf(storedName.buffered))',
        'for (const { id } of [])',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/positions.test.ts`,
      'of more positions than a call carries the latest go',
    ],
    what: 'a call carries the oldest positions',
    edits: [
      [`${sync}/remote/positions.ts`, 'held.slice(-maxPositions)', 'held.slice(0, maxPositions)'],
    ],
  },
  {
    test: [
      `${sync}/remote/positions.test.ts`,
      '[I1] a position that has grown since a call was made',
    ],
    what: 'an answer removes a position that has grown since its call',
    edits: [
      [
        `${sync}/remote/positions.ts`,
        'one.run === answered && one.head === reached',
        'one.run === answered',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/positions.test.ts`,
      '[I1] a position that grows counts as received last',
    ],
    what: 'a position that grows stays an old one',
    edits: [
      [
        `${sync}/remote/positions.ts`,
        'const place = (held.at(-1)?.place ?? 0) + 1;',
        'const place = known?.place ?? (held.at(-1)?.place ?? 0) + 1;',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/positions.test.ts`,
      '[I1] a batch that reaches a restored server changes nothing before the device knows about the restore',
    ],
    what: 'what was sent keeps its key in a new history',
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'if (sent) await renewKey(unit, request, change);\n    else await',
        'await',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-lost.test.ts`,
      '[RESTORE-03] [I1] what is lost while the epoch is unknown is offered again too',
    ],
    what: 'a history that lost something under the same name counts as the same',
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'if (same.epoch === epoch && !isRefuted) {',
        'if (same.epoch === epoch) {',
      ],
    ],
  },
  {
    test: [`${sync}/actions/read-notifications.test.ts`, '[I1] a new history keeps as read only'],
    what: 'a read mark counts beyond the common part',
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        "Math.min(Number(request.data?.['up_to'] ?? 0), knownHead)",
        "Number(request.data?.['up_to'] ?? 0)",
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/pull-again.test.ts`,
      '[I7] [I12] a cursor that is lost while a new history is fetched leaves nothing of the former one',
    ],
    what: 'sending begins when the first type of a new history is here',
    edits: [
      [
        `${sync}/remote/full-fetch.ts`,
        "if ((await unit.tx.meta('cursor', type))?.fullSince !== null) return;",
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/pull-streams.test.ts`,
      'rows keeps every row, and what is queued about them',
    ],
    what: 'a full fetch takes its own first rows for former ones',
    edits: [[`${sync}/remote/full-fetch.ts`, 'fullSince: localSeq - 1', 'fullSince: localSeq + 1']],
  },
  {
    test: [
      `${sync}/engine/new-epoch-create.test.ts`,
      '[RESTORE-03] [I1] what another device creates again first is asked about by the one that knows more',
    ],
    what: 'an item that another device created again counts as created by this one',
    edits: [
      [`${sync}/push/outcome.ts`, "request.isAgain && status === 200 ? 'stale' : 'done'", "'done'"],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-create.test.ts`,
      '[RESTORE-03] [I8] a create that may have arrived in the former history is not cancelled by a delete',
    ],
    what: 'a create that was sent in the former history counts as never sent',
    edits: [
      [`${sync}/remote/epoch-change.ts`, '...(isPossible ? { isAgain: true as const } : {}),', ''],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-create.test.ts`,
      '[RESTORE-03] what is queued behind a create that may repeat another is sent once that is answered',
    ],
    what: 'what is queued behind a create that may repeat another is sent with it',
    edits: [[`${sync}/push/push.ts`, ', ...behindRepeated(queue)]', ']']],
  },
  {
    test: [
      `${sync}/remote/epoch-change.test.ts`,
      '[I8] what the server did beyond the rows that were pulled counts as new to the device',
    ],
    what: 'a head that another answer has named counts as pulled',
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'Math.max(rev, receivedUpTo?.[type] ?? Infinity)',
        'Infinity',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-lost.test.ts`,
      '[RESTORE-03] [I18] what was lost two restores ago is not offered over what came between',
    ],
    what: 'after two restores the common part is that with the last history alone',
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'sharedUpTo: Math.min(sharedUpTo, knownHead, received)',
        'sharedUpTo: Math.min(knownHead, received)',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-lost.test.ts`,
      '[RESTORE-03] [I18] what was lost two restores ago is not offered over what came between',
    ],
    what: 'what changed after the common part counts as unchanged',
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'rev <= Math.min(knownHead, sharedUpTo)',
        'rev <= Math.max(knownHead, sharedUpTo)',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-lost.test.ts`,
      '[RESTORE-03] [I18] what was lost two restores ago is not offered over what came between',
    ],
    what: 'what a first restore lost counts as known after a second',
    edits: [
      [
        `${sync}/remote/epoch-change.ts`,
        'former.isLost || isBeyond(former.base',
        'isBeyond(former.base',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/epoch-change-queue.test.ts`,
      '[I8] a delete is asked for again with what it took, also where a change of that still waits',
    ],
    what: 'a delete that is asked for again leaves out what a change of still waits',
    edits: [
      [
        `${sync}/remote/repeat-deletes.ts`,
        'if (row?.deletedBy !== value.requestId) continue;',
        "if (row?.deletedBy !== value.requestId || row._syncStatus !== 'synced') continue;",
      ],
    ],
  },
];
