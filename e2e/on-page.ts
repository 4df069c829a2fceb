import type { Locator, Page } from '@playwright/test';

/** The visible message; there is one at most. */
export const toast = (page: Page): Locator => page.getByRole('region', { name: /^Messages/ });

/** Waits for a message with exactly these texts, all at once: it disappears after five seconds. */
export async function said(page: Page, ...texts: readonly string[]): Promise<void> {
  let message = toast(page).getByRole('listitem');
  for (const text of texts)
    message = message.filter({ has: page.getByText(text, { exact: true }) });
  await expect(message).toBeVisible();
}

/** Goes to another page as a link would, without reloading the app. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}
