import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

test('[PREF-01] [THEME-01] the theme is light, dark or the system’s, is kept, and follows the system', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url, '/preferences');
  const root = page.locator('html');
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  for (const name of ['Light', 'Dark', 'System']) await expect(radio(name)).toBeVisible();
  await expect(radio('System')).toBeChecked();
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(root).toHaveClass(new RegExp(`\\b${scheme}\\b`));
  }
  const choose = (name: string) => page.getByRole('main').getByText(name, { exact: true }).click();
  await choose('Dark');
  await expect(root).toHaveClass(/\bdark\b/);
  await page.reload();
  await expect(radio('Dark')).toBeChecked();
  await expect(root).toHaveClass(/\bdark\b/);
  await choose('Light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveClass(/\blight\b/);
});

test('[PREF-02] [PREF-04] [CONT-01] Preferences lead to the tutorial, start it over, and to the contacts', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url, '/preferences');
  const press = (name: string) => page.getByRole('main').getByText(name, { exact: true }).click();
  const completed = () =>
    page.evaluate(
      () =>
        JSON.parse(localStorage.getItem('onboarding-storage') ?? '{}').state.hasCompletedOnboarding,
    );
  await press('View Contacts');
  await expect(page).toHaveURL(/\/contacts$/);
  await expect(page.getByText('Sign In Required', { exact: true })).toBeVisible();
  await expect(page.getByText('You need to sign in to manage contacts')).toBeVisible();
  await page.goto('/preferences');
  await press('View Tutorial');
  await expect(page).toHaveURL(/\/onboarding$/);
  expect(await completed()).toBe(true);
  await page.goto('/preferences');
  await press('Reset Tutorial');
  await expect(page).toHaveURL(/\/onboarding$/);
  expect(await completed()).toBe(false);
});
