import { expect, test } from 'vitest';
import { editItem } from '../actions/actions.ts';
import { queuedRequest } from '../testing/rows.ts';
import { inStep } from '../testing/in-step.ts';

test('[SYNC-11] a device beside whose requests lies one of a newer app sends nothing, changes nothing of its item, and loses nothing', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'task', title: 'mine' });
  const made = await one.row(item.uuid);
  const [create] = await one.queue();
  const newer = { ...queuedRequest(9, 9, { touches: [item.uuid] }), shape: 3, url: '/api/later' };
  one.tables.putRaw('syncQueue', newer as never);

  const problem = { code: 'store', detail: 'newer' };
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'failed', problem });
  expect(world.server.applied).toEqual([]);
  expect(await editItem(one.device, item.uuid, { title: 'other' })).toMatchObject({
    ok: false,
    error: { code: 'store', failure: { code: 'newer' } },
  });
  expect(await one.row(item.uuid)).toEqual(made);

  // The newer app has sent what is its own.
  await one.store.write((tx) => tx.deleteRequest(newer.id));
  expect(await one.queue()).toEqual([create]);
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(world.server.living().map(({ title }) => title)).toEqual(['mine']);
});
