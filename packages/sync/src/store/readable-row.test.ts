import type { DeltaItem } from '@foray/contract';
import type { Person } from '@foray/domain';
import { serverRow } from '../testing/server-row.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import type { MetaKind } from './meta.ts';
import { isReadableRow, keyTextOf, maxCounted, type StoreName } from './readable-row.ts';
import { storedName } from './stored-names.ts';

const at = '2026-01-01T00:00:00.000Z';
// The server's numbers of children are never read here.
const { children_count: _, completed_count: __, ...base } = serverRow(1);
const removal = { id: 1, uuid: uuidOf(1), reason: 'deleted', rev: 4 };

/** The fields of each kind of meta row in the release that first wrote it. */
const metaValues: Readonly<Record<MetaKind, readonly object[]>> = {
  counters: [{ localSeq: 1, queueSeq: 2, lastLocalId: 3 }],
  cursor: [{ cursor: 1, fullSince: 2, isComplete: true }],
  epoch: [{ epoch: 'e1' }],
  position: [{ head: 1, place: 2 }],
  clock: [{ offsetMs: -3 }],
  [storedName.buffered]: [
    { kind: 'row', row: base },
    { kind: 'removal', removal },
  ],
  restoring: [removal],
  conflict: [
    {
      uuid: uuidOf(1),
      kind: 'removed',
      base,
      server: base,
      removal: 'hidden',
      canKeepBoth: true,
      rev: 1,
      isAside: false,
      foundAt: at,
    },
  ],
  replaced: [
    { versions: [{ values: { title: 'x' }, by: null, at, replacedAt: at }], isTold: true },
    { versions: [], isTold: false },
  ],
  rolled: [{ uuid: uuidOf(1) }],
  deleting: [{ requestId: 'x', deletedAt: at }],
  unassigned: [{ assigned_to: 7, rev: 1 }],
  restoredWith: [{ assigned_to: 7, rev: 1 }],
  trash: [{ item: base, requestId: 'x', deletedAt: at }],
  importedGuest: [{ generation: 'first' }],
  generation: [{ generation: 'first' }],
  moved: [{ toUserId: 7, upgrade: 'x' }],
  birth: [{ name: 'x' }],
  owner: [{ phone: '1' }],
  brought: [{ localSeq: 1 }],
  left: [{ unsent: 'keep' }, { unsent: 'discard' }],
  signOuts: [{ decided: 1 }],
  // Its fields are read one by one, so that a damaged one affects no other.
  account: [{}],
  lost: [{ title: 'x', at }],
  dueRead: [{ at }],
  imported: [{ uuids: [uuidOf(1)] }],
  selfCheck: [{ checkedAt: at, inStepAt: at }],
  heartbeat: [{ epoch: 'e1', run: 'r1', head: 4, heardAt: at }],
  lastSync: [{ at }],
  private: [{ value: {}, base: { value: {}, rev: 4 }, removedAt: at }],
  unreadable: [{ store: 'items', key: '1' }],
};

/** An item with every field that a row can have. `top` is for the index alone. */
const { top: ___, ...item } = localItem(1, {
  assigned_to: 7,
  parent_id: 2,
  parent_uuid: uuidOf(2),
  completed_at: at,
  base: base as DeltaItem,
  former: { base: base as DeltaItem, isLost: true },
  rolled: { status: 'completed', completed_at: at },
  deletedBy: 'x',
});

const delivery = { most: 1, isApart: true, alone: 2, triedAt: at };
const request = queuedRequest(1, 1, { offsetMs: 5, needs: [uuidOf(2)], sentHead: 3, delivery });
const why = { kind: 'verdict' } as never;
const blocked = { kind: storedName.blocked, why, since: at };
const person: Pick<Person, 'id' | 'name'> = { id: 7, name: 'A' };

/** Readable rows in which each field is required. */
const readable: readonly (readonly [StoreName, string, object])[] = [
  ['items', 'an item', item],
  ['users', 'a person', person],
  ['contacts', 'a contact', { id: 8, user_id: 7, name: 'B', contact_phone: '1' }],
  ['syncQueue', 'a change of a version', { ...request, basis: { ifMatch: 'e1:3' } }],
  ['syncQueue', 'a change after another', { ...request, basis: { after: 'request-0' } }],
  ['syncQueue', 'a blocked change', { ...request, basis: null, state: blocked }],
  [
    'notifications',
    'a notification',
    { id: 9, kind: 'assigned', count: 1, created_at: at, updated_at: at, read_at: at, rev: 3 },
  ],
  ...Object.entries(metaValues).flatMap(([kind, values]) =>
    values.map((value) => ['meta', kind, { kind, id: 'x', value }] as const),
  ),
];

