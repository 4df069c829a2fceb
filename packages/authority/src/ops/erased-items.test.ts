import { brokenInvariants } from '@foray/model';
import { makeWorld, refusalOf } from '../testing/world.ts';
import { dayMs, shared } from '../testing/shared-trash.ts';

test('clean-up leaves only the tombstone after 30 days: no text, no date, no assignee', async () => {
  const { ann, bob, campaign, hers, url, store, clock, authority } = await shared();
  await ann.send('PATCH', url(hers), {
    description: 'private',
    due_date: '2026-05-01',
    assigned_to: bob.id,
    status: 'completed',
  });
  await ann.send('DELETE', url(hers));
  clock.nowMs += 30 * dayMs;
  expect(await authority.cleanUp()).toEqual({ erased: 0, forgotten: 0, pruned: 0 });
  clock.nowMs += 1;
  expect(await authority.cleanUp()).toEqual({ erased: 1, forgotten: 0, pruned: 0 });
  expect(await authority.cleanUp()).toEqual({ erased: 0, forgotten: 0, pruned: 0 });
  expect(store.row('items', hers.id)).toMatchObject({
    uuid: hers.uuid,
    title: '',
    description: null,
    search_folded: '',
    search_text: '',
    due_date: null,
    assigned_to: null,
    completed_at: null,
    status: 'pending',
  });
  expect(brokenInvariants(store.tables())).toEqual([]);
  // The log still has the actions, but not their texts.
  const page = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  const ofIt = page?.data.filter(({ item }) => item.uuid === hers.uuid) ?? [];
  expect(new Set(ofIt.map(({ item }) => item.title))).toEqual(new Set(['']));
  expect(ofIt[0]).toMatchObject({ action: 'deleted', user: { name: 'Ann' }, metadata: {} });
  // [I2] [I8] Its uuid never becomes another item's, nor does the item come back.
  const again = { uuid: hers.uuid, type: 'todo', title: 'again' };
  expect(await ann.send('POST', '/api/items', again)).toMatchObject({
    status: 200,
    body: { uuid: hers.uuid, title: '', permission: null },
  });
  expect(refusalOf(await bob.send('POST', '/api/items', again)).code).toBe('uuid_taken');
  const below = { type: 'todo', title: 'below', parent_id: campaign.uuid };
  expect((await ann.send('POST', '/api/items', below)).status).toBe(201);
});

/** A deleted item 30 days later, which is restored while the clean-up waits for its lock. */
async function restoredDuringErasure() {
  let isArmed = false;
  let restore = async () => {};
  const world = makeWorld({
    beforePrimitive: async (name) => {
      if (!isArmed || name !== 'lockRoots') return;
      isArmed = false;
      await restore();
    },
  });
  const { ann, hers, url, clock, authority, trash } = await shared(world);
  await ann.send('DELETE', url(hers));
  const deletedMs = clock.nowMs;
  clock.nowMs += 30 * dayMs + 1;
  const erase = async (afterRestore: () => Promise<unknown>) => {
    restore = async () => {
      clock.nowMs = deletedMs + 30 * dayMs;
      await ann.send('POST', url(hers, '/restore'));
      await afterRestore();
    };
    isArmed = true;
    await authority.cleanUp();
  };
  return { ann, hers, url, trash, erase };
}

test('clean-up: a restore at the last moment and a concurrent erasure do not conflict', async () => {
  const { ann, hers, erase } = await restoredDuringErasure();
  await erase(async () => undefined);
  expect(await ann.see(hers)).toMatchObject({ title: 'hers' });
});

test('clean-up: an item that is restored at the last moment and deleted again keeps its 30 days', async () => {
  const { ann, hers, url, trash, erase } = await restoredDuringErasure();
  await erase(() => ann.send('DELETE', url(hers)));
  expect(await trash(ann)).toEqual([['hers', 0]]);
});

test('clean-up: a cursor older than the deleted removals must start again, and a full pull is accepted', async () => {
  const { ann, bob, campaign, task, hers, his, url, clock, authority, store } = await shared();
  const read = (since: number, limit = 100) =>
    authority.delta({ userId: bob.id }, { type: 'todo', since, limit });
  const first = await read(0);
  if (!first.ok) throw first.error;
  await ann.send('DELETE', url(hers));
  clock.nowMs += 180 * dayMs;
  expect(await authority.cleanUp()).toMatchObject({ forgotten: 0 });
  expect(await read(first.value.cursor)).toMatchObject({ value: { removed: [{ id: hers.id }] } });
  clock.nowMs += 1;
  expect((await authority.cleanUp()).forgotten).toBeGreaterThan(0);
  const head = store.row('heads', bob.id)?.head;
  // Nothing that the device received is lost.
  expect(await read(first.value.cursor)).toMatchObject({ ok: false, error: { knownHead: head } });
  expect(store.tables().access.some(({ item_id }) => item_id === hers.id)).toBe(false);

  // A full pull in small pages passes the same numbers, and ends.
  await bob.create({ type: 'todo', title: 'more', parent_id: task.id });
  const titles: string[] = [];
  for (let since = 0, more = true; more;) {
    const page = await read(since, 1);
    if (!page.ok) throw page.error;
    titles.push(...page.value.data.map(({ title }) => title));
    since = page.value.cursor;
    more = page.value.more;
    if (!more) expect((await read(since)).ok).toBe(true);
  }
  expect(titles.toSorted()).toEqual(['his', 'more']);
  expect(await bob.see(his)).not.toBeNull();
  // A device that created something below it long ago receives the removal, and does not wait for the item.
  await ann.send('DELETE', url(task));
  clock.nowMs += 181 * dayMs;
  await authority.cleanUp();
  const late = { type: 'todo', title: 'late', parent_id: task.uuid };
  expect(refusalOf(await bob.send('POST', '/api/items', late)).code).toBe('parent_gone');
  expect(await ann.see(campaign)).not.toBeNull();
});
