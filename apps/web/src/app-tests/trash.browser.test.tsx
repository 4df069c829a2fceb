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
  await expect
    .element(page.getByRole('listitem').filter({ has: bringBack }))
    .toHaveTextContent('with 2 items in it');
  await bringBack.click();
  await expect.element(toast).toHaveTextContent('“Cross the Alps” is back.');
  await expect.element(empty).toBeVisible();
  goOn('/');
  await openItem('Cross the Alps');
  await openItem('Pack');
  await expect.element(row('Buy boots')).toBeVisible();
});
