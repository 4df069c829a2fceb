// @ts-check

const actions = 'packages/sync/src/actions/actions.ts';
const recompute = 'packages/sync/src/optimistic/recompute-row.ts';
const applyRemote = 'packages/sync/src/remote/apply-remote.ts';
const buffered = 'packages/sync/src/remote/buffered-changes.ts';
const engine = 'packages/sync/src/engine/engine.ts';
const calls = 'apps/web/src/adapters/http-calls.ts';
const replica = 'apps/web/src/replica/store/replica.ts';
const families = 'apps/web/src/replica/store/family-index.ts';
const cache = 'apps/web/src/replica/hooks/server-cache.ts';
const newItem = 'packages/domain/src/new-item.ts';
const limits = 'packages/domain/src/limits.ts';
const values = 'packages/domain/src/item-values.ts';

/** Work without a network, priorities, and the cache. @type {readonly import('./violation.mjs').Violation[]} */
export const offlineViolations = [
  {
    row: 'PERF-07',
    what: 'every file takes a turn of the service worker',
    edits: [['apps/web/src/service-worker.ts', "pathname: '/assets/*'", "pathname: '/files/*'"]],
  },
  {
    row: 'OFF-01',
    what: 'what a guest creates is queued for a server',
    edits: [
      [
        actions,
        "if (device.account.kind === 'user') await unit.putRequest(newCreate(unit, item));\n  else if (",
        'await unit.putRequest(newCreate(unit, item));\n  if (',
      ],
    ],
  },
  {
    row: 'OFF-02',
    what: 'what was created offline is not pending',
    edits: [
      [
        recompute,
        '_syncStatus: requests.length === 0 ?',
        "_syncStatus: requests.every((one) => kindOf(one) === 'create') ?",
      ],
    ],
  },
  {
    row: 'OFF-02',
    what: 'what was changed offline is not pending',
    edits: [
      [
        recompute,
        '_syncStatus: requests.length === 0 ?',
        "_syncStatus: requests.every((one) => kindOf(one) === 'patch') ?",
      ],
    ],
  },
  {
    row: 'OFF-02',
    what: 'what was deleted offline is not pending',
    edits: [
      [
        recompute,
        '_syncStatus: requests.length === 0 ?',
        '_syncStatus: deleted || requests.length === 0 ?',
      ],
    ],
  },
  {
    row: 'OFF-03',
    what: 'a created item keeps its local number',
    edits: [
      [
        buffered,
        'withoutFormer(rest), base, id: base.id }',
        'withoutFormer(rest), base, id: row.id }',
      ],
    ],
  },
  {
    row: 'OFF-03',
    what: 'a create that fails online drops the local copy',
    edits: [
      [
        'packages/sync/src/cycle/call-failure.ts',
        'const delivery = { ...tried(unit, known, reply), most: 1, isApart: true };',
        "const delivery = { ...tried(unit, known, reply), most: 1, isApart: true };\n    const made = await unit.item(request.itemUuid ?? '');\n    if (made !== undefined && made.base === null) {\n      unit.remove(made);\n      await unit.dropRequest(request.id);\n      continue;\n    }",
      ],
    ],
  },
  {
    row: 'OFF-04',
    what: 'an item that the server has stays pending',
    edits: [
      [
        recompute,
        "requests.length === 0 ? 'synced' : 'pending'",
        "requests.length === 0 && before._syncStatus === 'synced' ? 'synced' : 'pending'",
      ],
    ],
  },
  {
    row: 'OFF-05',
    what: 'a deleted item is not pending',
    edits: [
      [
        recompute,
        '_syncStatus: requests.length === 0 ?',
        '_syncStatus: deleted || requests.length === 0 ?',
      ],
    ],
  },
  {
    row: 'OFF-05',
    what: 'a deleted item stays after the server confirmed',
    edits: [
      [
        applyRemote,
        '  await eraseItem(unit, held, removal);\n  return held;',
        '  if (!held._deleted) await eraseItem(unit, held, removal);\n  return held;',
      ],
    ],
  },
  {
    row: 'OFF-06',
    what: 'no answer is not taken for offline',
    edits: [[engine, "problem.code === 'no_answer' && !hasPulled ? 'offline' : 'idle'", "'idle'"]],
  },
  {
    row: 'OFF-06',
    what: 'a server error is taken for offline',
    edits: [
      [
        engine,
        "problem.code === 'no_answer' && !hasPulled",
        "(problem.code === 'no_answer' || problem.code === 'unavailable') && !hasPulled",
      ],
    ],
  },
  {
    row: 'OFF-06',
    what: 'a call that fails without a response is garbled',
    edits: [
      [
        calls,
        "return { kind: 'noAnswer', why: abort.signal.aborted ? 'timeout' : 'network' };",
        "if (!abort.signal.aborted) return { kind: 'garbled', status: 0 };\n      return { kind: 'noAnswer', why: 'timeout' };",
      ],
    ],
  },
  {
    row: 'OFF-08',
    what: 'a deleted item is shown until the server confirms',
    edits: [[replica, 'return item && !item._deleted ? item : undefined;', 'return item;']],
  },
  {
    row: 'OFF-08',
    what: 'a deleted item stays among the children',
    edits: [
      [
        families,
        '    if (item.parent_uuid === null || item._deleted) return;\n    const set = this',
        '    if (item.parent_uuid === null) return;\n    const set = this',
      ],
    ],
  },
  {
    row: 'OFF-08',
    what: 'a deleted item is still found',
    edits: [
      [replica, 'if (row._deleted) this.#search.delete(row.uuid);', 'if (row._deleted) {}'],
      [
        replica,
        '      const item = this.item(uuid);\n      if (item) yield',
        '      const item = this.row(uuid);\n      if (item) yield',
      ],
    ],
  },
  {
    row: 'STATUS-01',
    what: 'a new item is in progress',
    edits: [[newItem, "fields.status ?? 'pending'", "fields.status ?? 'in_progress'"]],
  },
  {
    row: 'STATUS-01',
    what: 'progress counts what is in progress',
    edits: [
      [families, "row.status === 'completed') done += 1", "row.status !== 'pending') done += 1"],
    ],
  },
  {
    row: 'CACHE-01',
    what: 'a failed query is tried twice more',
    edits: [[limits, 'queryRetries = 3', 'queryRetries = 2']],
  },
  {
    row: 'CACHE-01',
    what: 'the pauses of a query do not double',
    edits: [[cache, 'queryRetryDelayMs * 2 ** failures', 'queryRetryDelayMs * (failures + 1)']],
  },
  {
    row: 'CACHE-01',
    what: 'a query waits longer than 30 seconds',
    edits: [[limits, 'maxQueryRetryDelayMs = 30_000', 'maxQueryRetryDelayMs = 60_000']],
  },
  {
    row: 'CACHE-01',
    what: 'unused data is kept for ten minutes',
    edits: [[limits, 'queryUnusedMs = 300_000', 'queryUnusedMs = 600_000']],
  },
  {
    row: 'CACHE-01',
    what: 'a failed mutation is tried again',
    edits: [[cache, 'mutations: { retry: false }', 'mutations: { retry: 1 }']],
  },
  {
    row: 'PRIO-01',
    what: 'there is a fourth priority',
    edits: [[values, "'high'] as const", "'high', 'urgent'] as const"]],
  },
  {
    row: 'PRIO-01',
    what: 'a row of an earlier release has no priority, whatever the server says',
    edits: [['packages/sync/src/store/local-item.ts', 'base?.[name] ?? null', 'null']],
  },
  {
    row: 'PRIO-01',
    what: 'a priority cannot be taken away',
    edits: [
      [
        'apps/web/src/items/edit-dialog.tsx',
        "priority: priority === '' ? null : priority,",
        "priority: priority === '' ? before.priority : priority,",
      ],
    ],
  },
  {
    row: 'PRIO-01',
    what: 'a priority is not chosen in Create New Item',
    edits: [
      [
        'apps/web/src/items/create-dialog.tsx',
        'onChange={(priority) => change({ priority })}',
        "onChange={() => change({ priority: '' })}",
      ],
    ],
  },
  {
    row: 'OFF-07',
    what: 'only the first page opens without a network',
    edits: [
      [
        'apps/web/src/service-worker.ts',
        "new NavigationRoute(createHandlerBoundToURL('/index.html'), {",
        "new NavigationRoute(createHandlerBoundToURL('/index.html'), {\n    allowlist: [/^\\/$/],",
      ],
    ],
  },
  {
    row: 'OFF-07',
    what: 'the code of the app is not kept for a start without a network',
    edits: [['apps/web/vite.config.ts', "['**/*.{js,css,html,", "['**/*.{css,html,"]],
  },
  {
    row: 'OFF-09',
    what: 'an installation that failed is begun again with the next load only',
    edits: [['apps/web/src/app/app-update.ts', '  if (!isKept) void installLater();\n', '']],
  },
  {
    row: 'OFF-10',
    what: 'a part that could not be loaded keeps its failure',
    edits: [['apps/web/src/ui/lazy-part.tsx', 'failed.add(() => (Part = once()));', '']],
  },
  {
    row: 'OFF-10',
    what: 'a layer that could not be loaded is not loaded again',
    edits: [['apps/web/src/ui/layer-boundary.tsx', 'forgetFailedParts();', '']],
  },
  {
    row: 'OFF-10',
    what: 'a screen that could not be loaded is not loaded again',
    edits: [['apps/web/src/app/screen-boundary.tsx', 'forgetFailedParts();', '']],
  },
  {
    row: 'PRIO-01',
    what: 'a priority is not shown in rows',
    edits: [['apps/web/src/items/item-row.tsx', '<PriorityText item={item} />', 'null']],
  },
  {
    row: 'PRIO-01',
    what: 'a priority is not shown on detail pages',
    edits: [
      [
        'apps/web/src/items/fact-editors.tsx',
        'isSet ? <PriorityText item={item} className={marked} /> : facts.setPriority',
        'facts.setPriority',
      ],
    ],
  },
];
