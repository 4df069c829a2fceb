import { newestFirst, type Item } from '@foray/domain';
import { parseQuery } from '@foray/domain/queries';
import type { LocalItem } from '@foray/sync';
import { localItem, uuidOf } from '@foray/sync/testing';
import { queryListOf, type QuerySpec } from './query-list.ts';
import { contextOf, filterSpec, queryOrders, searchSpec } from './query-specs.ts';
import { Replica } from './replica.ts';

const days = { today: '2026-12-02', zone: 'UTC', weekStart: 1 };

function at(minutes: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();
}

/** An item made in the minute of its number. */
function row(number: number, fields: Partial<LocalItem> = {}): LocalItem {
  const times = { created_at: at(number), updated_at: at(number) };
  return localItem(number, { title: `item ${number}`, ...times, _localVersion: 1, ...fields });
}

function replicaOf(...rows: readonly LocalItem[]): Replica {
  const replica = new Replica(() => 0);
  replica.apply(rows);
  return replica;
}

function search(replica: Replica, text: string, order: (typeof queryOrders)[number] = 'found') {
  const { query } = parseQuery(text);
  if (query === null) throw new Error(text);
  return queryListOf(replica, searchSpec(replica, query, contextOf(replica, 0, days), order));
}

const numbers = (uuids: readonly string[]) =>
  uuids.map((uuid) => Array.from({ length: 30 }, (_, n) => n).find((n) => uuidOf(n) === uuid));

/** A spec that counts the tries of each item. */
function countingSpec(replica: Replica, tried: string[]): QuerySpec {
  return {
    key: 'counting',
    has: (item) => tried.push(item.uuid) > 0 && item.status === 'pending',
    compare: newestFirst('created'),
    candidates: () => replica.rows(),
    readsAbove: false,
    readsPeople: false,
  };
}

