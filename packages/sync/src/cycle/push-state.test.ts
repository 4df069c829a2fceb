import { PushState } from './push-state.ts';
import { endsInStep, inStep, make } from '../testing/in-step.ts';
import { refusal } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';

test('a cycle during a pause sends nothing, for the reason that an earlier cycle had', () => {
  const push = new PushState();
  push.holdBack(refusal(503));
  expect(push).toMatchObject({ isHeldBack: true, isStopped: true, failure: refusal(503) });
  push.stop(refusal(500));
  expect(push.failure).toEqual(refusal(503));
});

test('[SYNC-08] while sending pauses, cycles only fetch, and do not prolong the pause', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'mine');
  one.transport.fault = (call) =>
    call === 'batch' ? { status: 503, retryAfterMs: 60_000 } : 'none';
  await one.engine.run('timer');
  one.transport.fault = () => 'none';
  await world.time.pass(50_000);
  await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'news' });
  await one.edit(uuid, { title: 'edited' });
  one.transport.calls.length = 0;
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed', hasPulled: true });
  expect((await one.row(uuidOf(1))).title).toBe('news');
  expect(one.transport.calls).not.toContain('batch');
  await world.time.pass(10_000);
  await endsInStep(world, one, 'timer');
});
