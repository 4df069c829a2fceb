import { byPlace } from '@foray/domain';
import { placeItem } from './place-item.ts';
import { undoEffects } from './undo-effects.ts';
import { requestFromStored, storedFromRequest } from '../store/stored-request.ts';
import { kindOf } from '../store/queued-request.ts';
import { done } from '../testing/done.ts';
import { expectInStep, inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';

const campaign = uuidOf(1);
const [first, second, third] = [uuidOf(4), uuidOf(3), uuidOf(2)];

/** A device with a campaign of three tasks, of which the first is the newest. */
async function threeTasks() {
  const { world, one } = await inStep({ uuid: campaign, type: 'campaign', title: 'campaign' });
  for (const uuid of [third, second, first]) {
    await world.time.pass(1_000);
    await world.server.seed({ uuid, type: 'task', title: uuid, parent_uuid: campaign });
  }
  const two = world.newDevice();
  for (const device of [one, two]) await device.engine.run('sync_now');
  return { world, one, two, restore: world.server.backup() };
}

async function orderOn(device: TestDevice): Promise<readonly string[]> {
  const rows = (await device.shown()).filter((row) => row.parent_uuid === campaign);
  return rows.toSorted(byPlace).map(({ uuid }) => uuid);
}

const place = async (device: TestDevice, uuid: string, ...order: string[]) =>
  done(placeItem(device.device, uuid, order));

test('[ORDER-08] an item is placed offline at once, and the server and other devices follow', async () => {
  const { world, one, two } = await threeTasks();
  expect(await orderOn(one)).toEqual([first, second, third]);
  await place(one, third, first, third, second);
  expect(await orderOn(one)).toEqual([first, third, second]);
  for (const device of [one, two]) await device.engine.run('sync_now');
  expect(await orderOn(two)).toEqual([first, third, second]);
  await expectInStep(world, one, two);
});

test('[ORDER-08] moves that are not sent yet are one request for each item, which is based on nothing', async () => {
  const { one } = await threeTasks();
  await place(one, third, first, third, second);
  await one.edit(third, { title: 'edited' });
  await place(one, third, third, first, second);
  const [position, edit, ...others] = await one.queue();
  expect(others).toEqual([]);
  expect(position).toMatchObject({ url: `/api/items/${third}/position`, basis: null });
  expect(edit?.basis).toMatchObject({ ifMatch: expect.stringContaining(':1') });
});

test('[ORDER-02] two devices that sort one list offline both keep their moves, and nobody is asked', async () => {
  const { world, one, two } = await threeTasks();
  await two.engine.run('sync_now');
  await place(one, third, third, first, second);
  await place(two, first, second, first, third);
  await two.edit(first, { title: 'edited there' });
  for (const device of [one, two, one]) await device.engine.run('sync_now');
  expect(await orderOn(one)).toEqual([third, second, first]);
  expect(await one.engine.conflicts()).toEqual([]);
  await expectInStep(world, one, two);
});

test('[ORDER-09] undo puts an item back, unless it was placed again since', async () => {
  const { world, one, two } = await threeTasks();
  const { effects } = await place(one, third, third, first, second);
  await done(undoEffects(one.device, effects));
  expect(await orderOn(one)).toEqual([first, second, third]);
  expect(await one.queue()).toEqual([]);
  const again = await place(one, third, third, first, second);
  await one.engine.run('sync_now');
  await two.engine.run('sync_now');
  await place(two, third, first, third, second);
  for (const device of [two, one]) await device.engine.run('sync_now');
  await done(undoEffects(one.device, again.effects));
  expect(await orderOn(one)).toEqual([first, third, second]);
  await expectInStep(world, one, two);
});

test('[ORDER-08] a place that a restored backup lost is sent again', async () => {
  const { world, one, restore } = await threeTasks();
  await place(one, third, third, first, second);
  await one.engine.run('sync_now');
  restore();
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(await orderOn(one)).toEqual([third, first, second]);
  await expectInStep(world, one);
});

test('[ORDER-10] a tab of 0.4.0 finds in the request of a place no item that exists, and sends it unchanged', async () => {
  const { one } = await threeTasks();
  await place(one, third, third, first, second);
  const [request] = await one.queue();
  if (request === undefined) throw new Error('nothing queued');
  const stored = storedFromRequest(request);
  // Such a tab takes the first of these for the item of the request.
  expect(stored).toMatchObject({ itemUuid: null, touches: [`place:${third}`, third] });
  const { itemUuid: _, touches: __, ...rest } = stored;
  expect(request).toMatchObject(rest);
  expect(requestFromStored(stored)).toEqual(request);
  expect(kindOf(requestFromStored(stored))).toBe('position');
});
