// On a shared page the second Tab of this journey was sometimes lost, for a reason that is not known yet.
import { page, userEvent } from 'vitest/browser';
import { focusAction, press, row, toast } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const shown = toast.getByRole('listitem');

test('after Undo the focus is on the item that came back', async () => {
  await openApp('/queue', {
    items: ['One', 'Two'].map((title): SeedItem => ({ type: 'todo', title })),
  });
  const two = page.getByRole('button', { name: 'Two', exact: true });
  const one = page.getByRole('button', { name: 'One', exact: true });
  const undo = toast.getByRole('button', { name: 'Undo' });
  for (const key of ['{Delete}', 'c']) {
    await press(two, key);
    await expect.element(row('Two')).not.toBeInTheDocument();
    await expect.element(undo).toBeVisible();
    // The list moves the focus to the neighbour, perhaps after the message has appeared.
    await expect.element(one).toHaveFocus();
    await focusAction(undo);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('link', { name: 'Details of Two' })).toHaveFocus();
  }
});

test('on a tablet a toast lies above the bottom bar, and quotes the beginning of a long title', async () => {
  await openApp('/', {
    size: { width: 820, height: 1180 },
    items: [{ type: 'todo', title: `Plan ${'the way over the mountains '.repeat(8)}`.trim() }],
  });
  await page.getByRole('button', { name: /^Complete Plan/ }).click();
  await expect
    .element(toast)
    .toHaveTextContent(/Plan the way over the mountains .*…” is completed/);
  const said = shown.element().getBoundingClientRect();
  const bar = page.getByRole('navigation').filter({ hasText: 'Queue' });
  const visible = bar.elements().filter((element) => element.checkVisibility());
  expect(visible).toHaveLength(1);
  expect(said.height).toBeGreaterThan(0);
  expect(said.bottom).toBeLessThanOrEqual(visible[0]?.getBoundingClientRect().top ?? 0);
});
