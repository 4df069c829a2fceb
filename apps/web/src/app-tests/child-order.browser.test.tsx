import { page, userEvent } from 'vitest/browser';
import { main, press, row, titles } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north' },
  { type: 'task', title: 'Third', parent: 0 },
  { type: 'todo', title: 'Second', parent: 0 },
  { type: 'todo', title: 'First', parent: 0 },
];

const details = (title: string) => row(title).getByRole('link', { name: `Details of ${title}` });

test('[ORDER-11] Alt with an arrow key moves a child by one place, keeps the focus and survives a reload', async () => {
  const app = await openApp('/campaigns/1', { items });
  await expect.poll(titles).toEqual(['First', 'Second', 'Third']);
  await press(details('Third'), '{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(titles).toEqual(['First', 'Third', 'Second']);
  await expect.element(details('Third')).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(titles).toEqual(['Third', 'First', 'Second']);
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await app.reopen();
  await expect.poll(titles).toEqual(['Third', 'First', 'Second']);
});

test('[ORDER-11] the menu moves a child, and undo puts it back', async () => {
  await openApp('/campaigns/1', { items });
  await expect.poll(titles).toEqual(['First', 'Second', 'Third']);
  await row('First').getByRole('button', { name: 'More actions for First' }).click();
  await expect.element(page.getByRole('menuitem', { name: /^Move up/ })).not.toBeInTheDocument();
  await page.getByRole('menuitem', { name: /^Move down/ }).click();
  await expect.poll(titles).toEqual(['Second', 'First', 'Third']);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(titles).toEqual(['First', 'Second', 'Third']);
});

test('[ORDER-11] a dragged row shows a line in the gap where it is dropped', async () => {
  await openApp('/campaigns/1', { items });
  await expect.poll(titles).toEqual(['First', 'Second', 'Third']);
  const data = new DataTransfer();
  const send = (type: string, title: string, part: number) => {
    const target = row(title).element();
    const box = target.getBoundingClientRect();
    const clientY = box.top + box.height * part;
    const event = {
      bubbles: true,
      cancelable: true,
      dataTransfer: data,
      clientX: box.left,
      clientY,
    };
    target.dispatchEvent(new DragEvent(type, event));
  };
  send('dragstart', 'Third', 0.5);
  send('dragover', 'First', 0.2);
  const line = main.element().querySelector('[data-drop-line]');
  const first = row('First').element().getBoundingClientRect();
  expect(Math.abs((line?.getBoundingClientRect().top ?? 0) - first.top)).toBeLessThan(3);
  send('drop', 'First', 0.2);
  send('dragend', 'Third', 0.5);
  await expect.poll(titles).toEqual(['Third', 'First', 'Second']);
  expect(line).not.toBeVisible();
});
