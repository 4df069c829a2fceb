import { inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';

const [campaign, task, todo] = [uuidOf(1), uuidOf(2), uuidOf(3)];

/** The titles that a device keeps after the assignment to its user ended, in the tree of somebody else. */
async function titlesAfter(assigned: string) {
  const of = (uuid: string) => ({
    uuid,
    user_id: otherId,
    ...(uuid === assigned && { assigned_to: userId }),
  });
  const { world, one } = await inStep(
    { ...of(campaign), type: 'campaign', title: 'Spring launch' },
    { ...of(task), type: 'task', title: 'Pack', parent_uuid: campaign },
    { ...of(todo), type: 'todo', title: 'boots', parent_uuid: task },
  );
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([campaign, task, todo]);
  await world.server.change(assigned, { assigned_to: null });
  await one.engine.run('sync_now');
  expect(await one.shown()).toEqual([]);
  const kept = await one.store.read((tx) => tx.metaOf('lost'));
  if (!kept.ok) throw new Error('the store cannot be read');
  return Object.fromEntries(kept.value.map(({ id, value }) => [id, value.title]));
}

test('[SHARE-35] the title of a lost campaign stays, and none of those below it', async () => {
  expect(await titlesAfter(campaign)).toEqual({ [campaign]: 'Spring launch' });
});

test('[SHARE-35] the title of a lost assignment stays, although what was seen above it leaves first', async () => {
  expect(await titlesAfter(todo)).toMatchObject({ [todo]: 'boots' });
});
