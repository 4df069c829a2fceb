import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { Person } from './person.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const routes = {
  '/': 'Home',
  '/queue': 'Queue',
  '/active': 'Active',
  '/completed': 'Completed',
  '/my-list': 'My List',
  '/campaigns': 'Campaigns',
  '/campaigns/1': 'Cross the Alps',
  '/notifications': 'Recent Notifications',
  '/preferences': 'Preferences',
  '/login': 'Sign In to Foray',
};

test('no screen has a violation that axe can find, in light and in dark', async ({ browser }) => {
  const ada = await Person.at(browser, server.url);
  const { page } = ada;
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible();
  await expectNoViolation(ada, '/onboarding');
  await ada.continueWithoutAccount();
  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await ada.quickAdd('campaign', 'Cross the Alps');
  await ada.open('Cross the Alps');
  await ada.quickAdd('task', 'Pack');
  await ada.quickAdd('todo', 'Buy boots');
  await ada.toggle('Buy boots');
  for (const [route, heading] of Object.entries(routes)) {
    await page.goto(route);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expectNoViolation(ada, route);
  }
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search items' })).toBeVisible();
  await expectNoViolation(ada, 'search');
  expect(ada.complaints).toEqual([]);
});

/** Everything in the light theme; in the dark one what depends on it, the contrasts. */
async function expectNoViolation({ page }: Person, place: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)')).toBeAttached();
    const axe = new AxeBuilder({ page });
    const { violations } = await (
      theme === 'light' ? axe : axe.withRules('color-contrast')
    ).analyze();
    const found = violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html }) => html.slice(0, 200)),
    }));
    expect({ place, theme, found }).toEqual({ place, theme, found: [] });
  }
}
