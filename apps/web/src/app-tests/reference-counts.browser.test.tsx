import { addDays } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { openDB } from 'idb';
import { page, userEvent } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import { atPath, focus, heading, row, toast } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const today = dayAt(Date.now());

/** Counts keys, not those of a text nor the Enter that ends it, and clicks. */
class Hand {
  count = 0;

  async press(key: string): Promise<void> {
    this.count += 1;
    await userEvent.keyboard(key);
  }

  async type(text: string): Promise<void> {
    await userEvent.keyboard(`${text}{Enter}`);
  }
}

/** Today with a focused todo, a campaign and a label in use. */
async function onToday() {
  await openApp('/today', {
    items: [
      { type: 'todo', title: 'Call mum', due_date: today },
      { type: 'todo', title: 'Buy a rope', due_date: today, labels: ['home'] },
      { type: 'campaign', title: 'Sail north' },
    ],
  });
  // The keys load with the layers.
  await expect.element(toast).toBeInTheDocument();
  await focus(row('Call mum').getByRole('link', { name: 'Details of Call mum' }));
  return new Hand();
}

/** A stored item of the guest. */
async function stored(title: string): Promise<Partial<LocalItem>> {
  const database = await openDB<{ items: { key: string; value: LocalItem } }>('foray');
  const rows = await database.getAll('items');
  database.close();
  return rows.find((one) => one.title === title) ?? {};
}

/** Waits until a field of a stored item has this value. */
async function has<Field extends keyof LocalItem>(
  title: string,
  field: Field,
  value: LocalItem[Field],
): Promise<void> {
  await expect.poll(async () => (await stored(title))[field]).toEqual(value);
}

const dialog = page.getByRole('dialog');

test('[USE-02] a dated item takes one key and its text', async () => {
  const hand = await onToday();
  await hand.press('n');
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await hand.type('Water the plants friday 6pm');
  await has('Water the plants', 'due_time', '18:00');
  expect(hand.count).toBe(1);
});

test('[USE-02] tomorrow takes one key on a list of days', async () => {
  const hand = await onToday();
  await hand.press('{Alt>}{ArrowDown}{/Alt}');
  await has('Call mum', 'due_date', addDays(today, 1));
  expect(hand.count).toBe(1);
});

test('[USE-02] completing, a priority and undoing take one key each', async () => {
  const hand = await onToday();
  await hand.press('1');
  await has('Call mum', 'priority', 'high');
  await hand.press('c');
  await has('Call mum', 'status', 'completed');
  await hand.press('{Control>}z{/Control}');
  await has('Call mum', 'status', 'pending');
  expect(hand.count).toBe(3);
});

test('[USE-02] a label takes one key and its text', async () => {
  const hand = await onToday();
  await hand.press('l');
  await expect.element(dialog).toBeVisible();
  await hand.type('home');
  await hand.type('');
  await has('Call mum', 'labels', ['home']);
  expect(hand.count).toBe(1);
});

test('[USE-02] an assignee takes one key and its text', async () => {
  const hand = await onToday();
  await hand.press('a');
  await expect.element(page.getByRole('menu').or(dialog)).toBeVisible();
  await hand.type('Maria');
  await has('Call mum', 'assigned_to', 3);
  expect(hand.count).toBe(1);
});

test('[USE-02] another place takes one key and its text', async () => {
  const hand = await onToday();
  await hand.press('v');
  await expect.element(dialog).toBeVisible();
  await hand.type('Sail');
  await has('Call mum', 'parent_uuid', (await stored('Sail north')).uuid ?? '');
  expect(hand.count).toBe(1);
});

test('[USE-02] an item is found by one key and its text', async () => {
  const hand = await onToday();
  await hand.press('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('Sail');
  await expect.element(page.getByRole('option', { name: /Sail north/ })).toBeVisible();
  await hand.press('{Enter}');
  await expect.element(heading('Sail north')).toBeVisible();
  expect(hand.count).toBe(2);
});

test('[USE-02] Today takes one tap', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Call mum', due_date: today }] });
  await page
    .getByRole('link', { name: /^Today/ })
    .first()
    .click();
  await atPath('/today');
});
