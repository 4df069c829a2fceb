import type { ClientActions } from '../../replica/index.ts';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const dialog = () => document.querySelector('[role="alertdialog"]');
const text = () => dialog()?.querySelector('[role="status"]')?.textContent;
const percent = () =>
  dialog()?.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow');

/** The dialog as it appears, its code already loaded, with a fake clock. */
async function start(actions: Partial<ClientActions> = {}) {
  const closeUpgrade = vi.fn(() => fake.setUpgrade({ kind: 'none' }));
  const fake = fakeClient({ closeUpgrade, ...actions });
  renderWith(fake.client, <UpgradeDialog />);
  fake.setUpgrade({ kind: 'running', total: 3, left: 3 });
  await expect.poll(() => dialog()).not.toBeNull();
  fake.setUpgrade({ kind: 'none' });
  await expect.poll(() => dialog()).toBeNull();

  const pass = stopTime();
  fake.setUpgrade({ kind: 'running', total: 3, left: 3 });
  await pass(0);
  return { ...fake, closeUpgrade, pass };
}

test('[UPG-01] the dialog shows each phase, and is complete only when the server has all items', async () => {
  const { setUpgrade, closeUpgrade, pass } = await start();
  expect(dialog()?.textContent).toContain('Upgrading Your Account');
  expect(percent()).toBe('0');
  expect(text()).toBe('Getting your items ready...');
  await pass(290);
  expect(percent()).toBe('0');
  await pass(20);
  expect(percent()).toBe('10');
  await pass(280);
  expect(percent()).toBe('10');
  await pass(20);
  expect(percent()).toBe('20');
  await pass(340);
  expect(text()).toBe('Getting your items ready...');
  await pass(100);
  expect(text()).toBe('Transferring your local data...');
  await pass(1400);
  expect(text()).toBe('Transferring your local data...');
  await pass(100);
  expect(text()).toBe('Syncing with server...');
  await pass(10_000);
  expect(text()).toBe('Syncing with server...');
  expect(percent()).toBe('90');

  setUpgrade({ kind: 'complete' });
  await pass(10);
  expect(text()).toBe('Finalizing upgrade...');
  expect(percent()).toBe('100');
  await pass(1000);
  expect(text()).toBe('Upgrade complete!');
  await pass(1450);
  expect(closeUpgrade).not.toHaveBeenCalled();
  await pass(60);
  expect(closeUpgrade).toHaveBeenCalledOnce();
});

test('[UPG-01] if the server has all items at once, the dialog finalizes at 4 s and is complete at 5 s', async () => {
  const { setUpgrade, pass } = await start();
  setUpgrade({ kind: 'complete' });
  await pass(3950);
  expect(text()).toBe('Syncing with server...');
  await pass(100);
  expect(text()).toBe('Finalizing upgrade...');
  await pass(900);
  expect(text()).toBe('Finalizing upgrade...');
  await pass(100);
  expect(text()).toBe('Upgrade complete!');
});
