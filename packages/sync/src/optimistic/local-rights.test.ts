import { storedName } from '../store/stored-names.ts';
import { moveItem } from '../actions/actions.ts';
import { editItem } from '../actions/edit-items.ts';
import { discardRequest } from '../actions/attention.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { newWorld } from '../testing/test-world.ts';

const [campaign, task, todo] = [uuidOf(1), uuidOf(2), uuidOf(3)];
const forbidden = { ok: false, error: { code: 'forbidden' } };

/** Another user's campaign that is assigned to me, with a task and a todo below it, all on my device. */
async function theirCampaign(taskBy = otherId) {
  const { world, one } = newWorld();
  const theirs = { user_id: otherId };
  const mine = { user_id: taskBy, parent_uuid: campaign };
  await world.server.seed({
    uuid: campaign,
    type: 'campaign',
    title: 'campaign',
    ...theirs,
    assigned_to: userId,
  });
  await world.server.seed({ uuid: task, type: 'task', title: 'task', ...mine });
  await world.server.seed({
    uuid: todo,
    type: 'todo',
    title: 'todo',
    ...theirs,
    parent_uuid: task,
  });
  await one.engine.run('start');
  /** Assigns the campaign to another person; the server refuses that, and the refusal is shown here. */
  const giveAway = async (): Promise<string> => {
    await one.assign(campaign, 2);
    const assign = (await one.queue()).find(({ itemUuid }) => itemUuid === campaign);
    if (assign === undefined) throw new Error('nothing queued');
    const why = { kind: 'verdict', code: 'x', status: 422 } as const;
    const blocked = { ...assign, state: { kind: storedName.blocked, why, since: '' } } as const;
    await one.store.write((tx) => tx.putRequest(blocked));
    return assign.id;
  };
  const pull = (): Promise<unknown> => one.engine.run('sync_now');
  const rightOn = async (uuid: string) => (await one.row(uuid)).permission;
  return { world, one, giveAway, pull, rightOn };
}

test('[SHARE-21] assigning an item to somebody else locks the items below at once, and undoing it unlocks them', async () => {
  const { world, one, giveAway, pull, rightOn } = await theirCampaign();
  const assignId = await giveAway();
  expect(await rightOn(todo)).toBe('view');
  expect(await editItem(one.device, todo, { title: 'x' })).toEqual(forbidden);
  // Changes of the item itself do not unlock it again.
  await world.server.touch(todo);
  await pull();
  expect(await rightOn(todo)).toBe('view');
  await discardRequest(one.device, assignId);
  expect(await rightOn(todo)).toBe('contribute');
  await one.edit(todo, { title: 'mine again' });
});

test('[I7] a remote change of a parent applies to its descendants while another change above it is buffered', async () => {
  const { world, giveAway, pull, rightOn } = await theirCampaign();
  await giveAway();
  expect(await rightOn(todo)).toBe('view');
  await world.server.change(task, { assigned_to: world.user.id });
  await pull();
  expect(await rightOn(todo)).toBe('contribute');
  await world.server.change(task, { assigned_to: null });
  await pull();
  expect(await rightOn(todo)).toBe('view');
});

test('[I7] after a change is confirmed the server’s rights apply again below', async () => {
  const { one, pull, rightOn } = await theirCampaign();
  await one.assign(campaign, 2);
  expect(await rightOn(todo)).toBe('view');
  // The feed, which contains the ended rights, is not pulled yet.
  one.transport.isEarlierNode = true;
  one.transport.beforeAnswer = (call) => {
    if (call === 'batch') one.transport.fault = () => 'request_lost';
  };
  await pull();
  expect(await one.queue()).toEqual([]);
  expect(await rightOn(todo)).toBe('contribute');
});

test('[I7] an ancestor that appears between a change and an item locks the item, and unlocks it when it disappears', async () => {
  const { world, giveAway, pull, rightOn } = await theirCampaign();
  await world.server.hide(task);
  await pull();
  await giveAway();
  expect(await rightOn(todo)).toBe('contribute');
  await world.server.touch(task);
  await pull();
  expect(await rightOn(todo)).toBe('view');
  await world.server.hide(task);
  await pull();
  expect(await rightOn(todo)).toBe('contribute');
});

test('[SHARE-26] only the user’s own items can leave another user’s root, even offline', async () => {
  const { world, one, pull } = await theirCampaign(userId);
  const [own, another] = [uuidOf(4), uuidOf(5)];
  const mine = { title: 'mine', assigned_to: otherId };
  await world.server.seed({ uuid: own, type: 'campaign', ...mine });
  const theirs = { title: 'theirs', user_id: otherId, parent_uuid: own };
  await world.server.seed({ uuid: another, type: 'todo', ...theirs });
  // The task is mine, so I manage everything that others add to it.
  await pull();
  expect(await moveItem(one.device, todo, own)).toEqual(forbidden);
  expect(await moveItem(one.device, todo, null)).toEqual(forbidden);
  await one.move(todo, campaign);
  await one.move(task, own);
  // Everything can be moved out of a root of mine.
  await one.move(another, campaign);
});
