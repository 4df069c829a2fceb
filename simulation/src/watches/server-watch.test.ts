import { MemoryStore } from '@foray/authority/testing';
import { Census } from '../record/census.ts';
import { EventLog } from '../record/event-log.ts';
import type { SimServer } from '../server/server.ts';
import { ServerWatch } from './server-watch.ts';

const [owner, assignee] = [1, 2];
const [item, lost] = [
  { id: 1, uuid: 'item' },
  { id: 2, uuid: 'lost' },
];

/** A watch after a backup was restored that lacks an item, and a person's right to see another. */
function restored(): ServerWatch {
  const store = new MemoryStore('epoch');
  const sees = (user_id: number, { id }: { id: number }) => ({
    user_id,
    item_id: id,
    removed: false,
  });
  const state = {
    items: [item, lost],
    access: [sees(owner, item), sees(owner, lost), sees(assignee, item)],
  };
  store.rows = (table: string) => (state[table as keyof typeof state] ?? []) as never;
  store.row = (_, key) => state.items.find(({ id }) => id === key) as never;
  const server = { store, bugs: [], commits: 1, restores: 1, passedDates: { dates: [] } };
  const watch = new ServerWatch(new EventLog({ nowMs: () => 0 }), new Census());
  watch.noteRestore(store, () => {
    state.items = [item];
    state.access = [sees(owner, item)];
  });
  state.items = [item, lost];
  watch.check(server as unknown as SimServer, () => undefined);
  return watch;
}

test('an item is gone for a person whose right to it is not in the restored backup', () => {
  const watch = restored();
  expect(watch.hasGone('item', assignee)).toBe(true);
  expect(watch.hasGone('item', owner)).toBe(false);
});

test('[I1] an item that a restored backup lacks is not gone once it is created again', () => {
  expect(restored().hasGone('lost', owner)).toBe(false);
});
