import { maxPrivateBytes, maxPrivateRows } from '@foray/domain';
import { putPrivateRows, readPrivateRows } from './private-rows.ts';
import { privateRowsIn } from '../queue/private-queue.ts';
import { guestOn } from '../testing/guest.ts';
import { inStep } from '../testing/in-step.ts';
import { newWorld, type TestDevice } from '../testing/test-world.ts';
import type { SyncContext } from '../store/sync-context.ts';

const start = { kind: 'setting', id: 'start' };
const today = { ...start, value: { path: '/today' } };
const queue = { ...start, value: { path: '/queue' } };
const view = { kind: 'view', id: 'v-1', value: { query: 'due:today' } };

async function shown(device: SyncContext) {
  const read = await readPrivateRows(device);
  return read.ok ? read.value : read.error;
}

/** The changes that wait, by request. */
async function waiting(one: TestDevice) {
  return (await one.queue()).map(privateRowsIn);
}

test('[PRIV-04] a change of private rows is stored with its request, and shown at once', async () => {
  const { one } = newWorld();
  expect((await putPrivateRows(one.device, [today, view])).ok).toBe(true);
  expect(await shown(one.device)).toEqual([today, view]);
  expect(await one.queue()).toMatchObject([
    { method: 'POST', url: '/api/private', itemUuid: null, data: { rows: [today, view] } },
  ]);
  expect(one.published).toMatchObject([{ inboxChanged: true, hasQueueChanged: true }]);
});

test('[PRIV-04] a change that the store refuses leaves neither a row nor a request', async () => {
  const { one } = newWorld();
  one.store.faults.beforeCommit = () => ({ code: 'quota', detail: 'full' });
  expect(await putPrivateRows(one.device, [today])).toMatchObject({ error: { code: 'quota' } });
  one.store.faults.beforeCommit = () => null;
  expect([await shown(one.device), await one.queue()]).toEqual([[], []]);
});

test('[PRIV-04] only the last unsent value of a row waits, whichever request had it', async () => {
  const { one } = newWorld();
  await putPrivateRows(one.device, [today, view]);
  await putPrivateRows(one.device, [queue]);
  await putPrivateRows(one.device, [{ ...view, value: null }]);
  expect(await waiting(one)).toEqual([[queue, { ...view, value: null }]]);
  expect(await shown(one.device)).toEqual([queue]);
});

test('[PRIV-04] a request carries at most 100 rows', async () => {
  const { one } = newWorld();
  const views = Array.from({ length: 150 }, (_, at) => ({ ...view, id: `v-${at}` }));
  await putPrivateRows(one.device, views.slice(0, 90));
  await putPrivateRows(one.device, views.slice(90));
  const rows = await waiting(one);
  expect(rows.map(({ length }) => length)).toEqual([100, 50]);
  expect(rows.flat()).toEqual(views);
});

test('[PRIV-04] a change replaces one that was sent and not answered, whose request carries the rest', async () => {
  const { one } = await inStep();
  await putPrivateRows(one.device, [today, view]);
  await one.runsWith((call) => (call === 'private' ? 'answer_lost' : 'none'), 'action');
  await putPrivateRows(one.device, [queue]);
  expect(await one.queue()).toMatchObject([
    { sent: true, data: { rows: [view] } },
    { sent: false, data: { rows: [queue] } },
  ]);
});

test('[PRIV-04] a row of more than 4 KB is not stored, nor are rows beyond 2,000', async () => {
  const device = guestOn(newWorld().world);
  const value = { t: 'x'.repeat(maxPrivateBytes - '{"t":""}'.length) };
  expect((await putPrivateRows(device, [{ ...view, value }])).ok).toBe(true);
  const larger = { ...view, value: { t: `${value.t}y` } };
  expect(await putPrivateRows(device, [larger])).toEqual({ ok: false, error: 'too_large' });
  const more = Array.from({ length: maxPrivateRows - 1 }, (_, at) => ({ ...view, id: `v${at}` }));
  expect((await putPrivateRows(device, more)).ok).toBe(true);
  expect(await putPrivateRows(device, [today])).toEqual({ ok: false, error: 'limit' });
  const replaced = [{ ...view, value: null }, today];
  expect((await putPrivateRows(device, replaced)).ok).toBe(true);
  expect(await shown(device)).toHaveLength(maxPrivateRows);
});

test('[PRIV-06] a guest’s rows are stored and wait in no queue', async () => {
  const device = guestOn(newWorld().world);
  await putPrivateRows(device, [today, view]);
  await putPrivateRows(device, [{ ...view, value: null }]);
  expect(await shown(device)).toEqual([today]);
  expect(device.tables.requests.size).toBe(0);
  expect(device.tables.meta('private').size).toBe(1);
});

test('[PRIV-06] a guest whose data another tab has moved changes no row', async () => {
  const device = guestOn(newWorld().world);
  await device.store.write((tx) => tx.putMeta('moved', 'guest', { toUserId: 7, upgrade: 'u' }));
  expect(await putPrivateRows(device, [today])).toEqual({ ok: false, error: 'moved' });
  expect(await shown(device)).toEqual([]);
});
