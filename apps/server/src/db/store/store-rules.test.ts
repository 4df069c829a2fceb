import { randomUUID } from 'node:crypto';
import type { AccessRow, ItemRow } from '@foray/authority';
import { startPersonUnderTest } from '../testing/store-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startPersonUnderTest());

/** An item of the person's, as stored in the tables. */
async function makeItem(
  title: string,
  place: { readonly type?: string; readonly parent_id?: string } = {},
): Promise<{ item: ItemRow; access: AccessRow }> {
  const { authority, store, userId } = started;
  const data = { type: 'todo', title, uuid: randomUUID(), ...place };
  await authority.request({ userId }, { method: 'POST', url: '/api/items', data });
  return store.read(async (reads) => {
    const [item] = await reads.items({ uuids: [data.uuid] });
    const [access] = await reads.access([item?.id ?? 0], [userId]);
    if (item === undefined || access === undefined) throw new Error('it was not made');
    return { item, access };
  });
}

test('[I10] a page says that there is more if and only if there is more', async () => {
  const { store, userId } = started;
  const { access } = await makeItem('first');
  await makeItem('second');
  const page = (limit: number) =>
    store.read(async (reads) =>
      (await reads.itemFeeds(userId, new Map([['todo', access.seq - 1]]), limit)).get('todo'),
    );
  expect(await page(1)).toMatchObject({ more: true, rows: [{ access }] });
  expect(await page(2)).toMatchObject({ more: false });
});

test('[I7] the floor of a feed never decreases, in whatever order its removals are deleted', async () => {
  const { store, userId } = started;
  const [early, late] = [await makeItem('early'), await makeItem('late')];
  const forget = async (of: { item: ItemRow; access: AccessRow }): Promise<number> => {
    const deleted = { deleted_at: '2020-01-01T00:00:00.000Z', deleted_op: `${of.item.id}:2` };
    const removed = { ...of.access, removed: true, reason: 'deleted', behind: null } as const;
    await store.tx(async (tx) => {
      await tx.updateItems([{ ...of.item, ...deleted }]);
      await tx.putOutcome({ op: null, entries: [], steps: [], access: [removed] });
    });
    const forgetting = store.tx((tx) => tx.forgetRemovals('2021-01-01T00:00:00.000Z', 10));
    expect(await forgetting).toEqual({ forgotten: 1, isMore: false });
    const feeds = store.read((reads) => reads.itemFeeds(userId, new Map([['todo', 0]]), 1));
    return (await feeds).get('todo')?.floor ?? 0;
  };
  expect(await forget(late)).toBe(late.access.seq);
  expect(await forget(early)).toBe(late.access.seq);
});

test('[SHARE-03] only the children that a viewer sees are counted for that viewer', async () => {
  const { store, userId } = started;
  const { item: task } = await makeItem('task', { type: 'task' });
  await makeItem('todo', { parent_id: task.uuid });
  const total = (viewerId: number | null) =>
    store.read(async (reads) => (await reads.childCounts([task.id], viewerId))[0]?.total);
  expect([await total(null), await total(userId), await total(1)]).toEqual([1, 1, 0]);
});

test('the epoch of a user is renewed once per loss', async () => {
  const { store, userId } = started;
  const epochOf = () => store.read(async (reads) => (await reads.standing(userId)).epoch);
  const lost = await epochOf();
  await store.tx((tx) => tx.renewEpoch(userId, lost));
  const renewed = await epochOf();
  expect(renewed).not.toBe(lost);
  await store.tx((tx) => tx.renewEpoch(userId, lost));
  expect(await epochOf()).toBe(renewed);
});

test('[I21] nothing is written for an account that has ended', async () => {
  const { authority, store, userId } = started;
  const { item } = await makeItem('shared');
  const who = { phone: '+4915100000001', name: 'Bob', placeholder: false, verified: false };
  const { id } = await authority.signIn(who);
  await store.tx(async (tx) => {
    await tx.advanceHeads([{ user_id: id, by: 1 }]);
    await tx.eraseUser(id, { isEnd: true });
  });
  const place = { user_id: id, item_id: item.id, root_id: item.root_id, seq: 0, behind: 0 };
  const lost = { ...place, permission: 'view', removed: true, reason: 'hidden' } as const;
  await store.tx(async (tx) => {
    const steps = [{ user_id: id, by: 1 }];
    await tx.putOutcome({ op: null, entries: [], steps, access: [lost] });
    await tx.putFeed([{ user_id: id, kind: 'user', ref_id: userId, seq: 1, removed: false }]);
  });
  const left = await store.read(async (reads) => ({
    access: await reads.access([item.id], [id]),
    feed: (await reads.feed(id, 0, 10)).rows,
  }));
  expect(left).toEqual({ access: [], feed: [] });
});
