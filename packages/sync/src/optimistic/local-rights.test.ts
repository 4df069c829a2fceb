import { storedName } from '../store/stored-names.ts';
import type { ItemType } from '@foray/domain';
import { expect, test } from 'vitest';
import { assignItem, editItem, moveItem } from '../actions/actions.ts';
import { discardRequest } from '../actions/attention.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-device.ts';

const [campaign, task, todo] = [uuidOf(1), uuidOf(2), uuidOf(3)];
const forbidden = { ok: false, error: { code: 'forbidden' } };
/** Somebody else. */
const other = 1002;

/** Another's campaign that is assigned to me, with a task and a todo below it, all on my device. */
async function theirCampaign() {
  const world = new TestWorld();
  const one = world.newDevice();
  const { items } = world.server;
  const seed = (type: ItemType, uuid: string, parent: string | null, assigned: number | null) => {
    const parent_id = parent === null ? null : (items.get(parent)?.id ?? null);
    world.server.seed({ uuid, type, title: type, parent_id, parent_uuid: parent });
    const item = items.get(uuid);
    if (item === undefined) throw new Error('not seeded');
    const theirs = { user_id: other, permission: 'contribute', assigned_to: assigned } as const;
    items.set(uuid, { ...item, ...theirs });
  };
  seed('campaign', campaign, null, world.user.id);
  seed('task', task, campaign, null);
  seed('todo', todo, task, null);
  await one.engine.run('start');
  /** Gives my right on the campaign to somebody else; the server refuses that, which stands here. */
  const giveAway = async (): Promise<string> => {
    await done(assignItem(one.device, campaign, 2));
    const assign = (await one.queue()).find(({ itemUuid }) => itemUuid === campaign);
    if (assign === undefined) throw new Error('nothing queued');
    const why = { kind: 'verdict', code: 'x', status: 422 } as const;
    const blocked = { ...assign, state: { kind: storedName.blocked, why, since: '' } } as const;
    await one.store.write((tx) => tx.putRequest(blocked));
    return assign.id;
  };
  const hear = (): Promise<unknown> => one.engine.run('sync_now');
  const rightOn = async (uuid: string) => (await one.row(uuid)).permission;
  return { world, one, giveAway, hear, rightOn };
}

test('[SHARE-21] giving my own right away closes what is below at once, and taking it back opens it', async () => {
  const { world, one, giveAway, hear, rightOn } = await theirCampaign();
  const assignId = await giveAway();
  expect(await rightOn(todo)).toBe('view');
  expect(await editItem(one.device, todo, { title: 'x' })).toEqual(forbidden);
  // News of the item itself do not open it again.
  world.server.touch(todo);
  await hear();
  expect(await rightOn(todo)).toBe('view');
  await discardRequest(one.device, assignId);
  expect(await rightOn(todo)).toBe('contribute');
  await done(editItem(one.device, todo, { title: 'mine again' }));
});

test('[I7] a remote change of a parent applies to its descendants while another change above it is buffered', async () => {
  const { world, giveAway, hear, rightOn } = await theirCampaign();
  await giveAway();
  expect(await rightOn(todo)).toBe('view');
  world.server.change(task, { assigned_to: world.user.id });
  await hear();
  expect(await rightOn(todo)).toBe('contribute');
  world.server.change(task, { assigned_to: null });
  await hear();
  expect(await rightOn(todo)).toBe('view');
});

test('[I7] once the server has said yes to a change, its word counts again for what is below', async () => {
  const { one, hear, rightOn } = await theirCampaign();
  await done(assignItem(one.device, campaign, 2));
  expect(await rightOn(todo)).toBe('view');
  await hear();
  expect(await one.queue()).toEqual([]);
  // It may know of a right that this device does not see.
  expect(await rightOn(todo)).toBe('contribute');
});

test('[I7] what comes between a change and what hangs below it closes that, and going opens it', async () => {
  const { world, giveAway, hear, rightOn } = await theirCampaign();
  world.server.hide(task);
  await hear();
  await giveAway();
  expect(await rightOn(todo)).toBe('contribute');
  world.server.hidden.delete(task);
  world.server.touch(task);
  await hear();
  expect(await rightOn(todo)).toBe('view');
  world.server.hide(task);
  await hear();
  expect(await rightOn(todo)).toBe('contribute');
});

test('[SHARE-26] out of a root of anothers only what is mine is moved, offline too', async () => {
  const { world, one, hear } = await theirCampaign();
  const own = uuidOf(4);
  world.server.seed({ uuid: own, type: 'campaign', title: 'mine' });
  // The task is mine, and so I manage what others put into it.
  world.server.change(task, { user_id: world.user.id, permission: 'manage' });
  world.server.change(todo, { permission: 'manage' });
  await hear();
  expect(await moveItem(one.device, todo, own)).toEqual(forbidden);
  expect(await moveItem(one.device, todo, null)).toEqual(forbidden);
  await done(moveItem(one.device, todo, campaign));
  await done(moveItem(one.device, task, own));
  world.server.change(campaign, { user_id: world.user.id, permission: 'manage' });
  await hear();
  await done(moveItem(one.device, todo, own));
});
