import type { Locator, Page } from '@playwright/test';

/** The message on show; there is one at most. */
export const toast = (page: Page): Locator => page.getByRole('region', { name: /^Messages/ });

/** Goes to another page as a link would, without loading the app again. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}
