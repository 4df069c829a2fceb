// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const here = '["Stryker was here"]';
const speed = 'it only saves reads';
const unmatched = 'nothing has such a uuid';
const manageOnly = 'contribute allows neither';
const outcome = 'the outcome of an action is read from what it wrote';
const typed = 'the types ask, and it is always so there';
const ties = 'what was deleted at one instant has no order';

/** Of `actions` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncActions = [
  ...equivalentIn('sync/src/actions/action-unit.ts', [
    [
      "...(change.kind === 'restore' ?",
      "change.kind === 'restore'",
      'true',
      'nothing but a restore is about what is deleted',
    ],
    ['const isParentTouched =', 'after.parent_uuid !== null', 'true', unmatched],
    ["if (kind === 'cancelled') for", "kind === 'cancelled'", 'true', speed],
    [
      "(kind === 'merged' && !isRolling",
      "kind === 'merged'",
      'true',
      'what is cancelled rolls up, or there is nothing to roll up',
    ],
    ['(await unit.item(row.uuid)) ?? result', '(await', '(await unit.item(row.uuid)) &&', outcome],
  ]),
  ...equivalentIn('sync/src/actions/actions.ts', [
    ["return actOn(device, uuid, 'move'", "'move'", '""', manageOnly],
    ['withChildren: readonly string[] = []', '[]', here, unmatched],
    ["return actOn(device, uuid, 'delete'", "'delete'", '""', manageOnly],
    ["met.with === 'clear' || seen", 'seen === undefined', 'false', 'a row as it is is met clear'],
    ["return actOn(device, uuid, 'removePerson'", "'removePerson'", '""', manageOnly],
    ['const below = family.filter', 'one !== row', 'true', 'the item itself is left out again'],
    [
      "if (device.account.kind === 'guest')",
      "device.account.kind === 'guest'",
      'true',
      'what a request takes is computed after it',
    ],
  ]),
  ...equivalentIn('sync/src/actions/attention.ts', [
    ['if (ids.length > 0) await', 'ids.length > 0', 'ids.length >= 0', speed],
    ['if (ids.length > 0) await', 'ids.length > 0', 'true', speed],
    [
      'const isDeleterGone =',
      'requests.some(isDeleter) &&',
      'requests.some(isDeleter) ||',
      'what a confirmed delete took has nothing blocked',
    ],
    [
      'const isDeleterGone =',
      'requests.some(isDeleter) &&',
      'true',
      'what a confirmed delete took has nothing blocked',
    ],
    ["if (row._syncStatus === 'synced'", "'synced'", '""', speed],
    ["if (row._syncStatus === 'synced'", "row._syncStatus === 'synced'", 'false', speed],
    [
      "device.account.kind === 'user') {",
      "device.account.kind === 'user'",
      'true',
      'a guest has nothing pending',
    ],
  ]),
  ...equivalentIn('sync/src/actions/delete-family.ts', [
    ["!may(below.permission, 'delete')", "'delete'", '""', manageOnly],
    ['const inConflict: string[] = []', '[]', here, unmatched],
    ['if (now === undefined || shown', 'now === undefined', 'false', typed],
    ['if (gone?._deleted && shown)', 'gone?._deleted && shown', 'gone?._deleted ||', typed],
    ['if (gone?._deleted && shown)', 'gone?._deleted && shown', 'true', typed],
    ['if (gone?._deleted && shown)', 'gone?._deleted', 'gone._deleted', typed],
    ['(await unit.item(uuid)) ?? row', '(await', '(await unit.item(uuid)) &&', outcome],
    ['if (below !== undefined) await', 'below !== undefined', 'true', typed],
  ]),
  ...equivalentIn('sync/src/actions/read-notifications.ts', [
    [
      'const waiting = (await tx.queue())',
      '(await tx.queue()).filter',
      'await',
      'no other has up_to',
    ],
    ['const waiting = (await tx.queue())', 'one.url === url', 'true', 'no other has up_to'],
    ["data?.['up_to']", 'data?.', 'data[', 'a request about no item has data'],
    [
      'const waiting = queue.find',
      "one.state.kind === 'queued'",
      'true',
      'only what was sent is blocked, as it waits for nothing',
    ],
  ]),
  ...equivalentIn('sync/src/actions/restore.ts', [
    ["|| may(permission, 'restore')", "'restore'", '""', manageOnly],
    ['const alive: OptimisticItem', '{ ...root', '{}', 'only of a guest the state is taken'],
    ['const alive: OptimisticItem', 'false', 'true', 'only of a guest the state is taken'],
    ['(await unit.item(uuid)) ?? row', '(await', '(await unit.item(uuid)) &&', outcome],
    ['const rows = new Map', '[[row.uuid, row]]', '[]', 'it is found among the others'],
    ['if (request !== undefined) {', 'request !== undefined', 'false', speed],
    ['if (request !== undefined) {', '{', '{}', speed],
    ['const isBelow =', 'shown.parent_uuid !== null', 'true', unmatched],
    [
      'shown, at);\n  }\n  return (await unit.item(row.uuid)) ?? row',
      '(await unit.item(row.uuid)) ??',
      '(await unit.item(row.uuid)) &&',
      outcome,
    ],
    [
      'recreate(unit, one);\n  return (await unit.item(row.uuid)) ?? row',
      '(await unit.item(row.uuid)) ??',
      '(await unit.item(row.uuid)) &&',
      outcome,
    ],
    [
      'of order) if (await isDeletedUnsent',
      'await isDeletedUnsent',
      'true',
      'what one delete took was all unsent, or none of it',
    ],
  ]),
  ...equivalentIn('sync/src/actions/seen.ts', [
    ['if (server === null) return shown', 'server === null', 'false', typed],
    ['isAside: false,', 'false', 'true', 'it is set once more where it is stored'],
  ]),
  ...equivalentIn('sync/src/actions/trash.ts', [
    ['return a.deletedAt < b', 'a.deletedAt < b.deletedAt', 'a.deletedAt <=', ties],
    [
      'return a.deletedAt < b',
      'a.deletedAt < b.deletedAt',
      'false',
      'a sort asks only whether one is to be before the other',
    ],
    ['return a.deletedAt < b', 'a.deletedAt > b.deletedAt', 'a.deletedAt >=', ties],
    ['return a.deletedAt < b', 'a.deletedAt > b.deletedAt', 'true', ties],
  ]),
];