test('[QUERY-12] only a changed item is tried again, and listeners are told when hits change', () => {
  const replica = replicaOf(...Array.from({ length: 9 }, (_, n) => row(n + 1)));
  const tried: string[] = [];
  const list = queryListOf(replica, countingSpec(replica, tried));
  expect(tried.length).toBe(9);
  expect(list.isComplete()).toBe(true);
  let told = 0;
  const stop = list.subscribe(() => (told += 1));
  replica.apply([row(3, { status: 'completed', _localVersion: 2 })]);
  expect(tried.slice(9)).toEqual([uuidOf(3)]);
  expect(numbers(list.uuids())).toEqual([9, 8, 7, 6, 5, 4, 2, 1]);
  replica.apply([row(3, { _localVersion: 3 }), row(10)], [{ uuid: uuidOf(9), localSeq: 9 }]);
  expect(numbers(list.uuids())).toEqual([10, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(tried.length).toBe(12);
  expect(told).toBe(2);
  stop();
});

test('[QUERY-12] many items are tried in parts, and a change meanwhile counts once', () => {
  const replica = replicaOf(...Array.from({ length: 9_000 }, (_, n) => row(n + 1)));
  const list = queryListOf(replica, countingSpec(replica, []));
  expect(list.uuids().length).toBe(4_000);
  expect(list.isComplete()).toBe(false);
  replica.apply([
    row(8_999, { title: 'changed', _localVersion: 2 }),
    row(1, { status: 'completed', _localVersion: 2 }),
    row(9_001),
  ]);
  while (list.tryMore());
  expect(list.uuids().length).toBe(9_000);
  expect(new Set(list.uuids()).size).toBe(9_000);
  expect(list.uuids()[0]).toBe(uuidOf(9_001));
});

test('[QUERY-12] items below a renamed or moved one are tried again', () => {
  const below = (parent: number) => ({ parent_uuid: uuidOf(parent), parent_id: parent });
  const campaign = row(1, { type: 'campaign', title: 'Fair' });
  const task = row(2, { type: 'task', ...below(1) });
  const replica = replicaOf(campaign, task, row(3, below(2)), row(4));
  const list = search(replica, 'in:fair');
  expect(numbers(list.uuids())).toEqual([3, 2]);
  replica.apply([{ ...task, parent_uuid: null, parent_id: null, _localVersion: 2 }]);
  expect(numbers(list.uuids())).toEqual([]);
  replica.apply([{ ...task, _localVersion: 3 }]);
  expect(numbers(list.uuids())).toEqual([3, 2]);
  replica.apply([{ ...campaign, title: 'Market', _localVersion: 2 }]);
  expect(numbers(list.uuids())).toEqual([]);
  replica.apply([{ ...campaign, _localVersion: 3 }]);
  replica.apply([], [{ uuid: uuidOf(1), localSeq: 9 }]);
  expect(numbers(list.uuids())).toEqual([]);
});

test('[QUERY-12] a text is found through the index, also in a list, and in an item whose text changes', () => {
  const replica = replicaOf(row(1, { title: 'Milk' }), row(2), row(3, { title: 'oat MILK' }));
  const list = search(replica, 'milk -oat');
  expect(numbers(list.uuids())).toEqual([1]);
  replica.apply([row(2, { title: 'milk', _localVersion: 2 })]);
  expect(numbers(list.uuids())).toEqual([2, 1]);

  const { query } = parseQuery('milk');
  const done = {
    key: 'done',
    has: (item: Item) => item.status === 'completed',
    compare: newestFirst('created'),
  };
  const spec = query && filterSpec(replica, query, contextOf(replica, 0, days), done);
  const inList = spec && queryListOf(replica, spec);
  expect(inList?.uuids()).toEqual([]);
  replica.apply([row(3, { title: 'oat MILK', status: 'completed', _localVersion: 2 })]);
  expect(numbers(inList?.uuids() ?? [])).toEqual([3]);
});

test('[QUERY-12] a person whose name the device learns later is found by it', () => {
  const replica = replicaOf(row(1, { assigned_to: 1001 }), row(2));
  const list = search(replica, 'assigned:ada');
  const others = search(replica, '-assigned:ada');
  expect(numbers(list.uuids())).toEqual([]);
  expect(numbers(others.uuids())).toEqual([2, 1]);
  const times = { created_at: at(0), updated_at: at(0) };
  replica.putPeople([{ id: 1001, name: 'Ada Byron', phone: '', ...times }]);
  expect(numbers(list.uuids())).toEqual([1]);
  expect(numbers(others.uuids())).toEqual([2]);
});

test('[QUERY-12] hits are in the order of search, or in the order that is asked for', () => {
  const replica = replicaOf(
    row(1, { title: 'a rope', due_date: '2026-01-02', updated_at: at(9) }),
    row(2, { title: 'b', description: 'rope', priority: 'high', updated_at: at(20) }),
    row(3, { title: 'rope', due_date: '2026-01-01', priority: 'low' }),
    row(4, { title: 'rope', occurrence_of: uuidOf(1), status: 'completed' }),
  );
  const orders = queryOrders.map((order) => numbers(search(replica, 'rope', order).uuids()));
  expect(orders).toEqual([
    [1, 3, 2, 4],
    [3, 1, 4, 2],
    [2, 3, 4, 1],
    [4, 3, 2, 1],
    [2, 1, 4, 3],
  ]);
});

test('[QUERY-12] a list without a listener is forgotten after some others, and a list with one is not', () => {
  const replica = replicaOf(row(1));
  const [idle, heard] = [search(replica, 'is:done'), search(replica, 'is:active')];
  const stop = heard.subscribe(() => undefined);
  for (const text of ['item', 'has:due', 'no:due', 'is:mine', 'is:past']) search(replica, text);
  replica.apply([row(1, { status: 'completed', _localVersion: 2 })]);
  expect(numbers(idle.uuids())).toEqual([]);
  expect(numbers(search(replica, 'is:done').uuids())).toEqual([1]);
  expect(search(replica, 'is:active')).toBe(heard);
  stop();
});
