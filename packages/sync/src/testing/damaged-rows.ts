import { storedName } from '../store/stored-names.ts';
import type { MetaKind, UnreadableRow } from '../store/meta.ts';
import type { WriteTransaction } from '../store/ports.ts';
import { isReadableRow } from '../store/readable-row.ts';
import { localItem, notificationRow, queuedRequest, uuidOf } from './rows.ts';

/** A row with a key and arbitrary other fields. */
export type DamagedRow = Readonly<Record<string, unknown>> & {
  readonly id: string | number;
  readonly kind?: string;
};

/** Every store of a local database. */
export const allStores: readonly UnreadableRow['store'][] = [
  'items',
  'users',
  'contacts',
  'syncQueue',
  'notifications',
  'meta',
];

/** Damaged rows with a number are numbered from here on. */
export const firstDamaged = 5000;
/** A store has no more of them than this. */
export const damagedMost = 400;
/** The item to which damaged rows refer, if they can. */
export const damagedUuid = uuidOf(firstDamaged);
/** The id of each damaged meta row. */
export const damagedId = 'damaged';

const valuesOfKinds: Readonly<Record<MetaKind, true>> = {
  counters: true,
  cursor: true,
  epoch: true,
  position: true,
  clock: true,
  [storedName.buffered]: true,
  restoring: true,
  conflict: true,
  replaced: true,
  rolled: true,
  deleting: true,
  unassigned: true,
  restoredWith: true,
  trash: true,
  importedGuest: true,
  generation: true,
  moved: true,
  birth: true,
  owner: true,
  brought: true,
  left: true,
  signOuts: true,
  account: true,
  lost: true,
  dueRead: true,
  imported: true,
  selfCheck: true,
  heartbeat: true,
  lastSync: true,
  private: true,
  unreadable: true,
};

/** Every kind of meta row. */
export const metaKinds = Object.keys(valuesOfKinds) as readonly MetaKind[];

const at = '2026-01-01T00:00:00.000Z';
const person = { id: 7, name: 'A', phone: '', created_at: at, updated_at: at };
const contact = { id: 8, user_id: 7, name: 'B', contact_phone: '1' };
const notification = notificationRow(9, { rev: 3 });

/** One row of each store that can be read. */
export async function healthyRows(tx: WriteTransaction): Promise<void> {
  await tx.putItems([localItem(1)]);
  await tx.putRequest(queuedRequest(1, 1));
  await tx.put('users', person);
  await tx.put('contacts', contact);
  await tx.put('notifications', notification);
  await tx.putMeta('rolled', uuidOf(1), { uuid: uuidOf(1) });
}

/** Rows of a store that cannot be read: a good one with each of its fields replaced by junk. */
export function damagedRows(store: UnreadableRow['store']): readonly DamagedRow[] {
  if (store === 'meta') {
    const values = [null, 'x', 7, []];
    return metaKinds.map((kind, place) => {
      return { kind, id: damagedId, value: values[place % values.length] };
    });
  }
  const rows: DamagedRow[] = [];
  for (const [field, junk] of junkFor(goodRows[store])) {
    const number = firstDamaged + rows.length;
    const id = store === 'syncQueue' ? `${damagedId}-${number}` : number;
    const names = store === 'items' ? { uuid: uuidOf(number) } : {};
    const order = store === 'syncQueue' ? { seq: number } : {};
    const row = { ...goodRows[store], ...names, ...order, id, [field]: junk };
    if (!isReadableRow(store, row)) rows.push(row);
  }
  return rows.slice(0, damagedMost);
}

const goodRows: Readonly<Record<Exclude<UnreadableRow['store'], 'meta'>, object>> = {
  items: { ...localItem(firstDamaged), parent_id: 0, parent_uuid: damagedUuid, top: 1 },
  users: person,
  contacts: contact,
  syncQueue: queuedRequest(firstDamaged, firstDamaged),
  notifications: notification,
};

function* junkFor(row: object): Generator<readonly [string, unknown]> {
  for (const field of Object.keys(row)) {
    if (field === 'id') continue;
    // A uuid is unique in its index, and so is a place in the queue.
    const junk = field === 'uuid' || field === 'seq' ? [null, {}] : [null, 'x', -1.5, {}, [], true];
    for (const value of junk) yield [field, value];
  }
}
