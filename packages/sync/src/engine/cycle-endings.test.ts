import { expect, test } from 'vitest';
import { editItem } from '../actions/actions.ts';
import type { CallFault } from '../testing/test-transport.ts';
import { uuidOf } from '../testing/rows.ts';
import { inStep } from '../testing/in-step.ts';

const endings: readonly (readonly [string, CallFault, object])[] = [
  ['the session is over', { status: 401, code: 'unauthenticated' }, { code: 'signed_out' }],
  ["the session is another user's", { status: 409, code: 'wrong_actor' }, { code: 'wrong_actor' }],
  ['the app is too old', { status: 426, code: 'too_old' }, { code: 'too_old' }],
  ['a captive portal answers', 'garbled', { code: 'garbled' }],
  ['the server is away', { status: 503 }, { code: 'unavailable', status: 503 }],
  ['nothing comes back', 'answer_lost', { code: 'no_answer' }],
];

test.each(endings)(
  '[I1] [I5] when %s in the middle of a push, what waits is kept and goes out once later',
  async (_name, fault, problem) => {
    const { world, one } = await inStep();
    await one.create({ type: 'task', title: 'mine' });
    one.transport.fault = (call) => (call === 'batch' ? fault : 'none');
    expect(await one.engine.run('action')).toMatchObject({ kind: 'failed', problem });
    expect(one.engine.state()).toMatchObject({ lastError: problem, pending: 1, blocked: 0 });
    expect((await one.queue()).length).toBe(1);
    one.transport.fault = () => 'none';
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    expect(one.engine.state()).toMatchObject({ lastError: null, pending: 0 });
    expect(world.server.living().map(({ title }) => title)).toEqual(['mine']);
    expect(world.server.applied).toHaveLength(1);
  },
);

test('[I1] [I10] without room an action is refused, a pull ends its cycle and says so, and nothing is lost', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'task', title: 'kept' });
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'too much' });
  one.store.faults.beforeCommit = () => ({ code: 'quota', detail: 'full' });
  expect(await editItem(one.device, item.uuid, { title: 'refused' })).toMatchObject({
    ok: false,
    error: { code: 'store', failure: { code: 'quota' } },
  });
  expect(await one.engine.run('sync_now')).toEqual({
    kind: 'failed',
    problem: { code: 'store', detail: 'quota' },
  });
  expect((await one.row(item.uuid)).title).toBe('kept');
  expect((await one.queue()).length).toBe(1);
  one.store.faults.beforeCommit = () => null;
  await one.engine.run('sync_now');
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['kept', 'too much']);
  expect(await one.queue()).toEqual([]);
});
