import { wireError } from '@foray/contract';
import { expect, test } from 'vitest';
import { storedName } from '../store/stored-names.ts';
import { poison, refusal, unavailable, type Failure } from '../testing/poison.ts';
import { edited, only, seeded } from '../testing/queued-edits.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';

/** Notifications are read on the device. */
async function reads(one: TestDevice): Promise<void> {
  const about = { itemUuid: null, touches: [], id: one.device.ids.uuid(), data: { up_to: 3 } };
  const request = { ...about, method: 'POST', url: '/api/notifications/read' } as const;
  await one.store.write((tx) => tx.putRequest(queuedRequest(900, 1, request)));
}

test('[SYNC-07] a 500 for reading notifications ends no cycle, and blocks the request the third time', async () => {
  const { world, one } = await seeded(1);
  await reads(one);
  let tries = 0;
  one.transport.sendOne = async () => {
    tries += 1;
    return refusal(500);
  };
  for (let n = 1; n <= 3; n += 1) {
    await one.edit(uuidOf(1), { title: `edited ${n}` });
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect(one.engine.state()).toMatchObject({ lastError: null });
    expect(tries).toBe(n);
  }
  expect(world.server.items.get(uuidOf(1))?.title).toBe('edited 3');
  const why = { kind: 'server_errors', status: 500 };
  expect(await only(one)).toMatchObject({ state: { kind: storedName.blocked, why } });
});

test.each([
  ['502', refusal(502)],
  ['no answer', { kind: 'noAnswer', why: 'timeout' } as const],
])(
  '[SYNC-07] reading notifications that gets %s stays queued and ends no cycle',
  async (_, failure) => {
    const { world, one } = await seeded(1);
    await reads(one);
    let tries = 0;
    one.transport.sendOne = async () => {
      tries += 1;
      return failure;
    };
    for (let n = 0; n < 8; n += 1) {
      await world.time.pass(30_000);
      expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    }
    expect(tries).toBeLessThan(5);
    expect(await only(one)).toMatchObject({ retries: 0, state: { kind: 'queued' } });
  },
);

test("[SYNC-07] reading notifications that a proxy refuses is not refused, and our server's word is", async () => {
  const { one } = await seeded(1);
  await reads(one);
  one.transport.sendOne = async () => refusal(404);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(await only(one)).toMatchObject({ retries: 1, state: { kind: 'queued' } });
  one.transport.sendOne = async () => ({ ...refusal(422), error: wireError('invalid') }) as Failure;
  await one.engine.run('timer');
  const why = { kind: 'verdict', code: 'invalid', status: 422 };
  expect(await only(one)).toMatchObject({ state: { kind: storedName.blocked, why } });
});

test('[SYNC-07] reading notifications that is unavailable ends no run and stays queued', async () => {
  const { world, one } = await edited(0, 1);
  await reads(one);
  let tries = 0;
  one.transport.sendOne = async () => {
    tries += 1;
    return unavailable();
  };
  for (let n = 0; n < 8; n += 1) {
    await one.edit(uuidOf(1), { title: `edited ${n}` });
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect(world.server.items.get(uuidOf(1))?.title).toBe(`edited ${n}`);
    await world.time.pass(30_000);
  }
  expect(tries).toBeGreaterThan(0);
  expect(tries).toBeLessThan(5);
  const [left] = await one.queue();
  expect(left).toMatchObject({ itemUuid: null, retries: 0, state: { kind: 'queued' } });
});

test('[SYNC-08] a request that is unavailable does not keep notifications from being read', async () => {
  const { one } = await edited(1, 0);
  poison(one, [uuidOf(1)], unavailable());
  await reads(one);
  for (let run = 0; run < 4; run += 1) await one.engine.run('sync_now');
  expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([uuidOf(1)]);
});
