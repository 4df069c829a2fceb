import { refusalOf } from '../testing/world.ts';
import { contacts } from '../testing/contacts.ts';

test('[BLOCK-01] a removed contact disappears from both lists, together with the number, and is not notified', async () => {
  const { authority, ann, bob, namesOf, changesOf, noticesOf, holds } = await contacts();
  const [before, since] = [await noticesOf(bob), (await changesOf(bob)).cursor];
  expect(await authority.removeContact(ann.caller, bob.id)).toBe(true);
  expect([await namesOf(ann), await namesOf(bob)]).toEqual([['Cid'], ['Cid']]);
  expect(await noticesOf(bob)).toEqual(before);
  expect(await changesOf(bob, since)).toMatchObject({
    removedMutuals: [ann.id],
    users: [{ id: ann.id, phone: '' }],
  });
  holds();
});

test('[BLOCK-01] a removed contact comes back only when the person who removed them imports the number again', async () => {
  const { authority, ann, bob, imports, namesOf } = await contacts();
  await authority.removeContact(ann.caller, bob.id);
  await imports(bob, ann);
  expect(await namesOf(bob)).toEqual(['Cid']);
  await imports(ann, bob);
  expect([await namesOf(ann), await namesOf(bob)]).toEqual([
    ['Bob', 'Cid'],
    ['Ann', 'Cid'],
  ]);
});

