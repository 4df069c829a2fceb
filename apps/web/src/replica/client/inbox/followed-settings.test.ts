import { putPrivateRows, type SyncContext } from '@foray/sync';
import { CountingIds, MemoryStore } from '@foray/sync/testing';
import { Observable } from '../../../state/observable.ts';
import { emptyInbox } from './inbox.ts';
import { followedSettings } from './followed-settings.ts';

function newDevice(): SyncContext {
  return {
    account: { kind: 'guest' },
    store: new MemoryStore(),
    clock: { nowMs: () => 0 },
    ids: new CountingIds(1),
    changes: { publish: () => undefined },
  };
}

/** A page with an open account, and the settings that were applied to its browser, oldest first. */
function openPage() {
  const inbox = new Observable(emptyInbox);
  const requestSync = vi.fn();
  let opened = { device: newDevice() };
  const accounts = { current: async () => opened, watch: { inbox, requestSync } };
  const applied: (readonly [string, unknown])[] = [];
  const { followSetting } = followedSettings(accounts, {
    applySetting: (id, value) => void applied.push([id, value]),
  });
  const told = () => inbox.set({ ...emptyInbox });
  return {
    applied,
    requestSync,
    followSetting,
    told,
    device: () => opened.device,
    /** Another account opens. */
    open: (device: SyncContext) => {
      opened = { device };
      told();
    },
  };
}

const put = (device: SyncContext, id: string, value: object, kind = 'setting') =>
  putPrivateRows(device, [{ kind, id, value: { ...value } }]);

test('[PRIV-09] a row is applied when it changes, and not again', async () => {
  const { applied, told, device } = openPage();
  await put(device(), 'start', { path: '/today' });
  await put(device(), 'start', { query: 'x' }, 'view');
  told();
  await expect.poll(() => applied).toEqual([['start', { path: '/today' }]]);
  await put(device(), 'typing', { isRead: false });
  told();
  await expect.poll(() => applied.length).toBe(2);
  expect(applied[1]).toEqual(['typing', { isRead: false }]);
});

test('[PRIV-09] while a change is stored, the row before it is not applied', async () => {
  const { applied, told, device, followSetting, requestSync } = openPage();
  await put(device(), 'start', { path: '/today' });
  told();
  const changes = ['/queue', '/active', '/'].map((path) => followSetting('start', { path }));
  told();
  await Promise.all(changes);
  expect(applied).toEqual([['start', { path: '/' }]]);
  expect(requestSync).toHaveBeenCalledTimes(3);
});

test('[PRIV-09] another account’s rows are applied when it opens, even if they were seen before', async () => {
  const { applied, told, device, open } = openPage();
  const [first, second] = [device(), newDevice()];
  await put(first, 'start', { path: '/today' });
  await put(second, 'start', { path: '/queue' });
  told();
  await expect.poll(() => applied.length).toBe(1);
  open(second);
  await expect.poll(() => applied.length).toBe(2);
  open(first);
  await expect.poll(() => applied.length).toBe(3);
  expect(applied.map(([, value]) => value)).toEqual([
    { path: '/today' },
    { path: '/queue' },
    { path: '/today' },
  ]);
});
