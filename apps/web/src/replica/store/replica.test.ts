import { newestFirst } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { itemSearchOf } from './item-search.ts';
import type { ListSpec } from './live-list.ts';
import { Replica } from './replica.ts';

function row(uuid: string, fields: Partial<LocalItem> = {}): LocalItem {
  const at = '2026-01-01T00:00:00.000Z';
  const number = Number(uuid.replace(/\D/g, '')) || 1;
  const rest = { uuid, title: uuid, created_at: at, updated_at: at, _localVersion: 1 };
  return localItem(number, { ...rest, ...fields });
}

function loaded(...rows: LocalItem[]): Replica {
  const replica = new Replica(() => 0);
  replica.apply(rows);
  replica.setStage('all');
  return replica;
}

const orphans: ListSpec = {
  key: 'orphans',
  has: (item, isHeld) => item.parent_uuid === null || !isHeld(item.parent_uuid),
  compare: newestFirst('created'),
};

test('[I17] an older row never replaces a newer one', () => {
  const replica = loaded(row('a1', { title: 'new', _localVersion: 5 }));
  replica.apply([row('a1', { title: 'old', _localVersion: 4 })]);
  expect(replica.item('a1')?.title).toBe('new');
});

test('a row removed while the rest loads is not restored by a page that was read earlier', () => {
  const replica = new Replica(() => 0);
  replica.apply([], [{ uuid: 'a1', localSeq: 7 }]);
  replica.apply([row('a1', { _localVersion: 6 })]);
  expect(replica.item('a1')).toBeUndefined();
  replica.apply([row('a1', { _localVersion: 8 })]);
  expect(replica.item('a1')).toBeDefined();
});

test('[I17] a removal that arrives before an older edit of another tab is not undone by that edit', () => {
  const replica = loaded(row('a1', { _localVersion: 9 }));
  replica.apply([], [{ uuid: 'a1', localSeq: 11 }]);
  replica.apply([row('a1', { title: 'edited before', _localVersion: 10 })]);
  expect(replica.row('a1')).toBeUndefined();
  replica.apply([row('a1', { title: 'restored since', _localVersion: 12 })]);
  expect(replica.item('a1')?.title).toBe('restored since');
});

test('[I17] if two removals arrive in the wrong order the later one counts', () => {
  const replica = loaded(row('a1'));
  replica.apply([], [{ uuid: 'a1', localSeq: 11 }]);
  replica.apply([], [{ uuid: 'a1', localSeq: 7 }]);
  replica.apply([row('a1', { _localVersion: 10 })]);
  expect(replica.row('a1')).toBeUndefined();
});

test('[LIST-06] children become orphans when their parent disappears, and stop being orphans when it returns', () => {
  const child = row('c2', { parent_uuid: 'p1' });
  const replica = loaded(row('p1', { type: 'task' }), child);
  expect(replica.list(orphans)).toEqual(['p1']);
  replica.apply([row('p1', { type: 'task', _deleted: true, _localVersion: 2 })]);
  expect(replica.list(orphans)).toEqual(['c2']);
  replica.apply([row('p1', { type: 'task', _localVersion: 3 })]);
  expect(replica.list(orphans)).toEqual(['p1']);
  replica.apply([], [{ uuid: 'p1', localSeq: 4 }]);
  expect(replica.list(orphans)).toEqual(['c2']);
});

test('[OFF-08] a deleted item leaves lists, children, progress and search at once', () => {
  const replica = loaded(row('p1', { type: 'task' }), row('c2', { parent_uuid: 'p1' }));
  replica.list(orphans);
  expect(replica.progress('p1')).toEqual({ done: 0, total: 1 });
  const found = () => [...itemSearchOf(replica).containing('c2')].map(({ item }) => item.uuid);
  expect(found()).toEqual(['c2']);
  replica.apply([row('c2', { parent_uuid: 'p1', _deleted: true, _localVersion: 2 })]);
  expect(replica.item('c2')).toBeUndefined();
  expect(replica.children('p1')).toEqual([]);
  expect(replica.progress('p1')).toEqual({ done: 0, total: 0 });
  expect(found()).toEqual([]);
});

test('an item is found by its new description, and no longer by the old one', () => {
  const replica = loaded(row('a1', { description: 'rope' }));
  const found = (needle: string) =>
    [...itemSearchOf(replica).containing(needle)].map(({ item }) => item.uuid);
  expect(found('rope')).toEqual(['a1']);
  replica.apply([row('a1', { description: 'sail', _localVersion: 2 })]);
  expect(found('rope')).toEqual([]);
  expect(found('sail')).toEqual(['a1']);
});

test('[STATUS-01] progress counts the completed children and follows each change', () => {
  const replica = loaded(
    row('p1', { type: 'task' }),
    row('c2', { parent_uuid: 'p1', status: 'completed' }),
    row('c3', { parent_uuid: 'p1', status: 'in_progress' }),
  );
  expect(replica.progress('p1')).toEqual({ done: 1, total: 2 });
  replica.apply([row('c3', { parent_uuid: 'p1', status: 'completed', _localVersion: 2 })]);
  expect(replica.progress('p1')).toEqual({ done: 2, total: 2 });
});

test('a local number still names its item after the server has assigned its own', () => {
  const local = row('a1', { id: 1_700_000_000_001 });
  const replica = loaded(local);
  replica.apply([{ ...local, id: 10_000_000, _localVersion: 2 }]);
  expect(replica.itemByNumber(1_700_000_000_001)?.id).toBe(10_000_000);
  expect(replica.itemByNumber(10_000_000)?.uuid).toBe('a1');
});

test('a change notifies the listeners that show it, and no others', () => {
  const replica = loaded(row('a1'), row('b2'));
  replica.list(orphans);
  const [item, other, order, values] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  replica.subscribe('item:a1', item);
  replica.subscribe('item:b2', other);
  replica.subscribe('list:orphans', order);
  replica.subscribe('rows:orphans', values);
  replica.apply([row('a1', { title: 'renamed', _localVersion: 2 })]);
  expect(item).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
  expect(order).not.toHaveBeenCalled();
  expect(values).toHaveBeenCalledTimes(1);
});

test('changes before a notification notify no listener and change no list; the notification covers all of them', () => {
  const replica = loaded(row('a1'));
  const woken = vi.fn<() => void>();
  replica.subscribe('list:orphans', woken);
  const before = replica.list(orphans);
  replica.applyQuietly([row('a2'), row('a3')]);
  replica.applyQuietly([row('a1', { title: 'renamed', _localVersion: 2 })]);
  expect(woken).not.toHaveBeenCalled();
  expect(replica.list(orphans)).toBe(before);
  expect(replica.item('a1')?.title).toBe('renamed');
  replica.notify();
  expect(woken).toHaveBeenCalledTimes(1);
  expect(replica.list(orphans)).toEqual(['a3', 'a2', 'a1']);
});
