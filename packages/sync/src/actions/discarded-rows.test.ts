import { discardUnreadable } from './attention.ts';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import type { TestDevice } from '../testing/test-world.ts';

/** Makes a queued request unreadable, and returns the row that reports it. */
async function damage(one: TestDevice, at: number) {
  const request = (await one.queue())[at];
  if (request === undefined) throw new Error('nothing queued');
  one.tables.putRaw('syncQueue', { ...request, state: 9 } as never);
  const unreadable = await one.store.unreadable(['syncQueue']);
  if (!unreadable.ok) throw new Error(unreadable.error.code);
  return unreadable.value;
}

test('[DATA-14] [I11] an item whose unreadable change is discarded is shown as it is on the server', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'known');
  await one.engine.run('action');
  await one.edit(task.uuid, { title: 'mine' });
  const rows = await damage(one, 0);
  expect(await discardUnreadable(one.device, rows)).toMatchObject({ ok: true });
  expect(await one.row(task.uuid)).toMatchObject({ title: 'known', _syncStatus: 'synced' });
  await expectInStep(world, one);
});

test('[DATA-14] [I2] a readable queued request is not queued twice', async () => {
  const { world, one } = await inStep();
  await make(one, 'damaged');
  await make(one, 'readable');
  const rows = await damage(one, 0);
  await discardUnreadable(one.device, rows);
  const titles = (await one.queue()).map(({ data }) => data?.['title']);
  expect(titles).toEqual(['readable', 'damaged']);
  await endsInStep(world, one, 'action');
});

test('[DATA-14] [I24] a row that cannot be erased stays listed, and nothing is queued in its place', async () => {
  const { one } = await inStep();
  await make(one, 'damaged');
  const rows = await damage(one, 0);
  let commits = 0;
  one.store.faults.beforeCommit = () => {
    commits += 1;
    return commits === 1 ? { code: 'quota', detail: 'full' } : null;
  };
  const failed = { ok: false, error: { code: 'quota', detail: 'full' } };
  expect(await discardUnreadable(one.device, rows)).toEqual(failed);
  expect(await one.store.unreadable(['syncQueue'])).toMatchObject({ value: rows });
  expect(await one.queue()).toEqual([]);
});
