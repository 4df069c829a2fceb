import { slotUuid } from '../testing/slot-uuid.ts';
import { worldOf } from '../testing/world.ts';

test('a repeated request for an item that was hidden names the place at which it left the feed', async () => {
  const { store, authority, clock, ann } = await worldOf('Ann');
  const data = { type: 'todo', title: 'short', uuid: slotUuid(3) };
  await ann.send('POST', '/api/items', data, { opId: 'op' });
  await ann.send('DELETE', `/api/items/${slotUuid(3)}`);
  const { seq } = store.tables().access[0] ?? {};
  const again = () => ann.send('POST', '/api/items', data);
  const nothing = { uuid: slotUuid(3), title: '', permission: null };
  expect(await again()).toMatchObject({ status: 200, body: { ...nothing, rev: seq } });
  // After half a year its place is forgotten, but its uuid is not.
  clock.nowMs += 181 * 86_400_000;
  await authority.cleanUp();
  expect(store.tables().access).toEqual([]);
  expect(await again()).toMatchObject({ status: 200, body: { ...nothing, rev: 0 } });
});