test('[BLOCK-02] a blocked person is in neither list of contacts, whatever either side imports', async () => {
  const { authority, ann, bob, imports, namesOf, noticesOf, holds } = await contacts();
  const before = await noticesOf(ann);
  expect(await authority.blockContact(ann.caller, bob.id)).toBe(true);
  for (const [one, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    expect(await imports(one, other)).toEqual({ count: 1, beyond: [] });
    expect(await namesOf(one)).toEqual(['Cid']);
  }
  expect(await noticesOf(ann)).toEqual(before);
  expect(await authority.blocked(ann.caller)).toMatchObject([{ id: bob.id, name: 'Bob' }]);
  expect(await authority.blocked(bob.caller)).toEqual([]);
  holds();
});

test('[BLOCK-02] a blocked person is a contact again once unblocked, without a notification, if both have the numbers', async () => {
  const { authority, ann, bob, namesOf, noticesOf, holds } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  const before = await noticesOf(bob);
  expect(await authority.unblockContact(ann.caller, bob.id)).toBe(true);
  expect([await namesOf(ann), await namesOf(bob)]).toEqual([
    ['Bob', 'Cid'],
    ['Ann', 'Cid'],
  ]);
  expect(await noticesOf(bob)).toEqual(before);
  expect(await authority.unblockContact(ann.caller, bob.id)).toBe(false);
  holds();
});

test('[BLOCK-02] an unblocked person is not a contact of somebody who has none of their numbers', async () => {
  const { authority, store, ann, bob, namesOf } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  await store.tx(async (tx) => tx.removeContacts([bob.id], ann.phone));
  await authority.unblockContact(ann.caller, bob.id);
  expect([await namesOf(ann), await namesOf(bob)]).toEqual([['Cid'], ['Cid']]);
});

test('[BLOCK-02] an unblocked person stays blocked while the other person blocks them too', async () => {
  const { authority, store, clock, ann, bob, namesOf } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  const created_at = new Date(clock.nowMs).toISOString();
  await store.tx((tx) => tx.putBlock({ user_id: bob.id, blocked_id: ann.id, created_at }));
  await authority.unblockContact(ann.caller, bob.id);
  expect([await namesOf(ann), await namesOf(bob)]).toEqual([['Cid'], ['Cid']]);
  await authority.unblockContact(bob.caller, ann.id);
  expect(await namesOf(ann)).toEqual(['Bob', 'Cid']);
});

test('[BLOCK-02] blocking a blocked person again changes nothing', async () => {
  const { authority, clock, ann, bob, cid, changesOf } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  clock.nowMs += 1000;
  await authority.blockContact(ann.caller, cid.id);
  const [list, { cursor }] = [await authority.blocked(ann.caller), await changesOf(bob)];
  expect(list.map(({ name }) => name)).toEqual(['Cid', 'Bob']);
  clock.nowMs += 1000;
  expect(await authority.blockContact(ann.caller, bob.id)).toBe(true);
  expect(await authority.blocked(ann.caller)).toEqual(list);
  expect((await changesOf(bob)).cursor).toBe(cursor);
});

test('[BLOCK-03] assignments between a blocked person and the blocker are refused like those to a stranger', async () => {
  const { authority, stranger, ann, bob, assign } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  const eve = await stranger('Eve');
  for (const [one, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const own = await one.create({ type: 'todo', title: 'own' });
    const [blocked, unknown] = [
      await assign(one, own, other),
      await one.send('POST', `/api/items/${own.id}/assign`, { user_id: eve.id }),
    ];
    expect(blocked).toEqual(unknown);
    expect(refusalOf(blocked)).toMatchObject({ status: 422, code: 'unknown_assignee' });
    const made = { type: 'todo', title: 'new', assigned_to: other.id };
    expect(refusalOf(await one.send('POST', '/api/items', made)).code).toBe('unknown_assignee');
  }
});

test('[BLOCK-04] a blocked person causes and gets no notifications, and both keep what they share', async () => {
  const { authority, ann, bob, cid, noticesOf, assign, holds } = await contacts();
  const campaign = await ann.create({ type: 'campaign', title: 'shared', assigned_to: bob.id });
  const under = { type: 'todo', parent_id: campaign.id };
  const [hers, his] = [
    await ann.create({ ...under, title: 'hers' }),
    await bob.create({ ...under, title: 'his' }),
  ];
  await authority.blockContact(ann.caller, bob.id);
  const before = [await noticesOf(ann), await noticesOf(bob)];
  await bob.send('PATCH', `/api/items/${hers.id}`, { status: 'completed' });
  await bob.send('PATCH', `/api/items/${hers.id}`, { status: 'pending' });
  await ann.send('PATCH', `/api/items/${his.id}`, { status: 'completed' });
  await assign(bob, hers, bob);
  expect(await ann.see(his)).toMatchObject({ status: 'completed' });
  expect(await bob.see(hers)).toMatchObject({ assigned_to: bob.id });
  await ann.send('POST', `/api/items/${campaign.id}/remove`, { user_id: bob.id });
  expect(await bob.see(his)).toBeNull();
  expect([await noticesOf(ann), await noticesOf(bob)]).toEqual(before);
  // Others receive the same.
  const shared = await cid.create({ type: 'todo', title: 'shared', assigned_to: ann.id });
  await ann.send('PATCH', `/api/items/${shared.id}`, { status: 'completed' });
  expect(await noticesOf(cid)).toContain(`completed by ${ann.id}`);
  holds();
});

test('[BLOCK-06] a blocked person cannot find out who blocked them: the response is the same as for a stranger', async () => {
  const { authority, ann, bob } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  const report = { reason: 'spam', text: '', block: false } as const;
  for (const id of [ann.id, bob.id, 1, 999_999]) {
    expect(await authority.removeContact(bob.caller, id)).toBe(false);
    expect(await authority.blockContact(bob.caller, id)).toBe(false);
    expect(await authority.unblockContact(bob.caller, id)).toBe(false);
    const isReported = await authority.reportContact(bob.caller, id, report);
    expect(isReported).toBe(id === ann.id);
  }
  expect(await authority.blocked(bob.caller)).toEqual([]);
});

/** People about whom an action happens after the next change has checked everything, and before its end. */
async function overtaken() {
  const next: { run?: (() => Promise<unknown>) | undefined } = {};
  const world = await contacts({
    beforePrimitive: async (name) => {
      const { run } = next;
      if (name !== 'putOutcome' || run === undefined) return;
      next.run = undefined;
      await run();
    },
  });
  return { ...world, meet: (run: () => Promise<unknown>) => void (next.run = run) };
}

test.each(['block', 'removal'] as const)(
  '[BLOCK-05] a change that runs while a contact ends assigns nothing after a %s, and leaves no trace',
  async (how) => {
    const { authority, ann, bob, assign, noticesOf, meet, holds } = await overtaken();
    const todo = await ann.create({ type: 'todo', title: 'todo' });
    const before = await noticesOf(bob);
    meet(() =>
      how === 'block'
        ? authority.blockContact(bob.caller, ann.id)
        : authority.removeContact(bob.caller, ann.id),
    );
    expect(refusalOf(await assign(ann, todo, bob)).code).toBe('unknown_assignee');
    expect(await bob.see(todo)).toBeNull();
    expect(await noticesOf(bob)).toEqual(before);
    holds();
  },
);

test('[BLOCK-05] a change that runs while a contact ends neither assigns items to a member who has just been blocked nor notifies them', async () => {
  const { authority, ann, bob, assign, noticesOf, meet, holds } = await overtaken();
  const campaign = await ann.create({ type: 'campaign', title: 'both', assigned_to: bob.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: campaign.id });
  const before = await noticesOf(ann);
  meet(() => authority.blockContact(bob.caller, ann.id));
  const url = `/api/items/${todo.id}`;
  expect((await bob.send('PATCH', url, { status: 'completed' })).status).toBe(200);
  expect(await noticesOf(ann)).toEqual(before);
  await authority.unblockContact(bob.caller, ann.id);
  meet(() => authority.blockContact(ann.caller, bob.id));
  expect(refusalOf(await assign(ann, todo, bob)).code).toBe('unknown_assignee');
  holds();
});
