import { page } from 'vitest/browser';
import { atPath, goOn, heading, main, row, texts, titles } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';
import { stopTime } from '../ui/testing/fake-time.ts';

const shown = main.getByRole('tab');

test('[MYLIST-01] [MYLIST-02] [MYLIST-03] [MYLIST-04] My List shows the user’s own items by state, with counts', async () => {
  const app = await openApp('/my-list');
  await expect.element(heading('My List')).toBeVisible();
  await expect.element(page.getByText("All items you've created")).toBeVisible();
  await expect.element(page.getByPlaceholder('Search my items...')).toBeVisible();
  await expect.poll(() => texts(shown)).toEqual(['Queue', 'Active', 'Completed']);
  for (const [tab, empty] of [
    ['Queue', 'No items in your queue'],
    ['Active', 'No active items'],
    ['Completed', 'No completed items yet'],
  ] as const) {
    await shown.filter({ hasText: tab }).click();
    await expect.element(page.getByText(empty, { exact: true })).toBeVisible();
  }
  await app.reopenWith([
    { type: 'campaign', title: 'Sail north' },
    { type: 'todo', title: 'Nested', parent: 0 },
    { type: 'todo', title: 'Of another person', user_id: 1001 },
    { type: 'todo', title: 'Under way', status: 'in_progress' },
  ]);
  await expect.poll(tabs).toEqual(['Queue2', 'Active1', 'Completed']);
  await shown.filter({ hasText: 'Queue' }).click();
  await expect.poll(titles).toEqual(['Nested', 'Sail north']);
});

test('[MYLIST-06] the search filters each tab after a pause in typing, nested items too, and does not change the counts', async () => {
  await openApp('/', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'todo', title: 'Nested', parent: 0 },
      { type: 'todo', title: 'Under way', status: 'in_progress' },
      { type: 'todo', title: 'Done', status: 'completed' },
      { type: 'todo', title: 'Nested and done', status: 'completed', parent: 0 },
    ],
  });
  // Typed while the app starts, a search is shown without a pause.
  await expect.element(row('Sail north')).toBeVisible();
  goOn('/my-list');
  const badges = ['Queue2', 'Active1', 'Completed2'];
  await expect.poll(titles).toEqual(['Nested', 'Sail north']);
  await expect.poll(tabs).toEqual(badges);
  const pass = stopTime();
  const box = page.getByPlaceholder('Search my items...');
  await box.fill('nest');
  await pass(290);
  expect(titles()).toEqual(['Nested', 'Sail north']);
  await pass(20);
  await expect.poll(titles).toEqual(['Nested']);
  await expect.poll(tabs).toEqual(badges);
  await shown.filter({ hasText: 'Active' }).click();
  await pass(20);
  await expect.element(page.getByText('No items found for "nest"')).toBeVisible();
  await shown.filter({ hasText: 'Completed' }).click();
  await pass(20);
  await expect.poll(titles).toEqual(['Nested and done']);
  await box.fill('done');
  await pass(290);
  expect(titles()).toEqual(['Nested and done']);
  await pass(20);
  await expect.poll(titles).toEqual(['Nested and done', 'Done']);
  await expect.poll(tabs).toEqual(badges);
});

test('[CAMP-01] [CAMP-02] the campaign list shows cards that link to their campaigns, 20 a page', async () => {
  const campaigns: SeedItem[] = Array.from({ length: 41 }, (_, place) => ({
    type: 'campaign',
    title: `Campaign ${place + 1}`,
    description: `About ${place + 1}`,
    status: 'in_progress',
    end_date: '2030-05-06',
  }));
  const app = await openApp('/campaigns', { items: campaigns.slice(0, 20) });
  await expect.element(heading('Campaigns')).toBeVisible();
  const cards = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
  await expect.element(cards).toHaveLength(20);
  await expect.element(page.getByText('Page 1 of 1')).toBeVisible();
  const previous = page.getByRole('button', { name: 'Previous' });
  const next = page.getByRole('button', { name: 'Next' });
  await expect.element(previous).toBeDisabled();
  await expect.element(next).toBeDisabled();

  await app.reopenWith(campaigns);
  await expect.element(cards).toHaveLength(20);
  for (const text of ['Campaign 41', 'About 41', 'Status: in progress', 'Due: May 6, 2030']) {
    await expect.element(cards.first()).toHaveTextContent(text);
  }
  await expect.element(page.getByText('Page 1 of 3')).toBeVisible();
  await expect.element(previous).toBeDisabled();
  await next.click();
  await next.click();
  await expect.element(page.getByText('Page 3 of 3')).toBeVisible();
  await expect.element(cards).toHaveLength(1);
  await expect.element(next).toBeDisabled();
  await previous.click();
  await expect.element(cards.first()).toHaveTextContent('Campaign 21');
  await cards.first().getByRole('link').click();
  await atPath('/campaigns/21');
  history.back();
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible();
});

/** The tabs, each with its badge. */
function tabs(): (string | null)[] {
  return shown.elements().map(({ textContent }) => textContent);
}

test('[MYLIST-07] the tabs fit on a phone of 360 px with three-digit counts', async () => {
  const statuses = ['pending', 'in_progress', 'completed'] as const;
  const items = statuses.flatMap((status) =>
    Array.from({ length: 208 }, (_, place): SeedItem => ({
      type: 'todo',
      title: `${status} ${place}`,
      status,
    })),
  );
  await openApp('/my-list', { items, size: { width: 360, height: 740 } });
  const list = page.getByRole('tablist', { name: 'Items by state' });
  await expect.element(list).toHaveTextContent('Queue208Active208Completed208');
  const { scrollWidth, clientWidth } = list.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
