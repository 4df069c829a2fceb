// @ts-check

const sync = 'packages/sync/src';

/** What a device receives. @type {readonly import('./violation.mjs').Violation[]} */
export const pullViolations = [
  {
    test: [
      `${sync}/actions/restore.test.ts`,
      '[RESTORE-03] [I7] leaves its number to the item that has it after a restored backup',
    ],
    what: 'what the server’s trash lists counts as of the present history',
    edits: [[`${sync}/actions/restore.ts`, 'deletedAt, ...unknown }', 'deletedAt }']],
  },
  {
    test: [
      `${sync}/pull/pull-again.test.ts`,
      '[I10] a page of changes that was asked for before everything is fetched again is left',
    ],
    what: 'a page of changes is applied although the cursor has moved',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'if (state.cursor !== since || state.fullSince !== fullSince) return;',
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/pull-streams.test.ts`,
      '[I10] pages over 200 rows keep the cursor with their rows through any interruption',
    ],
    what: 'a part of a page stores the cursor of the whole page',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'isLast || last === undefined ? page.cursor : subjectOf(last).rev',
        'page.cursor',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/pull-again.test.ts`,
      '[I7] a full fetch in several parts removes what none of them mentions',
    ],
    what: 'a full fetch forgets with its first part that it is one',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'fullSince: isEnd ? null : state.fullSince,',
        'fullSince: null,',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/pull-again.test.ts`,
      '[I7] [I12] a cursor that is lost while a new history is fetched',
    ],
    what: 'a lost cursor makes the fetch of a new history a plain one',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'return isOtherHistory ? { ...start, fullSince: 0 } : start;',
        'return start;',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/pull-again.test.ts`,
      '[I17] a cursor that is too old causes a full fetch, and no row gets older',
    ],
    what: 'a full fetch removes only what another history left',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'row.type !== type || !wasPulled ||',
        'row.type !== type || row.base !== null || !wasPulled ||',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/pages.test.ts`,
      '[I1] [I7] a page that was asked for in an earlier full fetch ends none that has begun since',
    ],
    what: 'a late page of one full fetch ends the next',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'state.cursor !== from || state.fullSince !== fullSince',
        'state.cursor !== from',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/prefetch.test.ts`,
      '[I10] a page asked for ahead is not used where another tab has moved the cursor',
    ],
    what: 'a page that was asked for ahead is used wherever the cursor is',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'const isAsked: boolean = ahead?.since === since && ahead.fullSince === fullSince;',
        'const isAsked: boolean = ahead !== null;',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/new-epoch-trash.test.ts`,
      '[RESTORE-03] [I10] rows restored by the new history stay, independent of the old revisions',
    ],
    what: 'a removal that is older than the row removes it',
    edits: [
      [
        `${sync}/remote/apply-remote.ts`,
        'if (held.base !== null && removal.rev <= held.base.rev) return null;',
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/full-fetch.test.ts`,
      '[I7] a change that waits for a decision is gone when everything is fetched again',
    ],
    what: 'an older change replaces a newer buffered one',
    edits: [
      [
        `${sync}/remote/apply-remote.ts`,
        'if (waiting !== undefined && subjectOf(waiting).rev > rev) return;\n  await unit.tx.putMeta',
        'await unit.tx.putMeta',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/conflict-found.test.ts`,
      '[I13] a delete conflict ends when the server deletes the item too',
    ],
    what: 'an item that leaves the device leaves its conflict behind',
    edits: [
      [`${sync}/remote/apply-remote.ts`, "    unit.tx.deleteMeta('conflict', row.uuid),\n", ''],
    ],
  },
  {
    test: [`${sync}/pull/self-check.test.ts`, 'nothing is compared in the middle of a full fetch'],
    what: 'a self-check compares in the middle of a full fetch',
    edits: [
      [
        `${sync}/pull/self-check.ts`,
        'state?.cursor !== head || state.fullSince !== null',
        'state?.cursor !== head',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/self-check.test.ts`,
      'a difference that stays is not fetched for ever, and nothing says in step',
    ],
    what: 'a difference that stays is fetched again and again',
    edits: [
      [
        `${sync}/engine/sync-cycle.ts`,
        "if (found.kind === 'equal' || isSecond) return;",
        "if (found.kind === 'equal') return;",
      ],
    ],
  },
  {
    test: [
      `${sync}/push/concurrent-delete.test.ts`,
      'what is deleted here and out of sight on the server',
    ],
    what: 'what a person lost the right to stays in their trash',
    edits: [
      [
        `${sync}/remote/apply-remote.ts`,
        "if (reason === 'hidden' || row.deletedBy === null || item === null || isGone) {",
        'if (row.deletedBy === null || item === null || isGone) {',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/missed-streams.test.ts`,
      '[SYNC-03] [I7] another history is detected although the other streams fail',
    ],
    what: 'a failure of all calls counts as one of a stream',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'for (const { why } of failures) if (!isAboutOneCall(why)) throw why;',
        '',
      ],
    ],
  },
  {
    test: [`${sync}/actions/read-notifications.test.ts`, '[I7] an unsent read mark stays here'],
    what: 'a pull shows notifications as unread whose read mark is queued',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'const isRead = one.rev <= readUpTo && one.read_at === null;',
        'const isRead = one.rev < 0;',
      ],
    ],
  },
  {
    test: [`${sync}/pull/pull-again.test.ts`, '[I7] a full fetch removes the contacts'],
    what: 'a full fetch keeps contacts that the server does not mention',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'if (state.fullSince !== null) await forgetChanges(unit);',
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/optimistic/roll-up.test.ts`,
      'a roll-up of a change that is made during the pull of the one before stays',
    ],
    what: 'a pull ends a roll-up although a child is pending again',
    edits: [
      [
        `${sync}/remote/unconfirmed.ts`,
        "if (children.some((child) => child._syncStatus === 'pending')) return;",
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/optimistic/roll-up.test.ts`,
      'a roll-up over two levels stays while what it follows from is not sent',
    ],
    what: 'a pull ends a roll-up although what it follows from is not sent',
    edits: [
      [`${sync}/remote/unconfirmed.ts`, "if (child._syncStatus !== 'synced') return false;", ''],
    ],
  },
  {
    test: [
      `${sync}/optimistic/shown-roll-ups.test.ts`,
      'when a todo goes, its task follows from those that remain',
    ],
    what: 'a pull ends a roll-up although the move that it follows from is not sent',
    edits: [
      [`${sync}/remote/unconfirmed.ts`, 'if (moving.has(uuid)) return false;', ''],
      [`${sync}/remote/unconfirmed.ts`, 'if (moving.has(uuid)) return;', ''],
    ],
  },
  {
    test: [
      `${sync}/optimistic/roll-up.test.ts`,
      'a roll-up over two levels stays while what it follows from is not sent',
    ],
    what: 'a pull ends a roll-up of a roll-up too early',
    edits: [
      [
        `${sync}/remote/unconfirmed.ts`,
        'if (child.rolled !== null && !(await isFamilySynced(tx, child.uuid, moving, seen)))\n      return false;',
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/pull/missed-streams.test.ts`,
      '[SYNC-03] a roll-up stays while the stream that brings the result of the server fails',
    ],
    what: 'the pull of another type ends what is shown ahead of the server',
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'type === null ? pulled.length > 0 : pulled.includes(type),',
        'type === null ? pulled.length > 0 : true,',
      ],
    ],
  },
];
