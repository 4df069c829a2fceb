import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { Person } from './person.ts';
import { newPhone } from './phone.ts';
import { test } from './with-faults.ts';

// What is kept for offline has tests of its own.
test('[LOGIN-03] [LOGIN-06] the button says that it is busy, and the person comes to Home @full', async ({
  browser,
  faults,
}) => {
  const ada = await guestAt(browser, faults.url, '/login');
  const { page } = ada;
  await ada.fillSignIn(newPhone(), 'Ada Byron');
  faults.plan({ kind: 'held' }, { path: /^\/api\/login/ });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Sign In' }).click();
  await expect(main.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  faults.clear();
  await expect(page).toHaveURL(/\d\/$/);
});

test('[LOGIN-05] [LOGIN-08] signing in before the end of the tutorial skips it, and a signed-in user is not offered to continue without an account @full', async ({
  browser,
  server,
}) => {
  const ada = await Person.at(browser, server.url);
  const { page } = ada;
  await expect(page).toHaveURL(/\/onboarding$/);
  await page.goto('/login');
  await ada.signIn(newPhone(), 'Ada Byron');
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/queue');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
  const kept = await page.evaluate(() => localStorage.getItem('onboarding-storage') ?? '{}');
  expect(JSON.parse(kept).state.skippedAt).toEqual(expect.any(String));

  await page.goto('/login');
  const main = page.getByRole('main');
  await expect(main.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expect(main.getByText('or', { exact: true })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Continue without signing in' })).toHaveCount(0);
});
