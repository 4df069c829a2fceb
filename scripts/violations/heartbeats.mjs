// @ts-check

const heartbeat = 'packages/sync/src/pull/heartbeat.ts';

/** When a device may ask nothing. @type {readonly import('./violation.mjs').Violation[]} */
export const heartbeatViolations = [
  {
    row: 'SYNC-10',
    what: 'an idle device asks at every beat of the timer',
    edits: [
      [
        'packages/sync/src/engine/sync-cycle.ts',
        "trigger === 'timer' &&",
        "trigger === 'event' &&",
      ],
    ],
  },
  {
    row: 'SYNC-10',
    what: 'a heartbeat of another epoch ends a cycle of the timer',
    edits: [[heartbeat, 'own?.epoch !== heartbeat.epoch || ', '']],
  },
  {
    row: 'SYNC-10',
    what: 'a heartbeat of another run ends a cycle of the timer',
    edits: [[heartbeat, ' || last?.run !== heartbeat.run', '']],
  },
  {
    row: 'SYNC-10',
    what: 'a heartbeat counts for ever',
    edits: [[heartbeat, '> heartbeatLifeMs', '< 0']],
  },
  {
    row: 'SYNC-10',
    what: 'what is queued waits while heartbeats come',
    edits: [[heartbeat, 'queue.some(({ state }) => !isBlocked(state))', 'queue.length < 0']],
  },
  {
    test: [
      'apps/server/src/http/event-streams.test.ts',
      'a stream whose session has ended is ended, and no other',
    ],
    what: 'a stream stays open after its session has ended',
    edits: [
      ['apps/server/src/http/event-streams.ts', 'raw.end();', 'raw.write(`: no session\\n\\n`);'],
    ],
  },
];
