import { storedName } from '../store/stored-names.ts';
import { localItem, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { TestWorld } from '../testing/test-world.ts';
import { newestKnown } from './newest-known.ts';

test('the newest server state of an item counts, even a buffered one at the same position', async () => {
  const one = new TestWorld().newDevice();
  const removalAt = (number: number, rev: number) =>
    ({ id: number, uuid: uuidOf(number), reason: 'deleted', rev }) as const;
  const later = serverRow(2, { rev: 9 });
  await one.store.write(async (tx) => {
    await tx.putItems([1, 2, 3, 4].map((number) => heldRow(serverRow(number, { rev: 5 }))));
    await tx.putItems([localItem(5)]);
    const removed = (number: number, rev: number) =>
      tx.putMeta(storedName.buffered, uuidOf(number), {
        kind: 'removal',
        removal: removalAt(number, rev),
      });
    await removed(1, 3);
    await tx.putMeta(storedName.buffered, uuidOf(2), { kind: 'row', row: later });
    await removed(3, 5);
    await tx.putMeta('restoring', uuidOf(4), removalAt(4, 6));
  });
  expect(await one.read(newestKnown)).toEqual(
    new Map([
      [uuidOf(1), { rev: 5, row: serverRow(1, { rev: 5 }) }],
      [uuidOf(2), { rev: 9, row: later }],
      [uuidOf(3), { rev: 5, row: null }],
      [uuidOf(4), { rev: 6, row: null }],
    ]),
  );
});
