import type { Locator, Page } from '@playwright/test';

/** The visible message; there is one at most. */
export const toast = (page: Page): Locator => page.getByRole('region', { name: /^Messages/ });

/** Goes to another page as a link would, without reloading the app. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}
