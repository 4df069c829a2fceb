import { occurrenceUuid } from '@foray/domain';
import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '../testing/reference.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';
import type { Answer } from '../store/request.ts';
import { standardLimits } from '../store/authority-limits.ts';
import type { AuthorityLimits } from '../store/authority-limits.ts';

const hourMs = 3_600_000;
/** What the world's first day has. */
const daily = { due_date: '2026-03-01', due_time: '17:00', repeat: 'FREQ=DAILY' };

async function family(limits?: AuthorityLimits) {
  const world = makeWorld({}, limits);
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({
    type: 'task',
    title: 'task',
    parent_id: campaign.id,
    assigned_to: bob.id,
    ...daily,
  });
  const [first, second] = await Promise.all(
    ['first', 'second'].map((title) => ann.create({ type: 'todo', title, parent_id: task.id })),
  );
  const url = `/api/items/${task.uuid}`;
  const complete = (by: typeof ann, n: number, more: object = {}, headers: object = {}) =>
    by.send('POST', `${url}/occurrences`, { n, ...more }, headers);
  const undo = (by: typeof ann, n: number) => by.send('DELETE', `${url}/occurrences/${n}`);
  const copies = () =>
    world.store
      .tables()
      .items.filter((row) => row.occurrence_of === task.uuid && row.deleted_at === null);
  return {
    ...world,
    ann,
    bob,
    campaign,
    task,
    first: first!,
    second: second!,
    url,
    complete,
    undo,
    copies,
  };
}

/** The copy in an answer. */
function copyIn({ body }: Answer) {
  return body !== null && 'copy' in body ? body.copy : undefined;
}