test.each(readable)(
  '[DATA-14] %s reads %s, but not once any of its fields is damaged',
  (store, _name, row) => {
    expect(isReadableRow(store, row)).toBe(true);
    const places = placesIn(row).filter((place) => place !== 'data.title');
    const isRead = (place: string) => isReadableRow(store, damaged(row, place.split('.')));
    expect(places.filter(isRead)).toEqual([]);
  },
);

test.each(readable)('[DATA-14] %s reads %s with the fields of a later release', (...row) => {
  const [store, , stored] = row;
  expect(isReadableRow(store, { ...stored, later: { at } })).toBe(true);
});

test('[DATA-14] only an object is a row', () => {
  for (const store of ['items', 'users', 'contacts', 'syncQueue', 'notifications', 'meta'] as const)
    for (const nothing of [undefined, null, 7, 'x', true, [], ['x']])
      expect(isReadableRow(store, nothing)).toBe(false);
});

test('[DATA-14] a request in a format that never existed cannot be read', () => {
  expect(isReadableRow('syncQueue', { ...request, shape: 0 })).toBe(false);
  expect(isReadableRow('syncQueue', { ...request, shape: 1e9 })).toBe(false);
});

test('[DATA-14] a meta row needs a kind and an id that are texts, even if a later release wrote it', () => {
  const row = { kind: 'later', id: 'x', value: 4 };
  expect(isReadableRow('meta', row)).toBe(true);
  expect(isReadableRow('meta', { ...row, id: 7 })).toBe(false);
  expect(isReadableRow('meta', { ...row, kind: 7 })).toBe(false);
  expect(isReadableRow('meta', { kind: 'toString', id: 'x', value: 4 })).toBe(true);
});

test('[DATA-14] stamps and places are read up to three times the greatest possible value, counters up to twice', () => {
  const values = [0, 2 * maxCounted, 2 * maxCounted + 1, 3 * maxCounted, 3 * maxCounted + 1];
  const [none, twice, beyondTwice, most, beyond] = values;
  const isCounter = (value: unknown) =>
    ['localSeq', 'queueSeq', 'lastLocalId'].every((name) => {
      const counters = { localSeq: 1, queueSeq: 1, lastLocalId: 1, [name]: value };
      return isReadableRow('meta', { kind: 'counters', id: 'device', value: counters });
    });
  const isStamp = (value: unknown) =>
    isReadableRow('items', { ...item, _localVersion: value }) &&
    isReadableRow('syncQueue', { ...request, seq: value });
  expect([none, twice].map(isCounter)).toEqual([true, true]);
  expect([beyondTwice, null, 1.5].map(isCounter)).toEqual([false, false, false]);
  expect([none, most].map(isStamp)).toEqual([true, true]);
  expect([beyond, null, 1.5].map(isStamp)).toEqual([false, false, false]);
});

test('[DATA-14] a key that looks like the text of another key gets a text of its own', () => {
  const keys = ['7', '"7"', new Date(0), '"1970-01-01T00:00:00.000Z"', ['x'], '["x"]'];
  const texts = keys.map((id) => keyTextOf('items', { id }));
  expect(new Set(texts).size).toBe(keys.length);
});

test('[DATA-14] different keys of rows that cannot be read have different texts', () => {
  const date = new Date(0);
  const keys = [
    7,
    '7',
    Infinity,
    -Infinity,
    'Infinity',
    'x',
    '',
    'x,1',
    ['x', 1],
    date,
    String(date),
  ];
  const texts = keys.map((id) => keyTextOf('items', { id }));
  expect(new Set(texts).size).toBe(keys.length);
  expect(texts.slice(0, 2)).toEqual(['7', '"7"']);
  expect(keyTextOf('items', { id: 'x' })).toBe('x');
  expect(keyTextOf('items', null)).toBe('undefined');
  expect(keyTextOf('meta', { kind: 'cursor', id: 'todo' })).toBe('cursor/todo');
});

/** The paths of all fields, at every depth; a list counts as one. */
function placesIn(row: object, above = ''): string[] {
  return Object.entries(row).flatMap(([field, value]) => {
    const isDeep = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [`${above}${field}`, ...(isDeep ? placesIn(value, `${above}${field}.`) : [])];
  });
}

/** A row with a list of numbers in that place, where none belongs. */
function damaged(row: object, [field = '', ...rest]: readonly string[]): object {
  const value = (row as Record<string, unknown>)[field];
  return { ...row, [field]: rest.length === 0 ? [1] : damaged(value as object, rest) };
}
