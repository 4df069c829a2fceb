import type { Permission } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';
import type { AuthorityTables } from './tables.ts';

/*
 * A second implementation of the rights, straight from the table in product.md and without the production
 * code: slow, and obviously right.
 */

/** Whether a person manages an item, and whether they contribute to it; for deleted items too. */
function rulesFor(items: readonly ItemRow[], person: number) {
  const byId = new Map(items.map((item) => [item.id, item]));
  const manages = (item: ItemRow): boolean => {
    const parent = byId.get(item.parent_id ?? 0);
    const isOwner = item.user_id === person;
    if (parent === undefined) return isOwner;
    return manages(parent) || (isOwner && contributes(parent));
  };
  const contributes = (item: ItemRow): boolean => {
    const parent = byId.get(item.parent_id ?? 0);
    if (item.assigned_to === person && item.deleted_at === null) return true;
    return parent !== undefined && contributes(parent);
  };
  return { manages, contributes };
}

function peopleOf(items: readonly ItemRow[]): ReadonlySet<number> {
  const named = items.flatMap((item) => [item.user_id, item.assigned_to ?? 0]);
  return new Set(named.filter((id) => id >= 1000));
}

/** The items that each person can restore, as `user item`: the deleted items that they manage. */
function referenceTrash(items: readonly ItemRow[]): ReadonlySet<string> {
  const deleted = items.filter((item) => item.deleted_at !== null && item.title !== '');
  const trash = new Set<string>();
  for (const person of peopleOf(items)) {
    const { manages } = rulesFor(items, person);
    for (const item of deleted) if (manages(item)) trash.add(`${person} ${item.id}`);
  }
  return trash;
}

/**
 * The rights on undeleted items, as `user item -> permission`, computed from the items alone and from the root
 * down. A deleted item keeps its place in the tree, but gives its assignee no right.
 */
export function referenceRights(items: readonly ItemRow[]): ReadonlyMap<string, Permission> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const rights = new Map<string, Permission>();
  for (const person of peopleOf(items)) {
    const { manages, contributes } = rulesFor(items, person);
    for (const item of items) {
      if (item.deleted_at !== null) continue;
      const key = `${person} ${item.id}`;
      if (manages(item)) rights.set(key, 'manage');
      else if (contributes(item)) rights.set(key, 'contribute');
      else continue;
      for (let above = byId.get(item.parent_id ?? 0); above !== undefined;) {
        const view = `${person} ${above.id}`;
        if (above.deleted_at === null && !manages(above) && !contributes(above)) {
          rights.set(view, 'view');
        }
        above = byId.get(above.parent_id ?? 0);
      }
    }
  }
  return rights;
}

/**
 * The violations of all invariants of the tables while no transaction runs, as sentences; empty if there are none. Rights,
 * roots, I2, I4, feed positions, usage of accounts.
 */
export function brokenInvariants(tables: AuthorityTables): readonly string[] {
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
    // The root of a copy at the top level is its item's.
    const alone = items.find(({ uuid }) => uuid === item.occurrence_of)?.root_id ?? item.id;
    if (item.root_id !== (parent?.root_id ?? alone)) problems.push(`root_id of ${item.id}`);
    if ((item.deleted_at === null) !== (item.deleted_op === null))
      problems.push(`deleted ${item.id}`);
    if ((item.completed_at === null) === (item.status === 'completed')) {
      problems.push(`completed_at of ${item.id}`);
    }
  }

  const occurrences = items.flatMap(({ occurrence_of: of, occurrence }) =>
    of === null ? [] : [`${of} ${occurrence}`],
  );
  if (new Set(occurrences).size !== occurrences.length) problems.push('a copy is there twice');
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
  const trash = referenceTrash(items);
  for (const row of access) {
    const key = `${row.user_id} ${row.item_id}`;
    const { deleted_at, title } = byId.get(row.item_id) ?? {};
    if (deleted_at === null || title === '') continue;
    const isListed = row.reason === 'deleted' && row.permission === 'manage';
    if (isListed !== trash.has(key))
      problems.push(`${key} is ${isListed ? '' : 'not '}in the trash`);
  }
  const listed = new Set(access.map((row) => `${row.user_id} ${row.item_id}`));
  for (const key of trash) if (!listed.has(key)) problems.push(`${key} is missing in the trash`);
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
  for (const { user_id, items: count, bytes } of heads) {
    const own = items.filter((item) => item.user_id === user_id && item.title !== '');
    const texts = own.flatMap((item) => [item.title, item.description ?? '', ...item.labels]);
    const text = encodeURIComponent(texts.join('')).replace(/%../g, '.');
    if (count !== own.length) problems.push(`${user_id} has ${own.length} items, not ${count}`);
    if (bytes !== text.length) problems.push(`${user_id} has ${text.length} bytes, not ${bytes}`);
  }
  return problems;
}

/** Rows of ended accounts that must be gone (I21), as sentences; empty if there are none. */
export function remainsOfEnded(tables: AuthorityTables): readonly string[] {
  const ownTables = ['access', 'feed', 'notifications', 'ops', 'contacts', 'blocks'] as const;
  return tables.users.flatMap(({ id, phone, name }) => {
    if (id < 1000 || phone !== null) return [];
    const isTheirs = (item: ItemRow) =>
      item.assigned_to === id || (item.user_id === id && item.title !== '');
    const left = ownTables.filter((table) => tables[table].some((row) => row.user_id === id));
    return [
      ...left.map((table) => `I21: ${table} of ${id}`),
      ...(tables.blocks.some((row) => row.blocked_id === id) ? [`I21: a block of ${id}`] : []),
      ...(tables.items.some(isTheirs) ? [`I21: items of ${id}`] : []),
      ...(name === 'Deleted user' ? [] : [`I21: the name of ${id}`]),
    ];
  });
}
