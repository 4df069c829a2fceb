import { rightsOf, type HeldItem } from './rights.ts';
import { firstPersonId, type StoredItemRow, type StoredTables } from './stored-tables.ts';

/** The rights on living items, as `user item -> permission`, by the rules and from the items alone. */
export function rightsInRows(items: readonly StoredItemRow[]): ReadonlyMap<string, string> {
  const rights = new Map<string, string>();
  for (const [person, { onLiving }] of personRights(items)) {
    for (const [id, right] of onLiving) if (right !== null) rights.set(`${person} ${id}`, right);
  }
  return rights;
}

/**
 * The violations of all invariants of the tables at rest, as sentences; empty if there are none. Rights, the
 * trash, roots, I2, I4, feed positions, usage of accounts.
 */
export function brokenInvariants(tables: StoredTables): readonly string[] {
  return [
    ...brokenTrees(tables.items),
    ...brokenRights(tables),
    ...brokenFeeds(tables),
    ...brokenUsage(tables),
  ];
}

/** Rows and texts of ended accounts that must be gone (I21), as sentences; empty if there are none. */
export function remainsOfEnded(tables: StoredTables): readonly string[] {
  const ownTables = ['access', 'feed', 'notifications', 'ops', 'contacts', 'blocks'] as const;
  const ofPeople = tables.users.flatMap(({ id, phone, name }) => {
    if (id < firstPersonId || phone !== null) return [];
    const isTheirs = (item: StoredItemRow) =>
      item.assigned_to === id || (item.user_id === id && item.title !== '');
    const left = ownTables.filter((table) => tables[table].some((row) => row.user_id === id));
    return [
      ...left.map((table) => `I21: ${table} of ${id}`),
      ...(tables.blocks.some((row) => row.blocked_id === id) ? [`I21: a block of ${id}`] : []),
      ...(tables.items.some(isTheirs) ? [`I21: items of ${id}`] : []),
      ...(name === 'Deleted user' ? [] : [`I21: the name of ${id}`]),
    ];
  });
  const erased = tables.items.filter(({ title }) => title === '');
  const ofItems = erased.flatMap(({ id, description, labels }) => [
    ...(description !== null || labels.length > 0 ? [`I21: texts of ${id}`] : []),
    ...(tables.activity.some((entry) => entry.campaign_id === id) ? [`I21: history of ${id}`] : []),
  ]);
  return [...ofPeople, ...ofItems];
}

function personRights(items: readonly StoredItemRow[]) {
  const held = new Map(items.map((item) => [item.id, heldItem(item)]));
  const named = items.flatMap((item) => [item.user_id, item.assigned_to ?? 0]);
  const people = [...new Set(named)].filter((id) => id >= firstPersonId);
  return people.map((person) => [person, rightsOf(held, person)] as const);
}

function heldItem(item: StoredItemRow): HeldItem<number, number> {
  const { id, parent_id, user_id, assigned_to, deleted_at } = item;
  const isLiving = deleted_at === null;
  return { key: id, parent: parent_id, owner: user_id, assignee: assigned_to, isLiving };
}

function brokenTrees(items: readonly StoredItemRow[]): readonly string[] {
  const problems: string[] = [];
  const byId = new Map(items.map((item) => [item.id, item]));
  const byUuid = new Map(items.map((item) => [item.uuid, item]));
  if (byUuid.size !== items.length) problems.push('I2: a uuid is there twice');
  for (const item of items) {
    const parent = byId.get(item.parent_id ?? 0);
    if (item.parent_id !== null && parent === undefined)
      problems.push(`I4: ${item.id} has no parent`);
    if ((parent?.uuid ?? null) !== item.parent_uuid) problems.push(`parent_uuid of ${item.id}`);
    const of = byUuid.get(item.occurrence_of ?? '');
    if (of !== undefined && item.title !== '') {
      const placeOf = (row: StoredItemRow) => [row.parent_id, row.assigned_to].join();
      if (placeOf(item) !== placeOf(of)) problems.push(`${item.id} is not where its item is`);
    }
    // The root of a copy at the top level is its item's.
    const alone = of?.root_id ?? item.id;
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
  return problems;
}

function brokenRights({ items, access }: StoredTables): readonly string[] {
  const problems: string[] = [];
  const byId = new Map(items.map((item) => [item.id, item]));
  const rights = rightsInRows(items);
  const held = new Map<string, string>(
    access.flatMap((row) =>
      row.removed ? [] : [[`${row.user_id} ${row.item_id}`, row.permission] as const],
    ),
  );
  for (const key of new Set([...rights.keys(), ...held.keys()])) {
    if (rights.get(key) !== held.get(key)) {
      problems.push(`right ${key}: held ${held.get(key)}, by the rules ${rights.get(key)}`);
    }
  }
  const trash = trashInRows(items);
  const listed = new Set<string>();
  for (const row of access) {
    const key = `${row.user_id} ${row.item_id}`;
    listed.add(key);
    const item = byId.get(row.item_id);
    if (item?.root_id !== row.root_id) problems.push(`root of access ${key}`);
    if (row.removed !== (row.reason !== null)) problems.push(`reason ${key}`);
    if (item?.deleted_at === null || item?.title === '') continue;
    const isListed = row.reason === 'deleted' && row.permission === 'manage';
    if (isListed !== trash.has(key))
      problems.push(`${key} is ${isListed ? '' : 'not '}in the trash`);
  }
  for (const key of trash) if (!listed.has(key)) problems.push(`${key} is missing in the trash`);
  return problems;
}

/** The items that each person can restore, as `user item`: the deleted items that they manage. */
function trashInRows(items: readonly StoredItemRow[]): ReadonlySet<string> {
  const deleted = items.filter((item) => item.deleted_at !== null && item.title !== '');
  return new Set(
    personRights(items).flatMap(([person, { toChange }]) =>
      deleted.flatMap(({ id }) => (toChange.get(id) === 'manage' ? [`${person} ${id}`] : [])),
    ),
  );
}

function brokenFeeds({ access, feed, heads }: StoredTables): readonly string[] {
  const problems: string[] = [];
  const rows = [...access, ...feed];
  const positions = new Set(rows.map((row) => `${row.user_id} ${row.seq}`));
  if (positions.size !== rows.length) problems.push('a seq is there twice');
  const headOf = new Map(heads.map((row) => [row.user_id, row.head]));
  for (const row of rows) {
    if (row.seq > (headOf.get(row.user_id) ?? 0)) problems.push(`seq ${row.seq} beyond the head`);
  }
  return problems;
}

function brokenUsage({ items, heads }: StoredTables): readonly string[] {
  const problems: string[] = [];
  for (const { user_id, items: count, bytes } of heads) {
    const own = items.filter((item) => item.user_id === user_id && item.title !== '');
    const texts = own.flatMap((item) => [item.title, item.description ?? '', ...item.labels]);
    const text = encodeURIComponent(texts.join('')).replace(/%../g, '.');
    if (count !== own.length) problems.push(`${user_id} has ${own.length} items, not ${count}`);
    if (bytes !== text.length) problems.push(`${user_id} has ${text.length} bytes, not ${bytes}`);
  }
  return problems;
}
