import { expect, test } from 'vitest';
import { editItem } from '../actions/actions.ts';
import { storedName } from '../store/stored-names.ts';
import { done } from '../testing/done.ts';
import { inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';

test('[I7] a change that waits for a decision is gone when everything is fetched again', async () => {
  const { world, one } = await inStep();
  const uuid = uuidOf(1);
  await world.server.seed({ uuid, type: 'todo', title: 'x' });
  await one.engine.run('timer');
  await done(editItem(one.device, uuid, { title: 'mine' }));
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  // It waits, since the request that is on its way may have come before it.
  await world.server.change(uuid, { title: 'theirs' });
  await one.engine.run('sync_now');
  expect(await one.read((tx) => tx.meta(storedName.buffered, uuid))).toMatchObject({ kind: 'row' });
  // The removal is forgotten too, so that the server refuses the cursor and never mentions the item.
  await world.server.forget(uuid);
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { uuid, kind: 'removed', removal: 'deleted', base: { title: 'x' } },
  ]);
});
