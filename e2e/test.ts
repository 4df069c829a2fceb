import { test as base } from '@playwright/test';

/**
 * Playwright's test, closing after each one every browser context that it opened: left open, their
 * pages would go on syncing and painting while the tests after them run.
 */
export const test = base.extend<{ readonly closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use();
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
});
