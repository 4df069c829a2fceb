import { page } from 'vitest/browser';
import { choose, goOn, openItem, row, toast } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

test('[I8] a guest restores a deleted item with its children', async () => {
  const empty = page.getByText('Nothing was deleted in the last 30 days.');
  await openApp('/preferences', {
    items: [
      { type: 'campaign', title: 'Cross the Alps' },
      { type: 'task', title: 'Pack', parent: 0 },
      { type: 'todo', title: 'Buy boots', parent: 1 },
      { type: 'todo', title: 'Call home' },
    ],
  });
  await expect.element(empty).toBeVisible();
  goOn('/');
  await choose('Cross the Alps', 'Delete');
  await page.getByRole('button', { name: 'Delete with its 2 items' }).click();
  await expect.element(toast).toHaveTextContent('Campaign deleted');
  goOn('/preferences');
  const bringBack = page.getByRole('button', { name: /^Bring back / });
  await expect.element(bringBack).toHaveLength(1);
  const entry = page.getByRole('listitem').filter({ has: bringBack });
  await expect.element(entry).toHaveTextContent(/ago · with 2 items in it/);
  // Paper shows the title of a time in its place.
  await expect
    .element(entry.getByRole('time'))
    .toHaveAttribute('title', expect.stringMatching(/^Deleted .*\b\d{4}\b/));
  await bringBack.click();
  await expect.element(toast).toHaveTextContent('“Cross the Alps” is back.');
  await expect.element(empty).toBeVisible();
  goOn('/');
  await openItem('Cross the Alps');
  await openItem('Pack');
  await expect.element(row('Buy boots')).toBeVisible();
});
