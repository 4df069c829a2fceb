import type { Edit, Mutant } from './mutant.ts';

const sync = 'packages/sync/src';
const memoryStore = `${sync}/memory/memory-store.ts`;

/** Takes a reply to a batch that is no answer for one that confirms each request. */
const confirmedBy = (kind: 'noAnswer' | 'garbled'): Edit => [
  `${sync}/push/push.ts`,
  'cycle.transport.sendBatch(batch, { ...context, queueAgeSeconds }),',
  `cycle.transport.sendBatch(batch, { ...context, queueAgeSeconds }).then((reply) => {
    const results = send.map(({ id }) => ({ id, status: 204, body: null }));
    const body = { results, epoch: cycle.epoch, now: '' };
    const answer = { kind: 'answer', status: 200, body, serverNow: null, position: null };
    return reply.kind === '${kind}' ? answer : reply;
  }),`,
];

/** Protections of the mutation queue and of pushing it. */
export const pushMutants: readonly Mutant[] = [
  {
    name: 'newer request passed over',
    breaks: 'I26',
    seed: 30,
    steps: ['newerApp', 'edit', 'runAll'],
    edits: [
      [
        memoryStore,
        'for (const one of requests) requireKnownShape(one, unskipShape);',
        'if (unskipShape > 0) return requests.filter(({ shape }) => shape <= unskipShape);',
      ],
    ],
  },
  {
    name: 'newer request taken for a known one',
    breaks: 'I26',
    seed: 1,
    steps: ['newerApp', 'edit', 'runAll'],
    edits: [[memoryStore, 'for (const one of requests) requireKnownShape(one, unskipShape);', '']],
  },
  {
    name: 'sent flag not stored',
    breaks: 'I1',
    seed: 16,
    faults: ['answerLost'],
    edits: [[`${sync}/push/push.ts`, '...position, sent: true }', '...position, sent: false }']],
  },
  {
    name: 'missing answer taken for success',
    breaks: 'I1',
    seed: 5,
    faults: ['requestLost'],
    edits: [confirmedBy('noAnswer')],
  },
  {
    name: 'captive portal taken for success',
    breaks: 'I1',
    seed: 27,
    faults: ['captivePortal'],
    edits: [confirmedBy('garbled')],
  },
  {
    name: 'refused delete taken for done',
    breaks: 'I1',
    seed: 89,
    faults: ['entryError'],
    edits: [
      [
        `${sync}/push/outcome.ts`,
        'if (status === 424) return',
        `if (status === 424 && kind === 'delete') return { kind: 'deleted' };
        if (status === 424) return`,
      ],
    ],
  },
  {
    name: 'restore without asking',
    breaks: 'I8',
    seed: 54,
    edits: [
      [
        `${sync}/conflicts/detect-conflicts.ts`,
        'const ownText =',
        `if (decision.kind === 'deleteConflict') {
          const change = { kind: 'restore', uuid: row.uuid, also: [] };
          await unit.putRequest(newRequest(unit, change, null));
          return awaitRestore(unit, row, entry.removal);
        }
        const ownText =`,
      ],
      [
        `${sync}/conflicts/detect-conflicts.ts`,
        'import { ownTextOf }',
        `import { newRequest } from '../queue/mutation-queue.ts';
        import { ownTextOf }`,
      ],
    ],
  },
  {
    name: 'import flag not sent',
    breaks: 'I22',
    seed: 2,
    steps: ['importFile', 'runAll'],
    edits: [[`${sync}/push/plan.ts`, '...(request.isImport ? { import: true } : {}),', '']],
  },
  {
    name: 'no If-Match',
    breaks: 'I18',
    seed: 2,
    steps: ['collide', 'edit', 'runAll'],
    edits: [
      [
        `${sync}/push/plan.ts`,
        '...request.basis,',
        "...(request.basis !== null && 'after' in request.basis ? request.basis : {}),",
      ],
    ],
  },
  {
    name: 'blocked at the first server error',
    breaks: 'I20',
    seed: 9,
    faults: ['entryError'],
    edits: [[`${sync}/push/outcome.ts`, 'if (retries < maxRetries)', 'if (false)']],
  },
  {
    name: 'failing batch not split',
    breaks: 'I23',
    seed: 15,
    steps: ['edit', 'lasting', 'edit', 'runAll'],
    edits: [[`${sync}/cycle/call-failure.ts`, 'Math.floor(sent.length / 2)', 'sent.length']],
  },
  {
    name: 'blocked request not retried',
    breaks: 'I23',
    seed: 1,
    steps: ['edit', 'lasting', 'edit', 'runAll'],
    edits: [[`${sync}/actions/attention.ts`, "state.why.kind === 'server_errors'", 'false']],
  },
  {
    name: 'failed push stops the pull',
    breaks: 'I23',
    seed: 13,
    steps: ['edit', 'lasting', 'edit', 'runAll'],
    edits: [
      [
        `${sync}/pull/pull-streams.ts`,
        'return cycle.call(type, (context) =>',
        `if (cycle.device.isStuck) throw endOf({ kind: 'noAnswer', why: 'network' });
        return cycle.call(type, (context) =>`,
      ],
      [
        `${sync}/push/push.ts`,
        "if (reply.kind !== 'answer') {",
        `cycle.device.isStuck = reply.kind !== 'answer';
        if (reply.kind !== 'answer') {`,
      ],
      [`${sync}/pull/pull-streams.ts`, 'import { isOfOneCall,', 'import { endOf, isOfOneCall,'],
    ],
  },
  {
    name: 'failed stream stops the push',
    breaks: 'I23',
    seed: 5,
    steps: ['edit', 'lasting', 'edit', 'runAll'],
    edits: [
      [`${sync}/pull/pull-streams.ts`, '!isAboutOneCall(why) || !cycle.isServerThere', 'true'],
    ],
  },
];