describe('completing an occurrence', () => {
  test('[REPEAT-10] [REPEAT-11] leaves a completed copy beside the item, which is pending on its next day', async () => {
    const { bob, task, campaign, complete, store } = await family();
    const completed_at = '2026-03-01T11:00:00.000Z';
    const answer = await complete(bob, 1, { completed_at });
    expect(itemOf(answer)).toMatchObject({
      due_date: '2026-03-02',
      due_time: '17:00',
      status: 'pending',
      occurrence: 2,
      completed_at: null,
      version: 2,
    });
    const { user_id, assigned_to, parent_uuid, title } = task;
    expect(copyIn(answer)).toMatchObject({
      user_id,
      assigned_to,
      parent_uuid,
      title,
      completed_at,
      status: 'completed',
      uuid: occurrenceUuid(task.uuid, 1),
      occurrence: 1,
      occurrence_of: task.uuid,
      due_date: '2026-03-01',
      permission: itemOf(answer).permission,
    });
    expect(brokenInvariants(store.tables())).toEqual([]);
    expect((await store.read((reads) => reads.below([campaign.id])))[0]).toMatchObject({
      total: 1,
      pending: 1,
      completed: 0,
      items: 3,
    });
  });

  test('[REPEAT-10] twice, by anybody, is once', async () => {
    const { ann, bob, complete, copies, task } = await family();
    await complete(bob, 1);
    const again = await complete(ann, 1);
    expect(itemOf(again)).toMatchObject({ due_date: '2026-03-02', occurrence: 2, version: 2 });
    expect(copyIn(again)).toMatchObject({ occurrence_of: task.uuid });
    expect(copies()).toHaveLength(1);
  });

  test('[REPEAT-10] that was skipped or moved on otherwise has its copy, and the item stays', async () => {
    const { ann, bob, complete, copies } = await family();
    await complete(ann, 1, { skip: true });
    expect(itemOf(await complete(bob, 1))).toMatchObject({ occurrence: 2, due_date: '2026-03-02' });
    expect(copies().map(({ occurrence }) => occurrence)).toEqual([1]);
  });

  test('[REPEAT-10] keeps the day to which others moved the date meanwhile out of it', async () => {
    const { ann, bob, url, complete, copies } = await family();
    await ann.send('PATCH', url, { due_date: '2026-03-20' });
    const answer = await complete(bob, 1, {}, { ifMatch: '"e1:1"' });
    expect(itemOf(answer)).toMatchObject({ due_date: '2026-03-21', occurrence: 2 });
    expect(copies()).toMatchObject([{ due_date: '2026-03-20', occurrence: 1 }]);
  });

  test('[REPEAT-10] has another uuid where that of the copy is somebody’s', async () => {
    const { ann, task, complete, copies } = await family();
    const uuid = occurrenceUuid(task.uuid, 1);
    await ann.create({ type: 'todo', title: 'there', uuid });
    const answer = await complete(ann, 1);
    expect(copyIn(answer)?.uuid).not.toBe(uuid);
    expect(copies()).toHaveLength(1);
  });

  test('[REPEAT-11] counts the day of the completer, and the last one completes the item itself', async () => {
    const { ann, url, complete, copies, clock } = await family();
    await ann.send('PATCH', url, { repeat: 'FREQ=DAILY;COUNT=3' });
    clock.nowMs += 10 * hourMs;
    // 22:00 in UTC is the next day in Tokyo.
    const there = await complete(ann, 1, { zone: 'Asia/Tokyo' });
    expect(itemOf(there)).toMatchObject({ due_date: '2026-03-03', occurrence: 2 });
    const over = await complete(ann, 2);
    expect(itemOf(over)).toMatchObject({ status: 'completed', occurrence: 2 });
    expect(copyIn(over)).toBe(null);
    expect(itemOf(await complete(ann, 2)).version).toBe(itemOf(over).version);
    expect(copies()).toHaveLength(1);
    const wrong = await complete(ann, 2, { zone: 'Mars' });
    expect(refusalOf(wrong)).toMatchObject({ fields: { zone: 'unknown_value' } });
  });

  test('[REPEAT-11] counts no day that is still to come', async () => {
    const { ann, complete, copies, store } = await family();
    const later = { completed_at: '2031-05-05T12:00:00Z' };
    expect(itemOf(await complete(ann, 1, later)).due_date).toBe('2026-03-02');
    expect(copies()[0]?.completed_at?.slice(0, 4)).toBe('2026');
    expect(brokenInvariants(store.tables())).toEqual([]);
  });

  test('[REPEAT-14] needs the right to edit', async () => {
    const { ann, bob, stranger, task, complete, undo, first } = await family();
    const eve = await stranger('Eve');
    expect(refusalOf(await complete(eve, 1)).status).toBe(404);
    // Anyone who has something in the task may see it, and no more.
    await ann.send('PATCH', `/api/items/${task.id}`, { assigned_to: null });
    await ann.send('PATCH', `/api/items/${first.id}`, { assigned_to: bob.id });
    expect(refusalOf(await complete(bob, 1)).status).toBe(403);
    expect(refusalOf(await complete(bob, 1, { skip: true })).status).toBe(403);
    expect(itemOf(await complete(ann, 1)).occurrence).toBe(2);
    expect(refusalOf(await undo(bob, 1)).status).toBe(403);
    expect(refusalOf(await undo(eve, 1)).status).toBe(404);
  });

  test('[REPEAT-10] of a campaign is of the only one that it has', async () => {
    const { ann, campaign, store } = await family();
    const url = `/api/items/${campaign.uuid}/occurrences`;
    const other = itemOf(await ann.send('POST', url, { n: 2 }));
    expect(other).toMatchObject({ status: 'pending', version: 1 });
    expect(itemOf(await ann.send('POST', url, { n: 1 })).status).toBe('completed');
    expect(store.tables().items.some((row) => row.occurrence_of !== null)).toBe(false);
  });

  test('[REPEAT-15] begins the completed children again, and rolls nothing up to completed', async () => {
    const { ann, first, second, task, complete, campaign } = await family();
    const close = (of: { readonly id: number }) =>
      ann.send('PATCH', `/api/items/${of.id}`, { status: 'completed' });
    await close(first);
    await close(second);
    expect(await ann.see(task)).toMatchObject({ status: 'in_progress', completed_count: 2 });
    expect((await ann.see(campaign))?.status).toBe('in_progress');
    await complete(ann, 1);
    expect(await ann.see(task)).toMatchObject({ status: 'pending', completed_count: 0 });
    expect(await ann.see(first)).toMatchObject({
      status: 'pending',
      completed_at: null,
      version: 2,
    });
  });

  test('[REPEAT-16] is what a client that knows no occurrences means by completed', async () => {
    const { ann, url, copies } = await family();
    const patch = { status: 'completed', completed_at: '2026-03-01T11:00:00.000Z', title: 'new' };
    const answer = await ann.send('PATCH', url, patch);
    expect(itemOf(answer)).toMatchObject({ title: 'new', status: 'pending', occurrence: 2 });
    expect(copies()).toMatchObject([{ title: 'new', completed_at: patch.completed_at }]);
  });

  test('[REPEAT-17] lends X-After only the version that its sender had seen', async () => {
    const { ann, bob, url, complete } = await family();
    await complete(ann, 1, {}, { opId: 'seen', ifMatch: '"e1:1"' });
    const next = await ann.send('PATCH', url, { title: 'mine' }, { after: 'seen' });
    expect(next.status).toBe(200);
    await bob.send('PATCH', url, { title: 'theirs' });
    await complete(ann, 2, {}, { opId: 'unseen', ifMatch: '"e1:3"' });
    const stale = await ann.send('PATCH', url, { title: 'mine' }, { after: 'unseen' });
    expect(refusalOf(stale).status).toBe(412);
  });
});

