import { trashList } from '@foray/contract';
import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '../testing/reference.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';
import type { World } from '../testing/world.ts';

const dayMs = 86_400_000;

async function shared(world: World = makeWorld()) {
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')];
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const hers = await ann.create({ type: 'todo', title: 'hers', parent_id: task.id });
  const his = await bob.create({ type: 'todo', title: 'his', parent_id: task.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const trash = async (who: { id: number }) =>
    (await world.authority.trash({ userId: who.id }, { limit: 500 })).data.map(
      ({ title, taken_along }) => [title, taken_along],
    );
  return { ...world, ann, bob, campaign, task, hers, his, url, trash };
}

describe('the trash', () => {
  test('lists deletions newest first, what came along counted with the item it went with', async () => {
    const { ann, bob, campaign, task, hers, his, url, trash, authority, clock } = await shared();
    await ann.send('DELETE', url(hers));
    clock.nowMs += 1000;
    await ann.send('DELETE', url(campaign), { children: [task.uuid, his.uuid] });
    expect(await trash(ann)).toEqual([
      ['campaign', 2],
      ['hers', 0],
    ]);
    // The campaign gives its assignee nothing while it is deleted, not even what is his by name.
    expect(await trash(bob)).toEqual([]);
    const list = await authority.trash({ userId: ann.id }, { limit: 500 });
    expect(trashList.parse(list)).toEqual(list);
    expect(list.data[0]).toMatchObject({
      uuid: campaign.uuid,
      deleted_at: '2026-03-01T12:00:01.000Z',
      permission: 'manage',
    });
  });

  test('leaves out what was restored, and what is older than 30 days', async () => {
    const { ann, task, hers, url, trash, clock } = await shared();
    await ann.send('DELETE', url(hers));
    await ann.send('DELETE', url(task));
    expect(itemOf(await ann.send('POST', url(task, '/restore'))).title).toBe('task');
    expect(await trash(ann)).toEqual([['hers', 0]]);
    clock.nowMs += 30 * dayMs;
    expect(await trash(ann)).toEqual([['hers', 0]]);
    clock.nowMs += 1;
    expect(await trash(ann)).toEqual([]);
    expect(refusalOf(await ann.send('POST', url(hers, '/restore'))).code).toBe('not_found');
  });

  test('[SHARE-10] items that were moved away since are restored with the rest of their delete', async () => {
    const { ann, campaign, task, hers, url, trash, authority, store } = await shared();
    await ann.send('DELETE', url(campaign), { children: [hers.uuid] });
    const other = await ann.create({ type: 'campaign', title: 'other' });
    await ann.send('PATCH', url(task), { parent_id: other.id });
    expect(await trash(ann)).toEqual([['campaign', 1]]);
    await ann.send('POST', url(campaign, '/restore'));
    expect(await trash(ann)).toEqual([]);
    expect(await ann.see(hers)).toMatchObject({ parent: { id: task.id } });
    const rolled = await authority.activity({ userId: ann.id }, { id: other.id }, 1);
    expect(rolled?.data[0]).toMatchObject({ action: 'restored', item: { title: 'hers' } });
    expect(brokenInvariants(store.tables())).toEqual([]);
  });
});

describe('the trash of a user who is let in again', () => {
  /** Bob's task in Ann's campaign, from which he is unassigned. */
  async function barred() {
    const world = await shared();
    const { ann, bob, campaign, url } = world;
    const own = await bob.create({ type: 'task', title: 'own', parent_id: campaign.id });
    const assign = (user_id: number) => ann.send('POST', url(campaign, '/assign'), { user_id });
    await assign(0);
    return { ...world, own, assign };
  }

  test('[SHARE-10] has what was deleted and what was created while they had no access', async () => {
    const { ann, bob, own, url, trash, assign, clock, store } = await barred();
    const late = await ann.create({ type: 'todo', title: 'late', parent_id: own.id });
    await ann.send('DELETE', url(late));
    clock.nowMs += 1000;
    await ann.send('DELETE', url(own));
    expect(await trash(bob)).toEqual([]);
    await assign(bob.id);
    expect(await trash(bob)).toEqual([
      ['own', 0],
      ['late', 0],
    ]);
    expect(itemOf(await bob.send('POST', url(own, '/restore')))).toMatchObject({ title: 'own' });
    expect(itemOf(await bob.send('POST', url(late, '/restore')))).toMatchObject({ title: 'late' });
    expect(await trash(bob)).toEqual([]);
    expect(brokenInvariants(store.tables())).toEqual([]);
  });

  test('[SHARE-10] lists and counts nothing that they do not manage any more', async () => {
    const { ann, bob, own, url, trash, assign, store } = await barred();
    await assign(bob.id);
    const his = await bob.create({ type: 'todo', title: 'his', parent_id: own.id });
    await bob.send('DELETE', url(own), { children: [his.uuid] });
    expect(await trash(bob)).toEqual([['own', 1]]);
    await assign(0);
    expect(await trash(bob)).toEqual([]);
    expect(await trash(ann)).toEqual([['own', 1]]);
    expect(brokenInvariants(store.tables())).toEqual([]);
  });
});

describe('a long trash', () => {
  /** One delete of a campaign with `taken` todos in it, then 30 of single todos. */
  async function longTrash(taken: number) {
    const calls: string[] = [];
    const hooks = { beforePrimitive: async (name: string) => void calls.push(name) };
    const world = makeWorld(hooks);
    const ann = await world.person('Ann');
    const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
    const children: string[] = [];
    for (let index = 0; index < taken; index += 1) {
      const data = { type: 'todo', title: `todo ${index}`, parent_id: campaign.uuid };
      children.push((await ann.create(data)).uuid);
    }
    await ann.send('DELETE', `/api/items/${campaign.uuid}`, { children });
    for (let index = 0; index < 30; index += 1) {
      world.clock.nowMs += index % 3;
      const { uuid } = await ann.create({ type: 'todo', title: `single ${index}` });
      await ann.send('DELETE', `/api/items/${uuid}`);
    }
    const page = (limit: number, before?: string) =>
      world.authority.trash({ userId: ann.id }, { limit, ...(before && { before }) });
    return { ...world, ann, campaign, calls, page };
  }

  test('[TRASH-01] a campaign that was deleted with its 600 items is one line, and is restored completely', async () => {
    const { ann, campaign, page, authority } = await longTrash(600);
    const { data } = await page(500);
    expect(data).toHaveLength(31);
    expect(data.at(-1)).toMatchObject({ uuid: campaign.uuid, taken_along: 600 });
    await ann.send('POST', `/api/items/${campaign.uuid}/restore`);
    expect(await ann.see(campaign)).toMatchObject({ children_count: 600 });
    expect((await authority.trash({ userId: ann.id }, { limit: 500 })).data).toHaveLength(30);
  });

  test('[TRASH-01] its pages hold every delete once, newest first, also of one moment', async () => {
    const { page } = await longTrash(3);
    const full = await page(500);
    expect(full.next).toBeNull();
    const paged: string[] = [];
    for (let before: string | undefined, more = true; more;) {
      const { data, next } = await page(4, before);
      expect(data.length).toBeLessThanOrEqual(4);
      paged.push(...data.map(({ uuid }) => uuid));
      before = next ?? undefined;
      more = before !== undefined;
    }
    expect(paged).toEqual(full.data.map(({ uuid }) => uuid));
    const times = full.data.map(({ deleted_at }) => deleted_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('a page costs as many statements for 30 deletes as for one', async () => {
    const { page, calls } = await longTrash(3);
    const statements = async (limit: number): Promise<readonly string[]> => {
      calls.length = 0;
      await page(limit);
      return [...calls];
    };
    const [one, many] = [await statements(1), await statements(31)];
    expect(one.length).toBeLessThanOrEqual(8);
    // Only a line that can have children is asked for them.
    expect(many.filter((name) => name !== 'childCounts')).toEqual(one);
  });
});

describe('restore', () => {
  test('is rolled up where a parent stayed, and written in the log', async () => {
    const { ann, campaign, task, hers, his, url, authority } = await shared();
    await ann.send('PATCH', url(his), { status: 'completed' });
    await ann.send('DELETE', url(hers));
    expect((await ann.see(campaign))?.status).toBe('completed');
    await ann.send('POST', url(hers, '/restore'));
    expect((await ann.see(task))?.status).toBe('in_progress');
    expect((await ann.see(campaign))?.status).toBe('in_progress');
    const page = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
    expect(page?.data.slice(0, 7).map(({ action, item }) => `${action} ${item.title}`)).toEqual([
      'reopened campaign',
      'reopened task',
      'restored hers',
      'completed campaign',
      'completed task',
      'deleted hers',
      'started campaign',
    ]);
  });

  test('reaches every user who sees it again, under a new rev', async () => {
    const { ann, bob, task, hers, url, authority } = await shared();
    const read = async (userId: number, since: number) => {
      const page = await authority.delta({ userId }, { type: 'todo', since, limit: 100 });
      if (!page.ok) throw page.error;
      return page.value;
    };
    const before = await read(bob.id, 0);
    await ann.send('DELETE', url(task), { children: [hers.uuid] });
    const gone = await read(bob.id, before.cursor);
    expect(gone.removed).toMatchObject([{ uuid: hers.uuid, reason: 'deleted' }]);
    await ann.send('POST', url(task, '/restore'));
    const back = await read(bob.id, gone.cursor);
    expect(back.data.map(({ title, permission }) => [title, permission])).toEqual([
      ['hers', 'contribute'],
    ]);
    expect(back.data[0]?.rev).toBeGreaterThan(gone.removed[0]?.rev ?? 0);
  });
});

describe('clean-up', () => {
  test('leaves the tombstone alone after 30 days: no text, no date, no assignee', async () => {
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
      search_text: '',
      due_date: null,
      assigned_to: null,
      completed_at: null,
      status: 'pending',
    });
    expect(brokenInvariants(store.tables())).toEqual([]);
    // The log still says what happened, and not what was written.
    const page = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
    const ofIt = page?.data.filter(({ item }) => item.uuid === hers.uuid) ?? [];
    expect(new Set(ofIt.map(({ item }) => item.title))).toEqual(new Set(['']));
    expect(ofIt[0]).toMatchObject({ action: 'deleted', user: { name: 'Ann' }, metadata: {} });
    // [I2] [I8] Its uuid is never another item, nor does it come back.
    const again = { uuid: hers.uuid, type: 'todo', title: 'again' };
    expect(await ann.send('POST', '/api/items', again)).toMatchObject({
      status: 200,
      body: { uuid: hers.uuid, title: '', permission: null },
    });
    expect(refusalOf(await bob.send('POST', '/api/items', again)).code).toBe('uuid_taken');
    const below = { type: 'todo', title: 'below', parent_id: campaign.uuid };
    expect((await ann.send('POST', '/api/items', below)).status).toBe(201);
  });

  /** Someone's deleted item, 30 days later, that is restored once the erasure has found it. */
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

  test('a restore at the last moment and a concurrent erasure do not collide', async () => {
    const { ann, hers, erase } = await restoredDuringErasure();
    await erase(async () => undefined);
    expect(await ann.see(hers)).toMatchObject({ title: 'hers' });
  });

  test('what is restored at the last moment and deleted again keeps its 30 days', async () => {
    const { ann, hers, url, trash, erase } = await restoredDuringErasure();
    await erase(() => ann.send('DELETE', url(hers)));
    expect(await trash(ann)).toEqual([['hers', 0]]);
  });

  test('a cursor from before removals that are forgotten has to start over, a full fetch has not', async () => {
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
    // Nothing that it received is lost.
    expect(await read(first.value.cursor)).toMatchObject({ ok: false, error: { knownHead: head } });
    expect(store.tables().access.some(({ item_id }) => item_id === hers.id)).toBe(false);

    // Who fetches everything in small pages comes past the same numbers, and comes through.
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
    // A device that created something below it long ago receives the removal, and does not wait for it.
    await ann.send('DELETE', url(task));
    clock.nowMs += 181 * dayMs;
    await authority.cleanUp();
    const late = { type: 'todo', title: 'late', parent_id: task.uuid };
    expect(refusalOf(await bob.send('POST', '/api/items', late)).code).toBe('parent_gone');
    expect(await ann.see(campaign)).not.toBeNull();
  });
});
