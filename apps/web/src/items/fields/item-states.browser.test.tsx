import type { LocalItem } from '@foray/sync';
import { localItem, queuedRequest } from '@foray/sync/testing';
import { browserClock } from '../../adapters/browser/browser-ports.ts';
import { useItem } from '../../replica/index.ts';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { ItemStates } from './item-states.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const boots = localItem(1, { title: 'Buy boots' });

function States() {
  const item = useItem(boots.uuid);
  return item ? <ItemStates item={item} /> : null;
}

/** An item of the server, with the time stopped; `change` applies its next version. */
async function start() {
  const pass = stopTime();
  const { client, setSync, setBlocked, putRows } = fakeClient({}, browserClock.nowMs);
  let version = boots._localVersion;
  const change = async (_syncStatus: LocalItem['_syncStatus']) => {
    putRows([{ ...boots, _syncStatus, _localVersion: (version += 1) }]);
    await pass(0);
  };
  const show = () => renderWith(client, <States />);
  await change('synced');
  show();
  await pass(0);
  const said = () => document.body.textContent.match(/Pending sync/g)?.length ?? 0;
  return { pass, setSync, setBlocked, change, show, said };
}

test('[SYNC-09] [TODO-04] online, Pending sync appears once it has lasted 400 ms, and not for a change confirmed before that', async () => {
  const { pass, change, said } = await start();
  await change('pending');
  await pass(390);
  expect(said()).toBe(0);
  await change('synced');
  await pass(1000);
  expect(said()).toBe(0);

  await change('pending');
  await pass(200);
  // It changed once more, but has waited since the first change.
  await change('pending');
  await pass(190);
  expect(said()).toBe(0);
  await pass(10);
  expect(said()).toBe(1);
  await change('synced');
  expect(said()).toBe(0);
});

test('[SYNC-09] [TODO-04] offline, Pending sync appears at once, and stays when the network is back', async () => {
  const { pass, setSync, change, said } = await start();
  setSync({ online: false });
  await change('pending');
  expect(said()).toBe(1);
  setSync({ online: true });
  await pass(0);
  expect(said()).toBe(1);
});

test('[SYNC-09] a newly opened screen shows at once a change that has waited for 400 ms', async () => {
  const { pass, change, show, said } = await start();
  await change('pending');
  await pass(300);
  show();
  await pass(90);
  expect(said()).toBe(0);
  await pass(20);
  expect(said()).toBe(2);
  show();
  await pass(0);
  expect(said()).toBe(3);
});

test('[SYNC-14] an item of a refused change shows Needs attention in place of Pending sync', async () => {
  const { pass, setBlocked, change, said } = await start();
  await change('pending');
  await pass(400);
  expect(said()).toBe(1);
  setBlocked([queuedRequest(1, 2)]);
  await pass(0);
  expect(said()).toBe(1);
  setBlocked([queuedRequest(1, 2), queuedRequest(2, 1)]);
  await pass(0);
  expect(document.body).toHaveTextContent('Needs attention');
  expect(said()).toBe(0);
  setBlocked([]);
  await pass(400);
  expect(said()).toBe(1);
  expect(document.body).not.toHaveTextContent('Needs attention');
});
