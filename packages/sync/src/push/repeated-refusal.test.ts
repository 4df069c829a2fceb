import { endsInStep, inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';

test.each(Array.from({ length: 12 }, (_, at) => at + 1))(
  '[I3] [I18] no change is sent without a version to be based on if call %i of a new history is refused once more',
  async (refusedAt) => {
    const task = uuidOf(1);
    const { world, one } = await inStep({ uuid: task, type: 'task', title: 'as it was' });
    await one.edit(task, { title: 'mine' });
    await world.time.pass(60_000);
    world.server.epoch = 'e2';
    let calls = 0;
    one.transport.fault = (call) => {
      calls += 1;
      if (calls === refusedAt) return { status: 409, code: 'epoch_changed' };
      return calls > refusedAt && call === 'items' ? { status: 500, code: 'internal' } : 'none';
    };
    // A third person's change arrives before the batch, unknown to this device.
    one.transport.once('beforeServer', 'batch', () =>
      world.server.change(task, { title: 'of a third person' }),
    );
    await one.engine.run('sync_now');
    one.transport.fault = () => 'none';
    for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
    expect(world.server.items.get(task)).toMatchObject({ title: 'of a third person' });
    for (const { uuid } of await one.engine.conflicts()) await one.engine.resolve(uuid, 'server');
    await endsInStep(world, one, 'sync_now');
  },
);