describe('copies', () => {
  test('[REPEAT-14] go where the item goes, and are as visible', async () => {
    const { ann, bob, url, complete, store, copies } = await family();
    await complete(bob, 1);
    const elsewhere = await ann.create({ type: 'campaign', title: 'elsewhere' });
    await ann.send('PATCH', url, { parent_id: elsewhere.id });
    expect(copies()).toMatchObject([{ parent_id: elsewhere.id, root_id: elsewhere.id }]);
    await ann.send('POST', `${url}/assign`, { user_id: 0 });
    expect(copies()).toMatchObject([{ assigned_to: null }]);
    expect(brokenInvariants(store.tables())).toEqual([]);
    const [copy] = copies();
    expect(await bob.see({ id: copy!.id })).toBe(null);
    await ann.send('POST', `${url}/assign`, { user_id: bob.id });
    await ann.send('POST', `${url}/remove`, { user_id: bob.id });
    expect(copies()).toMatchObject([{ assigned_to: null }]);
    expect(brokenInvariants(store.tables())).toEqual([]);
  });

  test('[REPEAT-14] go where the item goes, also before its first occurrence is completed', async () => {
    const { ann, authority, campaign, complete, copies, store, task, url } = await family();
    await complete(ann, 2);
    await ann.send('PATCH', url, { parent_id: 0 });
    expect(copies()).toMatchObject([{ parent_id: null, root_id: task.id }]);
    expect(brokenInvariants(store.tables())).toEqual([]);
    await authority.deleteAccount({ userId: ann.id });
    expect(copies()).toEqual([]);
    expect(await ann.see({ id: campaign.id })).toBe(null);
  });

  test('[REPEAT-14] cannot be changed, but deleted', async () => {
    const { ann, complete } = await family();
    const copy = copyIn(await complete(ann, 1));
    const url = `/api/items/${copy?.uuid}`;
    for (const [method, path, data] of [
      ['PATCH', '', { title: 'x' }],
      ['PATCH', '', { status: 'pending' }],
      ['POST', '/assign', { user_id: 0 }],
      ['POST', '/labels', { add: ['x'] }],
      ['POST', '/occurrences', { n: 1 }],
    ] as const) {
      expect(refusalOf(await ann.send(method, url + path, data)).status).toBe(403);
    }
    const child = { type: 'todo', title: 'in it', parent_id: copy?.uuid };
    expect(refusalOf(await ann.send('POST', '/api/items', child)).status).toBe(403);
    expect((await ann.send('DELETE', url)).status).toBe(204);
    expect(itemOf(await ann.send('POST', `${url}/restore`)).occurrence).toBe(1);
  });

  test('[REPEAT-18] are 1,000 of an item, and no part of the limits of a family', async () => {
    const limits = { ...standardLimits, copies: 2, campaignItems: 4, taskChildren: 2 };
    const { ann, complete, copies, campaign, task } = await family(limits);
    for (const n of [1, 2, 3, 4]) await complete(ann, n);
    expect(copies().map(({ occurrence }) => occurrence)).toEqual([3, 4]);
    await ann.create({ type: 'todo', title: 'fourth', parent_id: campaign.id });
    const more = await ann.send('POST', '/api/items', {
      type: 'todo',
      title: 'fifth',
      parent_id: campaign.id,
    });
    expect(refusalOf(more).code).toBe('limit');
    expect(task.children_count).toBe(0);
  });

  test('[REPEAT-18] need no room in their task, also where they are imported or restored', async () => {
    const { ann, task, store } = await family({ ...standardLimits, taskChildren: 3 });
    const series = { type: 'todo', title: 'imported', parent_id: task.uuid, ...daily };
    const make = async (data: object) =>
      itemOf(await ann.send('POST', '/api/items', { ...series, ...data }, { isImport: true }));
    const { uuid } = await make({ occurrence: 3 });
    const done = { status: 'completed', occurrence_of: uuid };
    for (const occurrence of [1, 2]) {
      const copy = await make({ ...done, occurrence });
      expect(copy).toMatchObject({ occurrence, occurrence_of: uuid });
      expect((await ann.send('DELETE', `/api/items/${copy.uuid}`)).status).toBe(204);
      expect((await ann.send('POST', `/api/items/${copy.uuid}/restore`)).status).toBe(200);
    }
    expect((await ann.see(task))?.children_count).toBe(3);
    expect(brokenInvariants(store.tables())).toEqual([]);
  });
});

