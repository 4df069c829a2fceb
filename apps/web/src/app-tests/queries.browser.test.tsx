import { page, userEvent } from 'vitest/browser';
import { openApp } from './testing/open-app.tsx';
import { button, row, texts, titles } from './testing/on-page.ts';
import type { SeedItem } from './testing/seed.ts';

const dialog = page.getByRole('dialog', { name: 'Search items' });
const hits = dialog.getByRole('option');
const mistakes = page.getByRole('alert');

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Rope the boats', status: 'in_progress' },
  { type: 'task', title: 'Get the boat ready', labels: ['harbour'], parent: 0 },
  { type: 'todo', title: 'Buy a rope', priority: 'high', parent: 1 },
  { type: 'todo', title: 'Rope alone', labels: ['harbour'], due_date: '2026-01-05' },
  { type: 'todo', title: 'Coil the line' },
];

/** The titles of the hits. */
const found = () => texts(hits).map((text) => text.split('\n')[1]);

test('[QUERY-11] [QUERY-12] the search dialog reads the query language, and its hits follow changes', async () => {
  await openApp('/', { items });
  await expect.element(row('Rope alone')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = dialog.getByPlaceholder('Search items...');
  await field.fill('rope type:todo');
  await expect.poll(found).toEqual(['Rope alone', 'Buy a rope']);
  await field.fill('in:"rope the boats" -label:harbour');
  await expect.poll(found).toEqual(['Buy a rope']);
  await field.fill('is:active or label:HARBOUR due:none');
  await expect.poll(found).toEqual(['Get the boat ready', 'Rope the boats']);
  await field.fill('label:sea');
  await expect.element(dialog.getByText('No items found for "label:sea"')).toBeVisible();
});

test('[QUERY-11] a mistake is shown with its part, and the rest is searched for', async () => {
  await openApp('/', { items });
  await expect.element(row('Rope alone')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await dialog.getByPlaceholder('Search items...').fill('alone due:someday (');
  await expect.poll(found).toEqual(['Rope alone']);
  await expect.element(mistakes).toHaveTextContent("due:someday is not a day.A '(' has no ')'.");
});

test('[QUERY-11] [QUERY-12] a list is filtered by a query, and an item that stops matching leaves it', async () => {
  await openApp('/my-list', { items });
  const box = page.getByPlaceholder('Search my items...');
  await box.fill('priority:high or due:2026-01-05');
  await expect.poll(titles).toEqual(['Rope alone', 'Buy a rope']);
  await button('Complete Buy a rope').click();
  await expect.poll(titles).toEqual(['Rope alone']);
  await box.fill('priority:urgent');
  await expect.element(mistakes).toHaveTextContent('priority:urgent has no such value.');
  await expect.poll(titles).toEqual(['Coil the line', 'Rope alone']);
});
