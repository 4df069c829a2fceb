import { page } from 'vitest/browser';
import { button, chooseTab, main, quickAdd, row, tabOf, texts } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const family: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north' },
  { type: 'task', title: 'Get the boat ready', parent: 0 },
  { type: 'todo', title: 'Buy a rope', parent: 1 },
  { type: 'todo', title: 'Wash the sails', parent: 1, status: 'completed' },
  { type: 'todo', title: 'Call Bo' },
];
const counted = () =>
  texts(main.getByRole('tablist').first().getByRole('tab')).map((text) =>
    text.replaceAll(/\s+/g, ' '),
  );

test('[LIST-29] the tabs of Home and of Queue count their items, and All says how many it leaves out', async () => {
  const app = await openApp('/', { items: family });
  await expect.poll(counted).toEqual(['All 2', 'Campaigns 1', 'Tasks 1', 'Todos 3']);
  const note = button('3 more inside campaigns and tasks');
  await expect.element(note).toBeVisible();
  await quickAdd('todo', 'Ring Ada');
  await expect.poll(counted).toEqual(['All 3', 'Campaigns 1', 'Tasks 1', 'Todos 4']);
  await note.click();
  await expect.element(tabOf('Todos')).toHaveAttribute('aria-selected', 'true');
  await expect.element(tabOf('Todos')).toHaveFocus();
  await expect.element(row('Buy a rope')).toBeVisible();
  await expect.element(page.getByText(/more inside/)).not.toBeInTheDocument();
  await app.visit('/queue');
  await expect.poll(counted).toEqual(['All 3', 'Campaigns 1', 'Tasks 1', 'Todos 3']);
  await expect.element(button('2 more inside campaigns and tasks')).toBeVisible();
  await page.getByPlaceholder('Search queue items...').fill('bo');
  await expect.element(page.getByText(/more inside/)).not.toBeInTheDocument();
});

test('[LIST-29] hidden completed items of Home are not counted', async () => {
  await openApp('/', { items: family });
  await chooseTab('Todos');
  await button('Hide completed').click();
  await expect.poll(counted).toEqual(['All 2', 'Campaigns 1', 'Tasks 1', 'Todos 2']);
  await chooseTab('All');
  await expect.element(button('2 more inside campaigns and tasks')).toBeVisible();
});
