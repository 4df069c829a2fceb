import { page, userEvent } from 'vitest/browser';
import { atPath, heading, row, texts } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';
import { stopTime } from '../ui/testing/fake-time.ts';

const dialog = page.getByRole('dialog', { name: 'Search items' });
const field = dialog.getByPlaceholder('Search items...');
const hits = dialog.getByRole('option');
const start = dialog.getByText('Start typing to search across all your items');

async function search(query: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill(query);
}

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Rope the boats', status: 'in_progress' },
  { type: 'task', title: 'Get the boat ready', description: 'With rope.', parent: 0 },
  { type: 'todo', title: 'Buy a rope', parent: 1 },
  { type: 'todo', title: 'Rope alone' },
  ...Array.from({ length: 12 }, (_, place): SeedItem => ({
    type: 'todo',
    title: `Knot ${place}`,
  })),
  { type: 'todo', title: 'Book a berth', parent: 0 },
];

test('[SEARCH-01] [SEARCH-02] [SEARCH-04] [SEARCH-05] [SEARCH-07] the search dialog searches after a pause in typing, and lists title hits first', async () => {
  await openApp('/', { items });
  await expect.element(row('Rope alone')).toBeVisible();
  await search('');
  await expect.element(start).toBeVisible();
  await expect.element(dialog.getByText('Cmd+K')).toBeVisible();
  await field.fill('r');
  await expect.element(start).toBeVisible();
  const pass = stopTime();
  await field.fill('  ROPE ');
  await pass(290);
  await expect.element(dialog.getByText('Searching...')).toBeVisible();
  await expect.element(hits).not.toBeInTheDocument();
  await pass(20);
  // Title matches first, then the most recently updated; the description counts last.
  await expect
    .poll(() => texts(hits))
    .toEqual([
      expect.stringMatching(/Rope alone[^]*pending/),
      expect.stringMatching(/Buy a rope[^]*in Get the boat ready[^]*pending/),
      expect.stringMatching(/Rope the boats[^]*in progress/),
      expect.stringMatching(/Get the boat ready[^]*in Rope the boats[^]*pending/),
    ]);
  expect(hits.nth(2).element().querySelector('[data-type=campaign]')).toBeVisible();
});

test('[SEARCH-01] [SEARCH-02] [SEARCH-03] [SEARCH-04] the search dialog is used by keyboard and shows ten hits at most', async () => {
  await openApp('/queue', { items });
  await expect.element(row('Rope alone')).toBeVisible();
  await search('rope');
  await expect.element(hits).toHaveLength(4);
  // Only the first hit is chosen, a todo without a parent and without a page: its sheet opens here.
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Rope alone' })).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/queue');
  await search('rope');
  await expect.element(hits).toHaveLength(4);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await atPath('/tasks/2');
  await expect.element(dialog).not.toBeInTheDocument();

  await search('rope');
  await expect.element(hits).toHaveLength(4);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(hits.nth(3)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(hits.nth(2)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await atPath('/campaigns/1');
  await expect.element(heading('Rope the boats')).toBeVisible();
  await search('get the');
  await expect.element(hits).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await atPath('/tasks/2');
  // A todo directly in a campaign opens the campaign.
  await search('berth');
  await expect.element(hits).toHaveTextContent('in Rope the boats');
  await userEvent.keyboard('{Enter}');
  await atPath('/campaigns/1');

  await search('knot');
  await expect.element(hits).toHaveLength(10);
  await field.fill('zebra');
  await expect.element(dialog.getByText('No items found for "zebra"')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});