describe('a delete', () => {
  const living = ({ store }: Awaited<ReturnType<typeof family>>) =>
    store.tables().items.filter((row) => row.deleted_at === null);

  test('[REPEAT-14] of the item, or of what it stands in with it, takes the copies, which come back with it', async () => {
    const world = await family();
    const { ann, campaign, task, first, second, complete, copies } = world;
    for (const n of [1, 2]) await complete(ann, n);
    const children = [task.uuid, first?.uuid, second?.uuid];
    for (const [top, named] of [
      [task, []],
      [campaign, children],
    ] as const) {
      const before = living(world).map(({ uuid }) => uuid);
      await ann.send('DELETE', `/api/items/${top.uuid}`, { children: named });
      expect(copies()).toEqual([]);
      await ann.send('POST', `/api/items/${top.uuid}/restore`);
      expect(living(world).map(({ uuid }) => uuid)).toEqual(before);
    }
    // What stays keeps its own.
    await ann.send('DELETE', `/api/items/${campaign.uuid}`);
    expect(copies()).toHaveLength(2);
    await ann.send('POST', `/api/items/${campaign.uuid}/restore`);
    expect(brokenInvariants(world.store.tables())).toEqual([]);
  });

  test('[REPEAT-14] [REPEAT-18] of a copy is of that alone, and no roll-up', async () => {
    const { ann, campaign, url, complete, copies } = await family();
    for (const n of [1, 2]) await complete(ann, n);
    await ann.send('PATCH', url, { repeat: null, status: 'completed' });
    const reopen = { status: 'pending' };
    const reopened = itemOf(await ann.send('PATCH', `/api/items/${campaign.uuid}`, reopen));
    expect(reopened.status).toBe('pending');
    const copy = copies()[0]?.uuid ?? '';
    for (const [act, left] of [
      [() => ann.send('DELETE', `/api/items/${copy}`), 1],
      [() => ann.send('POST', `/api/items/${copy}/restore`), 2],
    ] as const) {
      await act();
      expect(copies()).toHaveLength(left);
      expect(await ann.see({ id: campaign.id })).toMatchObject({ status: 'pending' });
    }
  });
});

