import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ClientProvider } from '../replica/index.ts';
import { fakeClient } from '../replica/testing/fake-client.ts';
import { stopTime } from '../ui/testing/fake-time.ts';
import { render } from '../ui/testing/render.tsx';
import { ConnectivityBadge } from './connectivity-badge.tsx';

const badge = () => document.querySelector('[data-connectivity]')?.textContent ?? null;

async function start() {
  const fake = fakeClient();
  const pass = stopTime();
  render(
    <ClientProvider client={fake.client}>
      <ConnectivityBadge />
    </ClientProvider>,
  );
  await pass(0);
  return { ...fake, pass };
}

test('[LAYOUT-14] the badge shows for 3 seconds after a change, and as long as offline or changes wait', async () => {
  const { setSync, pass } = await start();
  await pass(5000);
  expect(badge()).toBeNull();

  setSync({ online: false });
  await pass(60_000);
  expect(badge()).toBe('Offline');

  setSync({ online: true });
  await pass(2900);
  expect(badge()).toBe('Online');
  await pass(200);
  expect(badge()).toBeNull();

  setSync({ pending: 2 });
  await pass(60_000);
  expect(badge()).toBe('Online (2 pending)');
  setSync({ pending: 0 });
  await pass(0);
  expect(badge()).toBeNull();
});

test('a change during the 3 seconds starts them again', async () => {
  const { setSync, pass } = await start();
  setSync({ online: false });
  await pass(1000);
  setSync({ online: true });
  await pass(2500);
  expect(badge()).toBe('Online');
  await pass(600);
  expect(badge()).toBeNull();
});

test('offline takes precedence over a sync cycle, a cycle over waiting changes', async () => {
  const { setSync, pass } = await start();
  setSync({ pending: 3, syncing: true });
  await pass(400);
  expect(badge()).toBe('Syncing...');
  setSync({ online: false });
  await pass(0);
  expect(badge()).toBe('Offline');
});

test('[SYNC-09] a run and changes that are over within 400 ms show nothing', async () => {
  const { setSync, pass } = await start();
  await pass(5000);
  setSync({ pending: 1, syncing: true });
  await pass(390);
  expect(badge()).toBeNull();
  setSync({ pending: 0, syncing: false });
  await pass(1000);
  expect(badge()).toBeNull();

  setSync({ pending: 1 });
  await pass(390);
  expect(badge()).toBeNull();
  setSync({ syncing: true });
  await pass(10);
  expect(badge()).toBe('Online (1 pending)');
  await pass(390);
  expect(badge()).toBe('Syncing...');
  setSync({ syncing: false });
  await pass(0);
  expect(badge()).toBe('Online (1 pending)');
});

test('[I13] conflicts that stand aside are counted, and decided from there', async () => {
  const openConflicts = vi.fn();
  const fake = fakeClient({ openConflicts });
  render(
    <ClientProvider client={fake.client}>
      <ConnectivityBadge />
    </ClientProvider>,
  );
  fake.setSync({ conflicts: 2 });
  await page.getByRole('button', { name: '2 conflicts' }).click();
  expect(openConflicts).toHaveBeenCalledOnce();
  fake.setSync({ conflicts: 0 });
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
