import { page } from 'vitest/browser';
import { press } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

// A page of its own: in a page that has loaded the rest of the app before, nothing waits for an idle browser.

test('[SHEET-01] an item opens while the browser is too busy to load the rest of the app', async () => {
  const idle = vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0);
  onTestFinished(() => idle.mockRestore());
  await openApp('/queue', { items: [{ type: 'todo', title: 'Call Ada' }] });
  await press(page.getByRole('link', { name: 'Details of Call Ada' }), '{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Call Ada', exact: true })).toBeVisible();
  expect(idle).toHaveBeenCalled();
});
