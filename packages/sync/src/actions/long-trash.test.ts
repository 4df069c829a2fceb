import { expect, test } from 'vitest';
import { listed } from '../testing/deleted.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';

test('[I8] [TRASH-01] a campaign deleted with 600 items is one line, and all of it comes back offline', async () => {
  const world = new TestWorld();
  const campaign = await world.server.seed({ uuid: uuidOf(0), type: 'campaign', title: 'Alps' });
  const children: string[] = [];
  for (let index = 0; index < 600; index += 1) {
    const fields = { type: 'todo', title: `Todo ${index}`, parent_uuid: campaign.uuid } as const;
    children.push((await world.server.seed({ uuid: uuidOf(index + 1), ...fields })).uuid);
  }
  const tab = world.newDevice();
  await tab.engine.run('start');
  await tab.delete(campaign.uuid, children);
  await tab.runs('action', 'sync_now');
  expect(await tab.shown()).toEqual([]);
  expect(await listed(tab)).toEqual([['Alps', 600]]);

  // Nothing is sent before the next cycle.
  await tab.restore(campaign.uuid);
  expect(await tab.shown()).toHaveLength(601);
  expect(await listed(tab)).toEqual([]);
  await tab.engine.run('sync_now');
  expect(await tab.shown()).toHaveLength(601);
  expect(world.server.living()).toHaveLength(601);
});
