// @ts-check

const failure = 'packages/sync/src/cycle/call-failure.ts';
const state = 'packages/sync/src/cycle/push-state.ts';
const push = 'packages/sync/src/push/push.ts';
const plan = 'packages/sync/src/push/plan.ts';

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
    edits: [[plan, '\n    .toSorted((a, b) => triesAlone(a) - triesAlone(b));', ';']],
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
];
