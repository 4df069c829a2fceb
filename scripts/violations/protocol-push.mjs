// @ts-check

const sync = 'packages/sync/src';

/** What a device sends, and what it makes of the answers. @type {readonly import('./violation.mjs').Violation[]} */
export const pushViolations = [
  {
    test: [
      `${sync}/push/apply-confirmed.test.ts`,
      '[I20] what a create made is what requests behind it start from, also where it is deleted since',
    ],
    what: 'what a create made is forgotten once it is answered without the item',
    edits: [
      [
        `${sync}/push/apply-confirmed.ts`,
        'base === null && row.former == null && isCreateOf(request, row.uuid)',
        'false',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/apply-confirmed.test.ts`,
      '[I20] a status that has rolled up under an answer is no change of others',
    ],
    what: 'a status that rolled up under an answer is asked about',
    edits: [[`${sync}/push/apply-confirmed.ts`, '(isOurs || shown.deleted)', 'shown.deleted']],
  },
  {
    test: [
      `${sync}/actions/remove-person.test.ts`,
      '[SHARE-07] [I7] what others have moved out meanwhile keeps its assignee',
    ],
    what: 'an assignment that a removal was expected to end stays ended though the server kept it',
    edits: [
      [
        `${sync}/push/apply-confirmed.ts`,
        "await unit.tx.putMeta('unassigned', row.uuid, { assigned_to: removed, rev });",
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/refusals.test.ts`,
      '[I12] what was sent behind a change that the store has lost is decided on, not sent for ever',
    ],
    what: 'a request behind one that is gone keeps its key while a change of its item waits',
    edits: [
      [
        `${sync}/push/apply-refusal.ts`,
        'if (isBuffered) return void (await takeNewKey(unit, request));',
        'if (isBuffered) return;',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/refusals.test.ts`,
      '[I20] [CONF-04] what was sent behind a change that takes a new key over an undecided conflict follows it',
    ],
    what: 'a request over an undecided conflict names the former key of the one before it',
    edits: [[`${sync}/queue/mutation-queue.ts`, 'isUndecided && previous === null', 'isUndecided']],
  },
  {
    test: [
      `${sync}/push/refusals.test.ts`,
      '[I18] [CONF-04] a change that failed until it was blocked is not sent again over an undecided conflict',
    ],
    what: 'a request that was sent takes the basis of an undecided conflict',
    edits: [
      [
        `${sync}/queue/mutation-queue.ts`,
        '(basis === null || (isUndecided && previous === null))',
        'basis === null',
      ],
    ],
  },
  {
    test: [
      `${sync}/cycle/backoff.test.ts`,
      'devices that fail at once try again at different times',
    ],
    what: 'the pauses after failures have no jitter',
    edits: [[`${sync}/cycle/backoff.ts`, 'steepMs * (0.5 + this.#ids.random() / 2)', 'steepMs']],
  },
  {
    test: [
      `${sync}/push/apply-answers.test.ts`,
      'an answer that leaves the rights as they were has nothing below fetched again',
    ],
    what: 'each answer has everything below its item fetched again',
    edits: [
      [
        `${sync}/push/apply-answers.ts`,
        'if (row?.base != null && hasOtherRights(row.base, fresh))',
        'if (row?.base != null)',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/apply-answers.test.ts`,
      '[I17] an answer that was overtaken puts no older row under what is shown',
    ],
    what: 'an answer that was overtaken replaces the newer row',
    edits: [
      [
        `${sync}/push/apply-confirmed.ts`,
        'if (row.base !== null && row.base.rev >= received.rev) {',
        'if (row.base !== null && row.base.rev < 0) {',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/apply-confirmed.test.ts`,
      '[I12] what others changed and this device has taken over is not asked about again',
    ],
    what: 'an answer that repeats the row below is taken for news',
    edits: [
      [
        `${sync}/push/apply-confirmed.ts`,
        'row.base.rev >= received.rev',
        'row.base.rev > received.rev',
      ],
    ],
  },
  {
    test: [`${sync}/push/resend.test.ts`, 'overwrites nothing unseen'],
    what: 'an answer makes changes by others the base of requests behind it',
    edits: [
      [
        `${sync}/push/apply-confirmed.ts`,
        'if (left === null) {',
        'if (left === null || left.rev >= 0) {',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/push.test.ts`,
      '[OFF-05] [I8] a delete is local at first and removed when the server has confirmed',
    ],
    what: 'a confirmed delete is forgotten before the feed contains it',
    edits: [
      [`${sync}/push/apply-answers.ts`, "await unit.tx.putMeta('deleting', uuid, mark);", ''],
    ],
  },
  {
    test: [`${sync}/push/plan.test.ts`, 'holds back a delete that takes it along'],
    what: 'a delete is sent although an item that it takes is in conflict',
    edits: [
      [
        `${sync}/push/plan.ts`,
        'request.touches.some(isUndecided)',
        "isUndecided(request.itemUuid ?? '')",
      ],
    ],
  },
  {
    test: [
      `${sync}/push/plan.test.ts`,
      'a batch keeps the order and stays within its limits, but is never empty for size',
    ],
    what: 'the size of a batch is counted in characters',
    edits: [
      [
        `${sync}/push/plan.ts`,
        'utf8Bytes(JSON.stringify(entryOf(request))) + 1',
        'JSON.stringify(entryOf(request)).length + 1',
      ],
    ],
  },
  {
    test: [
      `${sync}/actions/remove-person.test.ts`,
      '[SHARE-07] [I7] a removal answered late takes nothing',
    ],
    what: 'a late answer changes a row that was received after its request',
    edits: [
      [
        `${sync}/push/apply-confirmed.ts`,
        'if (base === null || isReceivedSince(base, request)) return row;',
        'if (base === null) return row;',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/apply-refusal.test.ts`,
      '[I10] of an item that has come back since, a refusal of',
    ],
    what: 'a recorded refusal hides an item that has come back since',
    edits: [
      [
        `${sync}/push/apply-answers.ts`,
        'return base !== null && isReceivedSince(base, request);',
        'return false;',
      ],
    ],
  },
  {
    test: [`${sync}/push/repeated-refusal.test.ts`, 'of a new history is refused once more'],
    what: 'a change is sent before the new history is here',
    edits: [
      [
        `${sync}/push/push.ts`,
        "if (!maySend(await unit.tx.meta('epoch', 'server'))) return nothing;",
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/actions/read-notifications.test.ts`,
      'nothing is marked as read before the history',
    ],
    what: 'a read mark is sent before the new history is here',
    edits: [
      [
        `${sync}/push/other-requests.ts`,
        "maySend(await tx.meta('epoch', 'server')) ? tx.queue() : [],",
        'tx.queue(),',
      ],
    ],
  },
  {
    test: [
      `${sync}/engine/pauses.test.ts`,
      '[SYNC-07] what server errors blocked is tried again soon after the clock was set back',
    ],
    what: 'what server errors blocked waits until a clock that was set back has caught up',
    edits: [
      [
        `${sync}/engine/engine.ts`,
        'Math.abs(nowMs - this.#blockedRetryAtMs)',
        '(nowMs - this.#blockedRetryAtMs)',
      ],
    ],
  },
  {
    test: [
      `${sync}/actions/trash-age.test.ts`,
      '[I16] a clock that is wrong by years lets nothing leave the trash early',
    ],
    what: 'the 30 days of the trash are counted by the clock of the device',
    edits: [
      [
        `${sync}/actions/trash.ts`,
        'return shiftInstant(unit.serverNow(), -trashDays * dayMs);',
        'return shiftInstant(unit.deviceNow(), -trashDays * dayMs);',
      ],
    ],
  },
  {
    test: [`${sync}/push/clock-times.test.ts`, '[I16] an offset from a quick call stays'],
    what: 'a slow answer moves the clock offset',
    edits: [
      [
        `${sync}/cycle/cycle-context.ts`,
        'Math.max(offsetStepMs, (nowMs - sentMs) / 2)',
        'offsetStepMs',
      ],
    ],
  },
  {
    test: [`${sync}/cycle/backoff.test.ts`, 'a server may ask for an hour at most'],
    what: 'a server can ask for a pause of more than an hour',
    edits: [
      [
        `${sync}/cycle/backoff.ts`,
        'Math.min(retryAfterMs ?? 0, maxRetryAfterMs)',
        'retryAfterMs ?? 0',
      ],
    ],
  },
];
