import { page, userEvent } from 'vitest/browser';
import { button, heading, row, titles } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const field = page.getByRole('searchbox', { name: 'Search items' });
const option = (name: string) => page.getByRole('menuitemradio', { name });
const address = () => decodeURIComponent(location.search.replaceAll('+', ' '));

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Spring fair' },
  { type: 'todo', title: 'Order tents', labels: ['stalls'], priority: 'high', parent: 0 },
  { type: 'todo', title: 'Call the baker', labels: ['stalls'], due_date: '2026-01-05' },
  { type: 'todo', title: 'Buy milk', status: 'completed' },
];

test('[QUERY-13] a link to a query shows all its hits, which follow changes and what is typed', async () => {
  await openApp('/search?q=label%3Astalls', { items });
  await expect.element(heading('Search')).toBeVisible();
  await expect.element(field).toHaveValue('label:stalls');
  await expect.poll(titles).toEqual(['Call the baker', 'Order tents']);
  await expect.poll(() => document.title).toBe('Search · Foray');
  await field.fill('label:stalls -is:done');
  await expect.poll(address).toBe('?q=label:stalls -is:done');
  await button('Complete Order tents').click();
  await expect.poll(titles).toEqual(['Call the baker']);
  await field.fill('nothing like it');
  await expect.element(page.getByText('No items found for "nothing like it"')).toBeVisible();
});

test('[QUERY-13] hits are sorted as chosen, which the link says too, and Back leads to the page before', async () => {
  await openApp('/', { items });
  await expect.element(row('Call the baker')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Search items' }).fill('-is:done type:todo');
  await button('Show all results').click();
  await expect.poll(titles).toEqual(['Call the baker', 'Order tents']);
  await button('Sort by: Best match').click();
  await option('Priority').click();
  await expect.poll(titles).toEqual(['Order tents', 'Call the baker']);
  await expect.poll(address).toBe('?q=-is:done type:todo&sort=priority');
  history.back();
  await expect.element(heading('Home')).toBeVisible();
});

test('[QUERY-13] a list without a hit leads to the search of all items', async () => {
  await openApp('/queue', { items });
  await page.getByPlaceholder('Search queue items...').fill('milk');
  await page.getByRole('link', { name: 'Search all items' }).click();
  await expect.poll(titles).toEqual(['Buy milk']);
  await expect.element(field).toHaveValue('milk');
});

test('[QUERY-14] menus change the text of a query, and show what it says', async () => {
  await openApp('/search', { items });
  await button('is:overdue').click();
  await expect.element(field).toHaveValue('is:overdue');
  await expect.poll(titles).toEqual(['Call the baker']);
  await button('Remove Due: Overdue').click();
  await expect.element(field).toHaveValue('');
  await button('Label').click();
  await option('stalls').click();
  await expect.element(field).toHaveValue('label:stalls');
  await button('Inside').click();
  await option('Spring fair').click();
  await expect.element(field).toHaveValue('label:stalls in:"Spring fair"');
  await expect.poll(titles).toEqual(['Order tents']);
  await button('Inside: Spring fair').click();
  await expect.element(option('Spring fair')).toHaveAttribute('aria-checked', 'true');
  await option('Any').click();
  await expect.element(field).toHaveValue('label:stalls');
  await button('Assigned').click();
  await option('Nobody').click();
  await expect.element(field).toHaveValue('label:stalls assigned:none');
  await expect.poll(titles).toEqual(['Call the baker', 'Order tents']);
});
