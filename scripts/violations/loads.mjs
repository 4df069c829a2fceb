// @ts-check

const ledger = 'simulation/src/load/change-ledger.ts';
const network = 'simulation/src/load/device-network.ts';

/** What the load command notices and measures. @type {readonly import('./violation.mjs').Violation[]} */
export const loadViolations = [
  {
    row: 'LOAD-01',
    what: 'a change that was applied twice is not noticed',
    edits: [[ledger, 'if (version > acknowledged) {', 'if (version < 0) {']],
  },
  {
    row: 'LOAD-01',
    what: 'a change that was dropped is not noticed',
    edits: [
      [ledger, 'if (version < acknowledged) {', 'if (version < 0) {'],
      [
        ledger,
        'row.title !== wanted.title || row.status !== wanted.status',
        'row.title === wanted.status',
      ],
    ],
  },
  {
    row: 'LOAD-01',
    what: 'devices are not compared with the server',
    edits: [[ledger, 'shown.get(uuid) !== text', '!shown.has(uuid) && shown.has(text)']],
  },
  {
    row: 'LOAD-01',
    what: 'the command succeeds whatever it has found',
    edits: [['simulation/src/load/main.ts', 'return result.faults.length === 0;', 'return true;']],
  },
  {
    row: 'LOAD-02',
    what: 'each item is an operation of its own',
    edits: [[network, "'/:id',", "'$&',"]],
  },
  {
    row: 'LOAD-02',
    what: 'errors are counted without their code',
    edits: [[network, '`${status} ${code}`', '`${status}`']],
  },
  {
    row: 'LOAD-03',
    what: 'calls outlive the loss of the network',
    edits: [[network, 'for (const call of this.#calls) call.abort();', '']],
  },
  {
    row: 'LOAD-03',
    what: 'calls that the device cut off are errors of the server',
    edits: [[network, 'if (!call.signal.aborted) this', 'this']],
  },
  {
    row: 'LOAD-04',
    what: 'statements are not counted',
    edits: [
      [
        'scripts/count-statements.mjs',
        'statements.set(kind, (statements.get(kind) ?? 0) + 1);',
        '',
      ],
    ],
  },
  {
    row: 'LOAD-06',
    what: 'an interrupted run leaves its server and its folder',
    edits: [['simulation/src/load/main.ts', "'SIGTERM', 'SIGHUP'", "'SIGHUP'"]],
  },
  {
    row: 'LOAD-06',
    what: 'a run goes on without its server',
    edits: [
      ['simulation/src/load/main.ts', '[running, lost, interrupted]', '[running, interrupted]'],
    ],
  },
  {
    row: 'LOAD-06',
    what: 'the server outlives a run that was killed',
    edits: [['scripts/count-statements.mjs', "process.once('disconnect'", "process.once('none'"]],
  },
  {
    row: 'LOAD-05',
    what: 'no devices are a number of devices',
    edits: [['simulation/src/load/load-options.ts', 'if (!(number > 0) ||', 'if (']],
  },
];