describe('an undo', () => {
  test('[REPEAT-13] takes the item back, its copy away, and its children with it', async () => {
    const { ann, bob, first, second, task, complete, undo, copies, store, url } = await family();
    const close = (of: { readonly id: number }) =>
      ann.send('PATCH', `/api/items/${of.id}`, { status: 'completed' });
    await close(first);
    await close(second);
    await complete(bob, 1);
    await ann.send('PATCH', `/api/items/${second.id}`, { title: 'changed' });
    const back = itemOf(await undo(ann, 1));
    expect(back).toMatchObject({ due_date: '2026-03-01', occurrence: 1, status: 'pending' });
    expect(copies()).toEqual([]);
    await ann.send('POST', `${url}/assign`, { user_id: ann.id });
    const gone = store.tables().items.find((row) => row.occurrence_of === task.uuid);
    expect(gone).toMatchObject({ title: '', assigned_to: null });
    expect(await ann.see(first)).toMatchObject({ status: 'completed' });
    expect((await ann.see(second))?.status).toBe('pending');
    expect(brokenInvariants(store.tables())).toEqual([]);
    // Completed again it has its copy again.
    expect(copyIn(await complete(ann, 1))?.uuid).toBe(occurrenceUuid(task.uuid, 1));
    expect(copies()).toMatchObject([{ title: 'task', status: 'completed' }]);
    expect(brokenInvariants(store.tables())).toEqual([]);
    await ann.send('PATCH', url, { due_date: '2026-05-01' });
    expect(itemOf(await undo(ann, 1))).toMatchObject({ due_date: '2026-05-01', occurrence: 2 });
    expect(copies()).toEqual([]);
  });

  test('[REPEAT-13] of what has a copy in the trash changes nothing', async () => {
    const { ann, complete, undo, copies, store } = await family();
    await complete(ann, 1);
    const [copy] = copies();
    await ann.send('DELETE', `/api/items/${copy?.uuid}`);
    expect(itemOf(await undo(ann, 1))).toMatchObject({ occurrence: 2, due_date: '2026-03-02' });
    await ann.send('POST', `/api/items/${copy?.uuid}/restore`);
    expect(copies()).toHaveLength(1);
    expect(brokenInvariants(store.tables())).toEqual([]);
  });

  test('[REPEAT-13] of what was not completed changes nothing', async () => {
    const { ann, undo, complete, task } = await family();
    expect(itemOf(await undo(ann, 1)).version).toBe(task.version);
    await complete(ann, 1, { skip: true });
    expect(itemOf(await undo(ann, 1))).toMatchObject({ occurrence: 2, due_date: '2026-03-02' });
  });
});

