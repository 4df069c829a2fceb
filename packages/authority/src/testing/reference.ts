import type { Permission } from '@foray/domain';
import type { ItemRow } from '../rows.ts';
import type { Tables } from './tables.ts';

/*
 * The rules of sight once more, straight from the table of product.md and knowing nothing of the
 * production code: slow, and obviously right.
 */

/** Who may do what, as `user item -> permission`, computed from the items alone. */
export function referenceRights(items: readonly ItemRow[]): ReadonlyMap<string, Permission> {
  const living = items.filter((item) => item.deleted_at === null);
  const parentOf = (item: ItemRow) => living.find((other) => other.id === item.parent_id);
  const lineOf = (item: ItemRow): ItemRow[] => {
    const parent = parentOf(item);
    return parent === undefined ? [item] : [item, ...lineOf(parent)];
  };
  const people = new Set(
    living.flatMap((item) => [item.user_id, item.assigned_to ?? 0]).filter((id) => id >= 1000),
  );
  const rights = new Map<string, Permission>();
  for (const person of people) {
    for (const item of living) {
      const line = lineOf(item);
      const key = `${person} ${item.id}`;
      if (line.some((one) => one.user_id === person)) rights.set(key, 'manage');
      else if (line.some((one) => one.assigned_to === person)) rights.set(key, 'contribute');
    }
    for (const item of living) {
      if (rights.has(`${person} ${item.id}`)) {
        for (const above of lineOf(item)) {
          const key = `${person} ${above.id}`;
          if (!rights.has(key)) rights.set(key, 'view');
        }
      }
    }
  }
  return rights;
}

/**
 * Everything that must hold of the tables at rest, as sentences about what does not; empty if all
 * does. Rights, roots, I2, I4, feed positions.
 */
export function brokenInvariants(tables: Tables): readonly string[] {
  const { items, access, heads } = tables;
  const problems: string[] = [];
  const byId = new Map(items.map((item) => [item.id, item]));

  const uuids = new Set(items.map((item) => item.uuid));
  if (uuids.size !== items.length) problems.push('I2: a uuid is there twice');
  for (const item of items) {
    const parent = byId.get(item.parent_id ?? 0);
    if (item.parent_id !== null && parent === undefined)
      problems.push(`I4: ${item.id} has no parent`);
    if ((parent?.uuid ?? null) !== item.parent_uuid) problems.push(`parent_uuid of ${item.id}`);
    if (item.root_id !== (parent?.root_id ?? item.id)) problems.push(`root_id of ${item.id}`);
    if ((item.deleted_at === null) !== (item.deleted_op === null))
      problems.push(`deleted ${item.id}`);
    if ((item.completed_at === null) === (item.status === 'completed')) {
      problems.push(`completed_at of ${item.id}`);
    }
  }

  const rights = referenceRights(items);
  const held = new Map<string, Permission>(
    access.flatMap((row) =>
      row.removed ? [] : [[`${row.user_id} ${row.item_id}`, row.permission] as const],
    ),
  );
  for (const key of new Set([...rights.keys(), ...held.keys()])) {
    if (rights.get(key) !== held.get(key)) {
      problems.push(`right ${key}: held ${held.get(key)}, by the rules ${rights.get(key)}`);
    }
  }
  for (const row of access) {
    const item = byId.get(row.item_id);
    if (item?.root_id !== row.root_id)
      problems.push(`root of access ${row.user_id} ${row.item_id}`);
    if (row.removed !== (row.reason !== null))
      problems.push(`reason ${row.user_id} ${row.item_id}`);
  }

  const positions = [...access, ...tables.feed].map((row) => `${row.user_id} ${row.seq}`);
  if (new Set(positions).size !== positions.length) problems.push('a seq is there twice');
  const headOf = new Map(heads.map((row) => [row.user_id, row.head]));
  for (const row of [...access, ...tables.feed]) {
    if (row.seq > (headOf.get(row.user_id) ?? 0)) problems.push(`seq ${row.seq} beyond the head`);
  }
  return problems;
}
