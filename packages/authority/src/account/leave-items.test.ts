import { contacts } from '../testing/contacts.ts';

/**
 * Items whose assignments to Ann were made by Bob, others that stay, and one that Ann created in Bob's
 * campaign.
 */
async function shared() {
  const world = await contacts();
  const { ann, bob, cid, store } = world;
  const toAnn = { assigned_to: ann.id };
  const campaign = await bob.create({ type: 'campaign', title: 'campaign', ...toAnn });
  const under = { type: 'task', parent_id: campaign.id };
  const task = await bob.create({ ...under, title: 'task', ...toAnn });
  const made = await ann.create({ ...under, title: 'made by Ann', ...toAnn });
  const gone = await bob.create({ type: 'todo', title: 'gone', ...toAnn });
  await bob.send('DELETE', `/api/items/${gone.id}`);
  const daily = { due_date: '2026-03-01', repeat: 'FREQ=DAILY' };
  const series = await bob.create({ type: 'todo', title: 'series', ...toAnn, ...daily });
  await bob.send('POST', `/api/items/${series.id}/occurrences`, { n: 1 });
  // In a campaign of Cid's, one assignment is Bob's and one is not.
  const common = await cid.create({ type: 'campaign', title: 'common', assigned_to: bob.id });
  const inCommon = { type: 'todo', parent_id: common.id, ...toAnn };
  const theirs = await bob.create({ ...inCommon, title: 'of Bob' });
  const others = await cid.create({ ...inCommon, title: 'of Cid' });
  const own = await ann.create({ type: 'todo', title: 'own', assigned_to: bob.id });
  const left = [campaign, task, made, gone, series, theirs];
  const assignments = () =>
    [...store.rows('items')].filter((row) => row.assigned_to === ann.id).map(({ title }) => title);
  const inCampaigns = new Map([
    [campaign, campaign.id],
    [task, campaign.id],
    [made, campaign.id],
    [series, null],
    [theirs, common.id],
  ]);
  return { ...world, campaign, left, inCampaigns, others, own, assignments };
}

test('[BLOCK-17] ends each assignment made by the given person, and keeps those made by others', async () => {
  const { authority, ann, bob, campaign, left, others, own, assignments, store, holds } =
    await shared();
  expect(await authority.blockContact(ann.caller, bob.id, { leave: true })).toBe(true);
  expect(assignments()).toEqual(['of Cid']);
  for (const item of left) expect(await ann.see(item)).toBeNull();
  expect(await ann.see(others)).toMatchObject({ permission: 'contribute' });
  expect(await bob.see(own)).toMatchObject({ permission: 'contribute' });
  holds();
  const head = store.row('heads', ann.id)?.head;
  const url = `/api/items/${campaign.id}`;
  await bob.send('PATCH', url, { title: 'renamed' });
  await bob.create({ type: 'task', title: 'new', parent_id: campaign.id });
  await bob.send('POST', `/api/items/${left[3]?.uuid}/restore`);
  expect((await bob.send('POST', `${url}/assign`, { user_id: ann.id })).status).toBe(422);
  expect(store.row('heads', ann.id)?.head).toBe(head);
  holds();
});

test('[BLOCK-17] logs the end of each assignment of an item that is not deleted, in the campaign that contains it', async () => {
  const { authority, ann, bob, inCampaigns, store } = await shared();
  const before = store.tables().activity.length;
  await authority.blockContact(ann.caller, bob.id, { leave: true });
  const logged = store.tables().activity.slice(before);
  const by = { user_id: ann.id, action: 'assigned', automatic: false };
  const metadata = { assigned_to: { old: ann.id, new: null } };
  const expected = [...inCampaigns].map(([{ id, type, title }, campaign_id]) =>
    expect.objectContaining({
      ...by,
      campaign_id,
      item_id: id,
      item_type: type,
      item_title: title,
      metadata,
    }),
  );
  expect(logged.toSorted((a, b) => a.item_id - b.item_id)).toEqual(expected);
});

test('[BLOCK-17] can be repeated once they are blocked, and has no effect for anybody else', async () => {
  const { authority, ann, bob, cid, assignments, store } = await shared();
  await authority.removeContact(ann.caller, cid.id);
  expect(await authority.blockContact(ann.caller, cid.id, { leave: true })).toBe(false);
  const before = assignments();
  expect(await authority.blockContact(ann.caller, bob.id)).toBe(true);
  expect(assignments()).toEqual(before);
  expect(await authority.blockContact(ann.caller, bob.id, { leave: true })).toBe(true);
  expect(assignments()).toEqual(['of Cid']);
  const tables = store.tables();
  expect(await authority.blockContact(ann.caller, bob.id, { leave: true })).toBe(true);
  expect(store.tables()).toEqual(tables);
});

test('[BLOCK-17] leaves more items than one transaction can take', async () => {
  const { authority, ann, bob, assignments, clock, holds } = await shared();
  const campaign = await bob.create({ type: 'campaign', title: 'large' });
  for (let count = 0; count < 201; count += 1) {
    if (count % 40 === 0) clock.nowMs += 86_400_001;
    const data = { type: 'todo', title: 'one', parent_id: campaign.id, assigned_to: ann.id };
    await bob.create(data);
  }
  await authority.blockContact(ann.caller, bob.id, { leave: true });
  expect(assignments()).toEqual(['of Cid']);
  holds();
});