describe('an undone skip', () => {
  async function skipping() {
    const world = await family();
    const { ann, complete, first, second, url } = world;
    return {
      ...world,
      skip: (by: typeof ann, n: number) => complete(by, n, { skip: true }),
      unskip: async (by: typeof ann, n: number, skipped_from = '2026-03-01') =>
        itemOf(await by.send('DELETE', `${url}/occurrences/${n}`, { skipped_from })),
      setStatus: (child: { readonly id: number }, status: string) =>
        ann.send('PATCH', `/api/items/${child.id}`, { status }),
      children: async () => [await ann.see(first), await ann.see(second)],
    };
  }

  test('[REPEAT-12] takes the item back, once, and is no completion', async () => {
    const { ann, bob, store, skip, unskip, copies } = await skipping();
    await skip(bob, 1);
    const back = { due_date: '2026-03-01', occurrence: 1, version: 3 };
    expect(await unskip(bob, 1)).toMatchObject(back);
    expect(await unskip(ann, 1)).toMatchObject(back);
    expect(copies()).toEqual([]);
    const { activity, notifications } = store.tables();
    expect(activity.filter(({ action }) => action === 'reopened')).toEqual([]);
    expect(notifications.filter(({ kind }) => kind === 'reopened')).toEqual([]);
    expect(brokenInvariants(store.tables())).toEqual([]);
  });

  test('[REPEAT-12] leaves one that was completed all the same, or moved since', async () => {
    const { ann, bob, url, complete, skip, unskip, copies } = await skipping();
    await skip(ann, 1);
    await complete(bob, 1);
    expect(await unskip(ann, 1)).toMatchObject({ due_date: '2026-03-02', occurrence: 2 });
    expect(copies()).toHaveLength(1);
    await skip(ann, 2);
    await ann.send('PATCH', url, { due_date: '2026-03-20' });
    expect(await unskip(ann, 2, '2026-03-02')).toMatchObject({ due_date: '2026-03-20' });
    const wrong = await ann.send('DELETE', `${url}/occurrences/2`, { skipped_from: 'monday' });
    expect(refusalOf(wrong)).toMatchObject({ fields: { skipped_from: 'not_a_date' } });
  });

  test('[REPEAT-12] [REPEAT-15] a skip begins the children again, and its undo puts back those that are as it left them', async () => {
    const { ann, first, second, task, skip, unskip, setStatus, children } = await skipping();
    for (const child of [first, second]) await setStatus(child, 'completed');
    const [before] = await children();
    await skip(ann, 1);
    expect(await children()).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    await setStatus(second, 'in_progress');
    // What the second skip begins again is not what the first one did.
    await skip(ann, 2);
    await unskip(ann, 2, '2026-03-02');
    expect(await children()).toMatchObject([{ status: 'pending' }, { status: 'in_progress' }]);
    await unskip(ann, 1);
    const { completed_at, version } = before ?? task;
    expect(await children()).toMatchObject([
      { status: 'completed', completed_at, version },
      { status: 'in_progress' },
    ]);
  });
});

test('[REPEAT-12] a skipped occurrence leaves no copy, and is skipped once', async () => {
  const { ann, bob, complete, copies } = await family();
  await complete(ann, 1, { skip: true });
  const again = await complete(bob, 1, { skip: true });
  expect(itemOf(again)).toMatchObject({ occurrence: 2, due_date: '2026-03-02', version: 2 });
  expect(copies()).toEqual([]);
});

test('[REPEAT-09] an import has the number of its item, and its copies beside it', async () => {
  const { ann, store } = await family();
  const isImport = { isImport: true };
  const series = { type: 'todo', title: 'imported', ...daily, occurrence: 3 };
  const item = itemOf(await ann.send('POST', '/api/items', series, isImport));
  expect(item.occurrence).toBe(3);
  const copy = { ...series, status: 'completed', occurrence_of: item.uuid };
  const made = (data: object, headers: object = isImport) =>
    ann.send('POST', '/api/items', { ...copy, ...data }, headers).then(itemOf);
  expect(await made({ occurrence: 1 })).toMatchObject({ occurrence: 1, occurrence_of: item.uuid });
  const plain = { occurrence: 1, occurrence_of: null };
  expect(await made({ occurrence: 1 })).toMatchObject(plain);
  // Of an item that a backup has set back.
  expect(await made({ occurrence: 3 })).toMatchObject({ occurrence_of: item.uuid });
  expect(await made({ occurrence: 2, status: 'pending' })).toMatchObject(plain);
  expect(await made({ occurrence: 2, type: 'task' })).toMatchObject(plain);
  expect(await made({ occurrence: 2 }, {})).toMatchObject(plain);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[REPEAT-14] [SHARE-20] an item with copies is assigned to nobody who could not have it', async () => {
  const { ann } = await family();
  const dated = { due_date: '2026-03-01', repeat: 'FREQ=DAILY' };
  const item = await ann.create({ type: 'todo', title: 'alone', ...dated });
  const url = `/api/items/${item.uuid}`;
  await ann.send('POST', `${url}/occurrences`, { n: 1 });
  for (const stranger of [999_999, 1_999]) {
    const answer = await ann.send('PATCH', url, { assigned_to: stranger });
    expect([answer.status, refusalOf(answer).code]).toEqual([422, 'unknown_assignee']);
  }
});
