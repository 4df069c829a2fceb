// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

const here = '["Stryker was here"]';
const speed = 'it only saves reads';
const guest = 'a guest owns all that is here';
const leaf = 'nothing is below a todo';
const sameLinks = 'children that are linked already stay as they are';
const created = 'a queued create makes the item';
const ownFields = 'only patches name fields of an item';
const inFamily = 'the tree is made of the family';

/** Of the optimistic state of a device. @type {readonly import('./equivalent.mjs').EquivalentMutant[]} */
export const equivalentInSyncOptimistic = [
  ...equivalentIn('sync/src/optimistic/local-rights.ts', [
    ['if (unit.device.account.kind', 'unit.device.account', 'false', guest],
    ["=== 'guest') return 'manage'", "'guest'", '""', guest],
    ['line.map(heldOf), true', 'true', 'false', 'what gives no right is viewed in any case'],
    ["!may(item.permission, 'move')", "'move'", '""', 'only manage allows either'],
    ['item === undefined || !bearsOnRights', 'item === undefined ||', 'false', speed],
    [
      'item === undefined || !bearsOnRights',
      'item === undefined ||',
      'item === undefined &&',
      speed,
    ],
    ['item === undefined', 'item === undefined', 'false', 'no write is without both'],
    ["if (item.type === 'todo'", "item.type === 'todo' ||", 'false', speed],
    ["if (item.type === 'todo'", "item.type === 'todo' ||", "item.type === 'todo' &&", speed],
    ["if (item.type === 'todo'", "item.type === 'todo'", 'false', leaf],
    ["if (item.type === 'todo'", "'todo'", '""', leaf],
    ["if (item.type === 'todo'", 'unit.device.account', 'false', guest],
    ["if (item.type === 'todo'", "'guest'", '""', guest],
    ['if (before === undefined || after', 'before === undefined ||', 'true', speed],
    [
      'before._deleted !== after._deleted ||',
      'before._deleted !== after._deleted ||',
      'true',
      speed,
    ],
  ]),
  ...equivalentIn('sync/src/optimistic/own-text.ts', [
    ['const patches = requests.filter', 'requests.filter', 'requests', ownFields],
    ['const patches = requests.filter', "kindOf(request) === 'patch'", 'true', ownFields],
    [
      "description?.trim().split('\\n')[0]?.slice",
      "description?.trim().split('\\n')[0]?.slice",
      "description?.trim().split('\\n')[0].slice",
      'a text has a first line',
    ],
  ]),
  ...equivalentIn('sync/src/optimistic/recompute-row.ts', [
    ['if (optimistic === null) throw', 'optimistic === null', 'false', created],
    ['if (optimistic === null) throw', '`nothing to show', '``', created],
    [
      'isFromBase ? (base?.parent_id',
      'base?.parent_id',
      'base.parent_id',
      'without a base it is not from the base',
    ],
    ['if (held._deleted !== row._deleted)', 'held._deleted', 'true', sameLinks],
    ['const parents = changed.filter', 'changed.filter', 'changed', leaf],
    ['const parents = changed.filter', 'type !==', 'true', leaf],
    ['const parents = changed.filter', "'todo'", '""', leaf],
    ['if (parents.length === 0) return;', 'parents.length', 'false', speed],
    ['families.get(uuid) ?? []', '[]', here, 'each of the parents was asked for'],
  ]),
  ...equivalentIn('sync/src/optimistic/roll-up.ts', [
    [
      "change.kind === 'status' && change",
      'change.kind ===',
      'false',
      'the rule itself says so: it saves reads',
    ],
    ["'status' ", "'status'", '""', 'the rule itself says so: it saves reads'],
    [
      'const about = queue.filter',
      'queue.filter',
      'queue',
      'requests about other items do nothing to these',
    ],
    ['const context = { localId: 0', '{ localId: 0', '{}', 'no status depends on them'],
    ['family.get(uuid)?.permission', 'family.get(uuid)?.', 'family.get(uuid).', inFamily],
    ["row.type === 'todo' || shown", 'shown === undefined', 'false', inFamily],
    ['const isRolled = bare?.status', 'bare?.status', 'bare.status', created],
  ]),
];
