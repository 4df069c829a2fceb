// @ts-check

const triggers = 'packages/sync/src/engine/triggers.ts';
const engine = 'packages/sync/src/engine/engine.ts';
const browserPorts = 'apps/web/src/adapters/browser-ports.ts';
const pull = 'packages/sync/src/pull/pull-streams.ts';
const missed = 'packages/sync/src/pull/missed-streams.ts';
const merge = 'packages/domain/src/merge.ts';
const plan = 'packages/sync/src/push/plan.ts';
const outcome = 'packages/sync/src/push/outcome.ts';
const failure = 'packages/sync/src/cycle/call-failure.ts';
const limits = 'packages/domain/src/limits.ts';
const states = 'apps/web/src/items/item-states.tsx';
const badge = 'apps/web/src/app/connectivity-badge.tsx';

/** When a device syncs, and what it then fetches and sends. @type {readonly import('./violation.mjs').Violation[]} */
export const syncViolations = [
  {
    row: 'SYNC-01',
    what: 'no sync starts with the app',
    edits: [[triggers, "void ask('start');", '']],
  },
  {
    row: 'SYNC-01',
    what: 'no sync starts when the device comes online',
    edits: [[triggers, "void ask('online');", "if (!isOnline) void ask('online');"]],
  },
  {
    row: 'SYNC-01',
    what: 'no sync starts when the tab becomes visible',
    edits: [[triggers, 'if (isVisible && connectivity', 'if (!isVisible && connectivity']],
  },
  {
    row: 'SYNC-01',
    what: 'a sync starts when the tab is hidden too',
    edits: [[triggers, 'if (isVisible && connectivity', 'if (connectivity']],
  },
  {
    row: 'SYNC-01',
    what: 'a tab that becomes visible asks for a sync offline',
    edits: [[triggers, 'if (isVisible && connectivity.isOnline())', 'if (isVisible)']],
  },
  {
    row: 'SYNC-01',
    what: 'the timer goes on offline',
    edits: [[triggers, 'endTimer = isOnline ? scheduler', 'endTimer = true ? scheduler']],
  },
  {
    row: 'SYNC-01',
    what: 'the timer does not start again when the network is back',
    edits: [[triggers, '    beat(isOnline);\n', '    if (!isOnline) beat(false);\n']],
  },
  {
    row: 'SYNC-01',
    what: 'the timer beats every minute',
    edits: [[limits, 'syncIntervalMs = 30_000', 'syncIntervalMs = 60_000']],
  },
  {
    row: 'SYNC-01',
    what: 'the page listens for focus instead of visibility',
    edits: [
      [
        browserPorts,
        "document.addEventListener('visibilitychange', notify)",
        "window.addEventListener('focus', notify)",
      ],
    ],
  },
  {
    row: 'SYNC-01',
    what: 'the page does not hear that it is online',
    edits: [[browserPorts, "    window.addEventListener('online', notify);\n", '']],
  },
  {
    row: 'SYNC-02',
    what: 'two cycles of one tab run at once where the browser has no locks',
    edits: [[engine, "if (this.#isRunning) return 'running';", '']],
  },
  {
    row: 'SYNC-02',
    what: 'every tab has a lock of its own',
    edits: [
      [engine, '`foray-sync-${account.user.id}`', '`foray-sync-${this.#ports.device.ids.uuid()}`'],
    ],
  },
  {
    row: 'SYNC-02',
    what: 'the timer starts a cycle offline',
    edits: [
      [
        engine,
        'if (!this.#ports.connectivity.isOnline())',
        "if (!this.#ports.connectivity.isOnline() && trigger !== 'timer')",
      ],
    ],
  },
  {
    row: 'SYNC-03',
    what: 'the types are fetched one after the other',
    edits: [
      [
        pull,
        `const fetches = asked.map((stream) =>
    stream === 'changes' ? fetchChanges(cycle) : fetchItems(cycle, stream),
  );`,
        `const fetches: Promise<void>[] = [];
  for (const stream of asked) {
    fetches.push(stream === 'changes' ? fetchChanges(cycle) : fetchItems(cycle, stream));
    await fetches.at(-1)?.catch(() => undefined);
  }`,
      ],
    ],
  },
  {
    row: 'SYNC-03',
    what: 'one type that fails keeps back everything',
    edits: [[pull, 'if (!isAboutOneCall(why) || !cycle.isServerThere) throw why;', 'throw why;']],
  },
  {
    row: 'SYNC-03',
    what: 'a type that fails is asked for in every cycle',
    edits: [[missed, 'this.#backoff.isOn && !cycle', 'false && !cycle']],
  },
  {
    row: 'SYNC-04',
    what: 'a fetch of everything removes what the server never had',
    edits: [
      [pull, '!wasPulled || mentioned.has(row.uuid)', 'mentioned.has(row.uuid)'],
      [pull, 'if (!isAsked && !isOwnLost(unit, row)) {', 'if (row.base === null || !isAsked) {'],
      [pull, 'return applyRemote(unit, [', 'unit.remove(row);\n    return applyRemote(unit, ['],
    ],
  },
  {
    row: 'SYNC-04',
    what: 'a row that is absent here is not added',
    edits: [
      [
        merge,
        "if (local.queued.length === 0)\n    return { kind: 'apply', reason: base === null ? 'added' : 'changed' };",
        "if (local.queued.length === 0) return base === null ? { kind: 'ignore', reason: 'not_newer' } : { kind: 'apply', reason: 'changed' };",
      ],
    ],
  },
  {
    row: 'SYNC-05',
    what: 'the remote change wins without asking',
    edits: [
      [merge, 'remote.updated_at <= shown.updated_at', 'remote.updated_at > shown.updated_at'],
    ],
  },
  {
    row: 'SYNC-05',
    what: 'a local change that is newer is asked about too',
    edits: [[merge, 'if (!isAsked && remote.updated_at', 'if (isAsked && remote.updated_at']],
  },
  {
    row: 'SYNC-05',
    what: 'what only rolled up on the server is a conflict',
    edits: [
      [
        merge,
        "if (remote.version === base.version) return { kind: 'keepLocal', reason: 'same_version' };",
        '',
      ],
    ],
  },
  {
    row: 'SYNC-05',
    what: 'a delete that is later than the remote change is sent without asking',
    edits: [
      [
        merge,
        "if (shown === null || shown.deleted) return { kind: 'deleteConflict', remoteChanged };",
        "if (shown === null || (shown.deleted && remote.updated_at > shown.updated_at)) return { kind: 'deleteConflict', remoteChanged };\n  if (shown.deleted) return { kind: 'keepLocal', reason: 'local_newer' };",
      ],
    ],
  },
  {
    row: 'SYNC-06',
    what: 'a DELETE is sent without its data',
    edits: [
      [
        plan,
        '...(request.data === null ?',
        "...(request.data === null || request.method === 'DELETE' ?",
      ],
    ],
  },
  {
    row: 'SYNC-06',
    what: 'a PATCH is sent to another URL',
    edits: [
      [
        plan,
        'url: request.url,',
        "url: request.method === 'PATCH' ? `${request.url}/` : request.url,",
      ],
    ],
  },
  {
    row: 'SYNC-07',
    what: 'a failing batch takes a fourth try to be set aside',
    edits: [[failure, 'if (retries < maxRetries &&', 'if (retries <= maxRetries &&']],
  },
  {
    row: 'SYNC-07',
    what: 'a request leaves the queue at its second server error',
    edits: [[failure, 'if (retries < maxRetries &&', 'if (retries < maxRetries - 1 &&']],
  },
  {
    row: 'SYNC-07',
    what: 'an entry of an answered batch leaves the queue at its second server error',
    edits: [[outcome, 'if (retries < maxRetries)', 'if (retries < maxRetries - 1)']],
  },
  {
    row: 'SYNC-07',
    what: 'an entry of an answered batch takes a fourth try',
    edits: [[outcome, 'if (retries < maxRetries)', 'if (retries <= maxRetries)']],
  },
  {
    row: 'SYNC-07',
    what: 'a request that the server refuses is tried again for ever',
    edits: [[outcome, "  return { kind: 'blocked', why };", "  return { kind: 'waits' };"]],
  },
  {
    row: 'SYNC-07',
    what: 'a request that the server refuses is lost',
    edits: [
      [
        'packages/sync/src/push/apply-answers.ts',
        'await blockUnlessChainMoved(unit, request, outcome.why);',
        "if (outcome.why.kind === 'verdict') await unit.dropRequest(request.id);\n      else await blockUnlessChainMoved(unit, request, outcome.why);",
      ],
    ],
  },
  {
    row: 'SYNC-09',
    what: 'Pending sync of an item shows at once',
    edits: [[states, 'isOnline ? Math.min(leftMs, waitingShownMs) : 0', '0']],
  },
  {
    row: 'SYNC-09',
    what: 'offline Pending sync waits as well',
    edits: [
      [
        states,
        'isOnline ? Math.min(leftMs, waitingShownMs) : 0',
        'Math.min(leftMs, waitingShownMs)',
      ],
    ],
  },
  {
    row: 'SYNC-09',
    what: 'the number of waiting changes shows at once',
    edits: [[badge, 'useLasted(sync.pending > 0, waitingShownMs)', 'sync.pending > 0']],
  },
  {
    row: 'SYNC-09',
    what: 'the text of a cycle shows at once',
    edits: [[badge, 'useLasted(sync.syncing, waitingShownMs)', 'sync.syncing']],
  },
  {
    row: 'SYNC-09',
    what: 'the badge waits half a second',
    edits: [[limits, 'waitingShownMs = 400', 'waitingShownMs = 500']],
  },
];
