// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

const stryker = '["Stryker was here"]';
const noItem = 'no item has that uuid';
const noKey = 'no key of the map is null';

/** Of the queue of a device, and of its batches. @type {readonly import('./equivalent.mjs').EquivalentMutant[]} */
export const equivalentInSyncQueue = [
  ...equivalentIn('sync/src/queue/block.ts', [
    [
      "if (state.why.kind === 'dependency') listIn(",
      "state.why.kind === 'dependency'",
      'true',
      'nobody asks what waits for no request',
    ],
    ['waiting.get(id) ?? []', '[]', stryker, 'no request has that id'],
    [
      'if (blocked.length === 0) return;',
      'blocked.length === 0',
      'false',
      'there is nothing to unblock then: it saves reading the queue',
    ],
    [
      "isBlocked(state) && state.why.kind === 'dependency' ?",
      "isBlocked(state) && state.why.kind === 'dependency'",
      'true',
      'of what waits for no request there is none to look for',
    ],
    [
      "isBlocked(state) && state.why.kind === 'dependency' ?",
      "isBlocked(state) && state.why.kind === 'dependency'",
      "isBlocked(state) || state.why.kind === 'dependency'",
      'all of them are blocked, and what waits for no request names none',
    ],
    [
      "isBlocked(state) && state.why.kind === 'dependency' ?",
      "state.why.kind === 'dependency'",
      'true',
      'of what waits for no request there is none to look for',
    ],
    [
      "isBlocked(state) && state.why.kind === 'dependency' ?",
      '[]',
      stryker,
      'no request has that id',
    ],
    ['if (head === undefined)', 'head === undefined', 'false', 'nothing waits for what has left'],
    [
      'if (isBlocked(again.state))',
      'isBlocked(again.state)',
      'true',
      'nothing waits blocked for what is queued: it saves reading the queue',
    ],
    [
      'if (request !== undefined) await renewKey',
      'request !== undefined',
      'true',
      'the callers have just read the requests',
    ],
  ]),
  ...equivalentIn('sync/src/queue/dependents.ts', [
    [
      "if (itemUuid === null || (kind !== 'create'",
      'itemUuid === null',
      'false',
      'a request about no item has no kind',
    ],
  ]),
  ...equivalentIn('sync/src/queue/detached.ts', [
    ['uuid !== null && (gone.get(uuid)', 'uuid !== null', 'true', noKey],
    [
      'uuid !== null && (gone.get(uuid)',
      '(gone.get(uuid) ?? Infinity) < seq',
      '(gone.get(uuid) ?? Infinity) <= seq',
      'only the discarded request has that place',
    ],
    ["gone.get(one.itemUuid ?? '')", "''", '"Stryker was here!"', noItem],
    [
      "kind === 'create' && request.itemUuid !== null",
      'request.itemUuid !== null',
      'true',
      'a create is about an item',
    ],
    ['uuid != null && gone.has(uuid)', 'uuid != null', 'true', noKey],
    ['placed.get(uuid) ?? []', '[]', stryker, noItem],
    [
      '(madeAt.get(child)?.seq ?? 0) < since',
      '(madeAt.get(child)?.seq ?? 0) < since',
      '(madeAt.get(child)?.seq ?? 0) <= since',
      'only the discarded request has that place',
    ],
    [
      'itemUuid === null || parent === undefined',
      'itemUuid === null',
      'false',
      'a request about no item names no parent',
    ],
    ['if (parent !== null) listIn(', 'parent !== null', 'true', noKey],
  ]),
  ...equivalentIn('sync/src/queue/mutation-queue.ts', [
    ["kind: 'cancelled', touches: last.touches", '[]', stryker, noItem],
    ["kind: 'merged', touches: last.touches", '[]', stryker, noItem],
    ['touches: request.touches, parents: []', '[]', stryker, noItem],
    [
      "kind: 'merged', touches: last.touches",
      "'merged'",
      '""',
      'roll-ups that are computed again for a change without a status are the same',
    ],
    [
      'chain.filter((request) => isBlocked(request.state))',
      'chain.filter((request) => isBlocked(request.state))',
      'chain',
      'what is not blocked is passed over',
    ],
    [
      'if (blocked.length === 0) return chain;',
      'blocked.length === 0',
      'false',
      'there is nothing to unblock then: it saves reading the queue',
    ],
    [
      'alsoOf(change).length > 0 || first === undefined',
      'first === undefined',
      'false',
      'the callers have seen the last request of the chain',
    ],
    ["if (made.kind !== 'create')", "made.kind !== 'create'", 'false', 'the callers pass creates'],
    ["if (made.kind !== 'create')", '`${create.id} creates', '``', 'the callers pass creates'],
    [
      'request.offsetMs !== null || offsetMs === null',
      'offsetMs === null',
      'false',
      'a time that is moved by nothing stays',
    ],
    [
      "if (typeof claimed === 'string')",
      "typeof claimed === 'string'",
      'true',
      'what is no time stays as it is',
    ],
  ]),
  ...equivalentIn('sync/src/push/plan.ts', [
    [
      'delivery === undefined ? 0',
      'delivery === undefined',
      'false',
      'what failed alone has a delivery record',
    ],
    [
      'if (held.length === 0) return requests;',
      'held.length === 0',
      'false',
      'nothing depends on nothing: it saves reading the queue',
    ],
  ]),
];
