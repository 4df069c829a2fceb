import { page } from 'vitest/browser';
import { setHidesCompleted } from '../settings/shown-items.ts';
import { button, chooseTab, main, press, row, titles, toggle } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north' },
  { type: 'task', title: 'Get the boat ready', parent: 0, status: 'completed' },
  { type: 'todo', title: 'Buy a rope', parent: 0 },
  { type: 'todo', title: 'Wash up', status: 'completed' },
  { type: 'todo', title: 'Call Bo' },
];

afterEach(() => setHidesCompleted(false));

test('[HOME-09] Home hides completed items on request, even after a reload, and shows them again', async () => {
  const app = await openApp('/', { items });
  await expect.poll(titles).toEqual(['Call Bo', 'Wash up', 'Sail north']);
  await button('Hide completed').click();
  await expect.poll(titles).toEqual(['Call Bo', 'Sail north']);
  await app.reopen();
  await expect.poll(titles).toEqual(['Call Bo', 'Sail north']);
  await toggle('Call Bo');
  await expect.poll(titles).toEqual(['Sail north']);
  await chooseTab('Todos');
  await expect.poll(titles).toEqual(['Buy a rope']);
  await chooseTab('All');
  await button('Show completed (2)').click();
  await expect.poll(titles).toEqual(['Call Bo', 'Wash up', 'Sail north']);
});

test('[HOME-09] the page of a campaign also hides its completed children, and says so if no others are left', async () => {
  await openApp('/campaigns/1', { items });
  await expect.poll(titles).toEqual(['Buy a rope', 'Get the boat ready']);
  await button('Hide completed').click();
  await expect.poll(titles).toEqual(['Buy a rope']);
  await toggle('Buy a rope');
  await expect.element(main.getByText('Everything here is completed.')).toBeVisible();
  await button('Show completed (2)').click();
  await expect.poll(titles).toEqual(['Buy a rope', 'Get the boat ready']);
});

test('[HOME-09] without completed items there is no button to hide them', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Call Bo' }] });
  await expect.element(row('Call Bo')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /completed/ })).not.toBeInTheDocument();
});

test('[HOME-09] a row keeps the focus when it is completed as the first of its list, or reopened as the last', async () => {
  await openApp('/', { items: items.filter(({ status }) => status === undefined) });
  await expect.element(row('Call Bo')).toBeVisible();
  const status = row('Call Bo').getByRole('button', { name: /^(Complete|Reopen) / });
  const shown = status.element();
  for (const completed of [1, 0]) {
    await press(status, '{Enter}');
    await expect.poll(() => button('Hide completed').elements().length).toBe(completed);
    expect(status.element()).toBe(shown);
    await expect.element(status).toHaveFocus();
  }
});
