import { uuidOf } from '../testing/rows.ts';
import { TestWorld, newWorld } from '../testing/test-world.ts';
import { markSent } from '../testing/mark-sent.ts';
import { inStep } from '../testing/in-step.ts';

/** A sample user, to whom everybody may assign. */
const sampleUserId = 2;

test('[I1] a delete does not cancel a create that was sent, since the create may have arrived', async () => {
  const { world, one } = newWorld();
  const { item } = await one.create({ type: 'task', title: 'made' });
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('start');
  await one.delete(item.uuid);
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  expect(world.server.living()).toEqual([]);
  expect(await one.shown()).toEqual([]);
});

test("[I1] a delete does not cancel a create that may duplicate another device's", async () => {
  const one = new TestWorld().newDevice();
  const { item } = await one.create({ type: 'task', title: 'lost' });
  await one.store.write(async (tx) => {
    for (const create of await tx.queue()) await tx.putRequest({ ...create, isAgain: true });
  });
  await one.delete(item.uuid);
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('[I1] a delete does not cancel an unsent import, which another device may have sent', async () => {
  const one = new TestWorld().newDevice();
  const { item } = await one.create({ type: 'task', title: 'in the file' });
  await one.store.write(async (tx) => {
    for (const create of await tx.queue()) await tx.putRequest({ ...create, isImport: true });
  });
  await one.delete(item.uuid);
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('[I1] a delete cancels neither a create that was sent nor the unsent edit after it', async () => {
  const one = new TestWorld().newDevice();
  const { item } = await one.create({ type: 'task', title: 'made' });
  await markSent(one);
  await one.edit(item.uuid, { title: 'changed' });
  await one.delete(item.uuid);
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'PATCH', 'DELETE']);
});

test('[I1] a delete of a family does not cancel a create', async () => {
  const { one } = await inStep({ uuid: uuidOf(1), type: 'todo', title: 'moved away meanwhile' });
  const { item } = await one.create({ type: 'task', title: 'made' });
  await one.delete(item.uuid, [uuidOf(1)]);
  const [, deletion] = await one.queue();
  expect(deletion).toMatchObject({ method: 'DELETE', data: { children: [uuidOf(1)] } });
});

test('[I1] a cancelled create drops no request about another item', async () => {
  const { world, one } = await inStep({
    uuid: uuidOf(1),
    type: 'task',
    title: 'shared',
    assigned_to: sampleUserId,
  });
  const below = { type: 'todo', title: 'made', parent_uuid: uuidOf(1) } as const;
  const { item } = await one.create({ ...below, assigned_to: sampleUserId });
  await one.removePerson(uuidOf(1), sampleUserId);
  await one.edit(item.uuid, { title: 'changed' });
  await one.runsAfter(one.delete(item.uuid), 'sync_now');
  expect(world.server.living()).toMatchObject([{ uuid: uuidOf(1), assigned_to: null }]);
  expect(await one.queue()).toEqual([]);
});
