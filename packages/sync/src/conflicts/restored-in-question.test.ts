import { wireError } from '@foray/contract';
import { uuidOf } from '../testing/rows.ts';
import { inStep } from '../testing/in-step.ts';

const x = uuidOf(1);

/**
 * The delete was sent and has no answer, the item is back here, and the change that an old editor saved is in
 * conflict.
 */
async function asked() {
  const { world, one } = await inStep({ uuid: x, type: 'task', title: 'start' });
  const seen = await one.row(x);
  await one.runsAfter(world.changes(x, { title: 'theirs' }), 'event');
  await world.time.pass(5000);
  await one.delete(x);
  const run = world.server.run.bind(world.server);
  world.server.run = async ({ id }) => ({
    id,
    status: 500,
    body: { error: wireError('internal') },
  });
  await one.engine.run('action');
  world.server.run = run;
  await one.restore(x);
  await one.edit(x, { title: 'mine' }, seen);
  await one.runsAfter(world.time.pass(60_000), 'sync_now');
  return { world, one };
}

test('[I18] the question about a restored item outlasts the response to its delete, and nothing is sent over an unseen version', async () => {
  const { world, one } = await asked();
  expect(world.server.items.get(x)).toMatchObject({ title: 'theirs' });
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', server: { title: 'theirs' } },
  ]);
  expect(await one.row(x)).toMatchObject({ title: 'mine', _deleted: false });
});

test.each([
  ['local', 'mine'],
  ['server', 'theirs'],
] as const)(
  '[CONF-06] a restored item under question comes back with the side that the person keeps: %s',
  async (keep, title) => {
    const { world, one } = await asked();
    await one.runsAfter(one.engine.resolve(x, keep), 'sync_now');
    expect(world.server.items.get(x)).toMatchObject({ title, deleted_at: null });
    expect(await one.row(x)).toMatchObject({ title, _deleted: false, _syncStatus: 'synced' });
    expect(await one.engine.conflicts()).toEqual([]);
  },
);
