import { standardLimits } from '../store/authority-limits.ts';
import { brokenInvariants } from '@foray/model';
import { repeatingTask } from '../testing/repeating-task.ts';
import { refusalOf } from '../testing/world.ts';

const dayMs = 86_400_000;

/** Ann's daily task, to which Bob contributes, and what is left of its history. */
async function series(limits = standardLimits) {
  const world = await repeatingTask(limits);
  const { ann, store, copies, authority } = world;
  const numbers = () =>
    copies()
      .map(({ occurrence }) => occurrence)
      .toSorted((a, b) => a - b);
  const trash = async () => {
    const { data } = await authority.trash({ userId: ann.id }, { limit: 100 });
    return data.map(({ occurrence }) => occurrence).toSorted((a, b) => a - b);
  };
  const holds = () => expect(brokenInvariants(store.tables())).toEqual([]);
  return { ...world, numbers, trash, holds };
}

test('[SHARE-33] the copy of an undone occurrence is in the trash, and can be restored', async () => {
  const { ann, bob, complete, undo, numbers, trash, holds, store, task } = await series();
  await complete(ann, 1);
  await complete(bob, 2);
  await undo(ann, 1);
  await undo(bob, 2);
  expect(numbers()).toEqual([]);
  expect(await trash()).toEqual([1, 2]);
  const first = store
    .tables()
    .items.find((row) => row.occurrence_of === task.uuid && row.occurrence === 1);
  expect((await ann.send('POST', `/api/items/${first?.uuid}/restore`)).status).toBe(200);
  expect(numbers()).toEqual([1]);
  // Completed once more, it replaces the other again.
  await complete(bob, 2);
  expect(numbers()).toEqual([1, 2]);
  expect(await trash()).toEqual([]);
  holds();
});

test('[SHARE-34] [REPEAT-18] the oldest copies go to the trash of the manager to make room for new ones', async () => {
  const { ann, bob, complete, numbers, trash, clock, holds } = await series({
    ...standardLimits,
    copies: 2,
  });
  await complete(ann, 1);
  await complete(ann, 2);
  const early = refusalOf(await complete(bob, 3));
  expect(early).toMatchObject({ status: 422, code: 'limit', fields: { copies_per_item: '2' } });
  expect(numbers()).toEqual([1, 2]);
  clock.nowMs += 2 * dayMs;
  // It is due, so no other copy is removed for it.
  expect((await complete(bob, 3)).status).toBe(200);
  expect(numbers()).toEqual([1, 2, 3]);
  await complete(ann, 4);
  expect(numbers()).toEqual([3, 4]);
  expect(await trash()).toEqual([1, 2]);
  holds();
});

test('[SHARE-34] a refused completion by an older client changes nothing else that it names', async () => {
  const { ann, bob, url, task, complete, holds } = await series({ ...standardLimits, copies: 2 });
  await complete(ann, 1);
  await complete(ann, 2);
  const before = await ann.see(task);
  const asked = await bob.send('PATCH', url, { status: 'completed', title: 'Theirs' });
  expect(refusalOf(asked)).toMatchObject({ code: 'limit' });
  expect(await ann.see(task)).toEqual(before);
  holds();
});

test('[SHARE-34] contributors can complete 50 occurrences of an item a day', async () => {
  const { ann, bob, url, complete, numbers, clock, holds } = await series();
  for (let n = 1; n <= 50; n += 1) expect((await complete(bob, n)).status).toBe(200);
  expect(refusalOf(await complete(bob, 51))).toMatchObject({ code: 'limit' });
  const asOlder = await bob.send('PATCH', url, { status: 'completed' });
  expect(refusalOf(asOlder)).toMatchObject({ code: 'limit' });
  expect((await complete(ann, 51)).status).toBe(200);
  clock.nowMs += dayMs + 1;
  expect((await complete(bob, 52)).status).toBe(200);
  expect(numbers()).toHaveLength(52);
  holds();
});
