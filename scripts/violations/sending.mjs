// @ts-check

const engine = 'packages/sync/src/engine/engine.ts';
const failure = 'packages/sync/src/cycle/call-failure.ts';
const state = 'packages/sync/src/cycle/push-state.ts';
const push = 'packages/sync/src/push/push.ts';
const plan = 'packages/sync/src/push/plan.ts';
const block = 'packages/sync/src/queue/block.ts';
const limits = 'packages/domain/src/limits.ts';

/** A request that makes every call fail that carries it. @type {readonly import('./violation.mjs').Violation[]} */
export const sendingViolations = [
  {
    row: 'SYNC-08',
    what: 'a failing batch is not divided',
    edits: [[push, 'await cycle.write((unit) => divide(unit, sent));', '']],
  },
  {
    row: 'SYNC-08',
    what: 'a request that failed alone goes with the others again',
    edits: [[failure, 'most: 1, isApart: true', 'most: 1, isApart: false']],
  },
  {
    row: 'SYNC-08',
    what: 'the oldest request that failed alone is always tried first',
    edits: [[plan, '\n    .toSorted((a, b) => triesAlone(a) - triesAlone(b))', '']],
  },
  {
    row: 'SYNC-08',
    what: 'several such requests and nothing else are never found',
    edits: [[push, '&& isReachable) await askForNothing(cycle);', '&& isReachable) return;']],
  },
  {
    row: 'SYNC-08',
    what: 'one such request and nothing else is never found',
    edits: [[state, '|| (this.hasTriedAll && this.alone.size === 1)', '']],
  },
  {
    row: 'SYNC-08',
    what: 'a 502 counts towards the three',
    edits: [[failure, 'status >= 502 && status <= 504', 'status >= 503 && status <= 504']],
  },
  {
    row: 'SYNC-08',
    what: 'a 504 counts towards the three',
    edits: [[failure, 'status >= 502 && status <= 504', 'status >= 502 && status <= 503']],
  },
  {
    row: 'SYNC-08',
    what: 'a 429 counts towards the three',
    edits: [[failure, 'reply.status === 429 || reply', 'reply']],
  },
  {
    row: 'SYNC-08',
    what: 'a 503 does not ask to wait',
    edits: [[failure, 'reply.status === 503 || ', '']],
  },
  {
    row: 'SYNC-08',
    what: 'a request is tried again before the pause that the server asked for',
    edits: [[failure, 'Math.max(maxBackoffMs, pauseMs)', 'maxBackoffMs']],
  },
  {
    row: 'SYNC-08',
    what: 'a 500 with Retry-After counts towards the three',
    edits: [[failure, ' || reply.retryAfterMs !== null;', ';']],
  },
  {
    row: 'SYNC-08',
    what: 'no answer counts towards the three',
    edits: [
      [failure, "if (reply.kind === 'noAnswer' || asksToWait(reply))", 'if (asksToWait(reply))'],
    ],
  },
  {
    row: 'SYNC-08',
    what: 'what fails for no counted reason never comes to Needs attention',
    edits: [[block, 'return alone >= blamedMost;', 'return alone >= 100 * blamedMost;']],
  },
  {
    row: 'SYNC-08',
    what: 'what needs attention is tried again every other hour',
    edits: [[limits, 'blockedRetryMs = 3_600_000', 'blockedRetryMs = 7_200_000']],
  },
  {
    row: 'SYNC-08',
    what: 'sending goes on after an answer that asks to wait',
    edits: [
      [
        push,
        "return reply.kind === 'noAnswer' || asksToWait(reply);",
        "return reply.kind === 'noAnswer';",
      ],
    ],
  },
  {
    row: 'SYNC-08',
    what: 'a request is blamed at the first answer that asks to wait',
    edits: [[push, '(request.delivery?.isApart === true && push.hasArrived)', 'push.hasArrived']],
  },
  {
    row: 'SYNC-08',
    what: 'a request is blamed though no other arrived',
    edits: [
      [
        push,
        '(request.delivery?.isApart === true && push.hasArrived)',
        'request.delivery?.isApart === true',
      ],
    ],
  },
  {
    row: 'SYNC-08',
    what: 'nothing is fetched while sending waits after a failure',
    edits: [
      [
        engine,
        "return { kind: 'failed', problem, hasPulled: true };",
        "return { kind: 'failed', problem };",
      ],
    ],
  },
];
