import { page } from 'vitest/browser';
import { atPath, heading, main } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';

test('[PREF-10] Preferences stores the chosen start screen', async () => {
  const app = await openApp('/preferences');
  const choice = main.getByRole('combobox', { name: 'Open with' });
  await expect.element(choice).toHaveDisplayValue('Home');
  await choice.selectOptions('Today');
  await app.reopen();
  await expect.element(choice).toHaveDisplayValue('Today');
  expect(localStorage.getItem('start-storage')).toContain('"path":"/today"');
});

test('[PREF-10] on a phone a second press on Home leads to Today', async () => {
  await openApp('/queue', { size: phone });
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  await home.click();
  await expect.element(heading('Home')).toBeVisible();
  await atPath('/');
  await home.click();
  await atPath('/today');
  await expect.element(heading('Today')).toBeVisible();
});
