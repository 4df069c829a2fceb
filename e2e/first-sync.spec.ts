import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { goOn } from './on-page.ts';
import { newPhone } from './phone.ts';
import { comeOnline, test } from './with-faults.ts';

// What is kept for offline has tests of its own.
test('[HOME-04] [CAMP-03] [CAMP-07] [TASK-03] while the first sync runs, lists and pages load; if it fails, the campaign list says so', async ({
  browser,
  faults,
}) => {
  const ada = await guestAt(browser, faults.url);
  const calls = { path: /^\/api\/(items|changes|batch)/, times: Infinity };
  faults.plan({ kind: 'hung' }, calls);
  await ada.signIn(newPhone(), 'Ada');
  for (const [path, text] of [
    ['/', 'Loading items...'],
    ['/campaigns/10000077', 'Loading campaign...'],
    ['/tasks/10000077', 'Loading task...'],
    ['/campaigns', 'Loading campaigns...'],
  ] as const) {
    await goOn(ada.page, path);
    await expect(ada.page.getByText(text)).toBeVisible();
  }
  faults.clear();
  faults.plan({ kind: 'status', status: 500 }, calls);
  await comeOnline(ada.page);
  await expect(ada.page.getByText('Failed to load campaigns')).toHaveCount(1);
});
