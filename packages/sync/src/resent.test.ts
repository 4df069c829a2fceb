import { expect, test } from 'vitest';
import { createItem, editItem } from './actions.ts';
import { done } from './testing/done.ts';
import { expectInStep } from './testing/in-step.ts';
import { uuidOf } from './testing/rows.ts';
import { TestWorld } from './testing/test-device.ts';
import type { TestDevice } from './testing/test-device.ts';

/*
 * A request whose answer was lost is sent again and answered with the item as it is then: somebody else
 * may have changed it since, which the person who acts here has not seen.
 */

async function losesAnswer(one: TestDevice): Promise<void> {
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
}

for (const what of ['create', 'edit'] as const) {
  test(`a change behind a resent ${what} overwrites nothing unseen`, async () => {
    const world = new TestWorld();
    const one = world.newDevice();
    const uuid = uuidOf(1);
    if (what === 'edit') world.server.seed({ uuid, type: 'task', title: 'as it was' });
    await one.engine.run('start');
    await done(
      what === 'edit'
        ? editItem(one.device, uuid, { title: 'first' })
        : createItem(one.device, { uuid, type: 'task', title: 'first' }),
    );
    await losesAnswer(one);
    await done(editItem(one.device, uuid, { title: 'second' }));
    await world.time.pass(60_000);
    world.server.change(uuid, { title: 'theirs' });
    await one.engine.run('sync_now');
    expect(world.server.items.get(uuid)?.title).toBe('theirs');
    expect(await one.engine.conflicts()).toMatchObject([
      { base: { title: 'first' }, server: { title: 'theirs' } },
    ]);
    await one.engine.resolve(uuid, 'server');
    await one.engine.run('sync_now');
    await expectInStep(world, one);
  });
}

test('a change behind a resent edit goes where others changed another field, or nothing', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  const uuid = uuidOf(1);
  world.server.seed({ uuid, type: 'task', title: 'as it was' });
  await one.engine.run('start');
  await done(editItem(one.device, uuid, { title: 'first' }));
  await losesAnswer(one);
  await done(editItem(one.device, uuid, { title: 'second' }));
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(world.server.items.get(uuid)?.title).toBe('second');
  await expectInStep(world, one);
});
