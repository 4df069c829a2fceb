import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { Person } from './person.ts';
import { newPhone } from './phone.ts';
import { test } from './troubled.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

test('[LOGIN-01] [LOGIN-02] [LOGIN-04] the screen to sign in names the product, its two fields and what it is good for', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url, '/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In to Foray');
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  await expect(phone).toHaveAttribute('type', 'tel');
  await expect(phone).toHaveAttribute('placeholder', /^\+\d+$/);
  await expect(phone).toHaveAttribute('required');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('required');
  for (const benefit of ['Sync across devices', 'Collaborate with others', 'Get notifications']) {
    await expect(page.getByRole('main').getByText(benefit, { exact: true })).toBeVisible();
  }
});

test('[LOGIN-03] [LOGIN-06] the button says that it is busy, and the person comes to Home', async ({
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
  faults.heal();
  await expect(page).toHaveURL(/\d\/$/);
});

test('[LOGIN-05] only who is not signed in is offered to go on without', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url, '/login');
  const { page } = ada;
  const main = page.getByRole('main');
  await expect(main.getByText('or', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Continue without signing in' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
  await ada.arrive(newPhone(), 'Ada Byron');
  await page.goto('/login');
  await expect(main.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expect(main.getByText('or', { exact: true })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Continue without signing in' })).toHaveCount(0);
});

for (const way of ['signing in', 'going on without an account']) {
  test(`[LOGIN-08] ${way} before the tutorial is done counts as skipping it`, async ({
    browser,
    server,
  }) => {
    const ada = await Person.at(browser, server.url);
    const { page } = ada;
    await expect(page).toHaveURL(/\/onboarding$/);
    await page.goto('/login');
    if (way === 'signing in') await ada.signIn(newPhone(), 'Ada Byron');
    else await page.getByRole('button', { name: 'Continue without signing in' }).click();
    await expect(page).toHaveURL(/\/(campaigns)?$/);
    await page.goto('/queue');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
    const kept = await page.evaluate(() => localStorage.getItem('onboarding-storage') ?? '{}');
    expect(JSON.parse(kept).state.skippedAt).toEqual(expect.any(String));
  });
}
