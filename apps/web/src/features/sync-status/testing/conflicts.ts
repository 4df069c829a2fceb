import type { Conflict, LocalItem } from '@foray/sync';

type ServerRow = NonNullable<Conflict['server']>;

const base: ServerRow = {
  id: 10_000_001,
  uuid: 'oars',
  type: 'task',
  title: 'Buy two oars',
  description: 'From the shop at the harbour. They close at six.',
  status: 'pending',
  user_id: 1000,
  assigned_to: null,
  parent_id: null,
  parent_uuid: null,
  due_date: null,
  due_time: null,
  repeat: null,
  repeat_from: null,
  repeat_start: null,
  occurrence_day: null,
  end_date: null,
  priority: null,
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T08:00:00.000Z',
  completed_at: null,
  labels: [],
  position: null,
  occurrence: 1,
  occurrence_of: null,
  repeat_done: null,
  version: 1,
  rev: 1,
  permission: 'manage',
  children_count: 0,
  completed_count: 0,
};

/** A conflict about one item, with the row that this device shows of it. */
export interface ConflictCase {
  readonly conflict: Conflict;
  readonly row: LocalItem;
}

/** A conflict about the item `uuid`, between two changes of the same task. */
export function conflictCase(
  uuid: string,
  local: Partial<LocalItem>,
  server: Partial<ServerRow> | null,
  kind: Partial<Conflict> = {},
): ConflictCase {
  const started: ServerRow = { ...base, uuid };
  const row: LocalItem = {
    ...started,
    updated_at: '2026-03-04T09:30:00.000Z',
    base: started,
    rolled: null,
    _syncStatus: 'pending',
    _deleted: false,
    deletedBy: null,
    _localVersion: 1,
    top: 1,
    sortKey: base.created_at,
    ...local,
  };
  const serverRow = { ...started, version: 2, rev: 2, updated_at: '2026-03-04T11:00:00.000Z' };
  const conflict: Conflict = {
    uuid,
    kind: 'update',
    base: started,
    server: server && { ...serverRow, ...server },
    removal: null,
    canKeepBoth: false,
    rev: 2,
    isAside: false,
    foundAt: '2026-03-04T12:00:00.000Z',
    ...kind,
  };
  return { conflict, row };
}

/** The authors of the changes in the cases below: Ada here, and somebody whom the device knows. */
export const bo = {
  id: 1002,
  name: 'Bo Lindqvist',
  phone: '',
  created_at: base.created_at,
  updated_at: base.created_at,
};

/** One conflict of each kind. */
export const everyKind = {
  update: conflictCase(
    'update',
    { title: 'Buy four oars', status: 'in_progress', due_date: '2026-03-10' },
    {
      title: 'Buy two long oars',
      description: 'From the shop at the harbour. They close at five on Saturdays.',
      updated_by: bo.id,
    },
  ),
  both: conflictCase(
    'both',
    { title: 'Paint the boat blue' },
    { title: 'Paint the boat', status: 'completed', updated_by: base.user_id },
    { base: { ...base, uuid: 'both', title: 'Paint the boat' }, canKeepBoth: true },
  ),
  bothCollide: conflictCase(
    'bothCollide',
    { title: 'Paint the boat blue', due_date: '2026-03-10' },
    { title: 'Paint the boat red', status: 'completed' },
    { base: { ...base, uuid: 'bothCollide' }, canKeepBoth: true },
  ),
  deletedHere: conflictCase(
    'deletedHere',
    { title: 'Check the rope', _deleted: true, deletedBy: 'r' },
    { title: 'Check the rope twice' },
    { kind: 'delete' },
  ),
  deletedThere: conflictCase('deletedThere', { title: 'Find a captain with a beard' }, null, {
    kind: 'removed',
    removal: 'deleted',
    deletion: { at: '2026-03-04T11:00:00.000Z', by: bo.id },
  }),
  hidden: conflictCase('hidden', { title: 'Cook for six', type: 'todo' }, null, {
    kind: 'removed',
    removal: 'hidden',
  }),
} as const;
