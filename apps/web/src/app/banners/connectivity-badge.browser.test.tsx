import { page } from 'vitest/browser';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { ConnectivityBadge } from './connectivity-badge.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const badgeElement = () => document.querySelector('[data-connectivity]');
const badge = () => badgeElement()?.textContent ?? null;

function fakeBadge() {
  const fake = fakeClient();
  renderWith(fake.client, <ConnectivityBadge />);
  return fake;
}

async function start() {
  const pass = stopTime();
  const fake = fakeBadge();
  await pass(0);
  return { ...fake, pass };
}

test('[LAYOUT-14] the badge shows for 3 seconds after a change, and while offline or while changes are waiting', async () => {
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

test('another change during the 3 seconds restarts them', async () => {
  const { setSync, pass } = await start();
  setSync({ online: false });
  await pass(1000);
  setSync({ online: true });
  await pass(2500);
  expect(badge()).toBe('Online');
  await pass(600);
  expect(badge()).toBeNull();
});

test('[LAYOUT-13] the badge shows Offline first, then Syncing..., then waiting changes, and Online otherwise', async () => {
  const { setSync, pass } = await start();
  setSync({ pending: 3, syncing: true });
  await pass(400);
  expect(badge()).toBe('Syncing...');
  setSync({ online: false });
  await pass(0);
  expect(badge()).toBe('Offline');
  setSync({ online: true, syncing: false });
  await pass(0);
  expect(badge()).toBe('Online (3 pending)');
  setSync({ pending: 0 });
  await pass(0);
  expect(badge()).toBe('Online');
});

test('[LAYOUT-13] the badge is at the bottom right, and on a phone above the bottom bar', async () => {
  const { setSync } = fakeBadge();
  setSync({ online: false });
  for (const [width, height, rightPx, bottomPx] of [
    [390, 780, 40, 200],
    [1280, 720, 40, 40],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(page.getByText('Offline', { exact: true })).toBeVisible();
    const { right, bottom } = badgeElement()?.getBoundingClientRect() ?? { right: 0, bottom: 0 };
    expect(width - right).toBeGreaterThanOrEqual(0);
    expect(width - right).toBeLessThan(rightPx);
    expect(height - bottom).toBeGreaterThanOrEqual(0);
    expect(height - bottom).toBeLessThan(bottomPx);
  }
});

test('[SYNC-09] a cycle and changes that end within 400 ms show nothing', async () => {
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

test('[I13] the badge counts conflicts that were set aside, and opens them', async () => {
  const openConflicts = vi.fn();
  const fake = fakeClient({ openConflicts });
  renderWith(fake.client, <ConnectivityBadge />);
  fake.setSync({ conflicts: 2 });
  await page.getByRole('button', { name: '2 conflicts' }).click();
  expect(openConflicts).toHaveBeenCalledOnce();
  fake.setSync({ conflicts: 0 });
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('[SYNC-14] refused changes are counted beside the badge, which does not call them pending, and the count links to Preferences', async () => {
  const { setSync, pass } = await start();
  await pass(5000);
  setSync({ blocked: 2 });
  await pass(60_000);
  expect(badge()).toBeNull();
  const link = page.getByRole('link', { name: '2 need attention' });
  await expect.element(link).toHaveAttribute('href', '/preferences');
  setSync({ blocked: 1 });
  await expect.element(page.getByRole('link', { name: '1 needs attention' })).toBeVisible();
  setSync({ blocked: 0 });
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
