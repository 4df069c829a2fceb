import { addDays } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import { formatDay, formatWeekday } from '../messages/messages.ts';
import { dayAt } from '../items/fields/today.ts';
import {
  button,
  card,
  focus,
  heading,
  main,
  press,
  row,
  said,
  submit,
  titleIn,
  toast,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const today = dayAt(Date.now());
const on = (ahead: number): string => addDays(today, ahead);
const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Kitchen' },
  { type: 'todo', title: 'Call Bo', due_date: today },
  { type: 'todo', title: 'Wash up', due_date: on(3) },
];
const dialog = page.getByRole('dialog', { name: 'Create New Item' });

/** The days under which an item is shown, in order. */
const daysOf = (title: string): readonly (string | null)[] =>
  [...document.querySelectorAll('main [data-day]')].flatMap((section) =>
    section.textContent?.includes(title) ? [section.getAttribute('data-day')] : [],
  );

test('[QADD-14] quick-add on Today adds for today, unless the title names another day', async () => {
  await openApp('/today', { items });
  await titleIn(card).fill('Buy milk');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => daysOf('Buy milk')).toEqual([today]);
  await said('Item created', 'Your todo has been created successfully.');
  await expect.element(titleIn(card)).toHaveFocus();

  // Words are read once their reader has loaded.
  await titleIn(card).fill('Paint tomorrow');
  await expect.element(card.getByText('Due tomorrow')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await said('Item created', 'Added to tomorrow');
  expect(daysOf('Paint')).toEqual([]);
  await toast.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Paint', exact: true })).toBeVisible();
});

test('[QADD-14] a time without a date is a time of the day of the list, and the date of a task can be changed', async () => {
  await openApp('/upcoming', { items });
  await button(`Add to ${formatWeekday(on(3), 'long')}, ${formatDay(on(3))}`).click();
  await expect.element(titleIn(card)).toHaveFocus();
  await userEvent.keyboard('Water at 6am');
  await expect.element(card.getByText(/^Due .+, 6:00 AM$/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => daysOf('Water')).toEqual([on(3)]);
  await expect.element(row('Water')).toHaveTextContent('6:00 AM');

  await card.getByRole('tab', { name: 'Task' }).click();
  await titleIn(card).fill('Sand the floor');
  const due = card.getByLabelText('Due date');
  await expect.element(due).toHaveValue(on(3));
  await due.fill(on(2));
  await submit.click();
  await expect.poll(() => daysOf('Sand the floor')).toEqual([on(2)]);
});

test('[QADD-14] the card of a day goes when it is left empty, and the focus returns to its button', async () => {
  await openApp('/upcoming', { items });
  const add = main.getByRole('button', { name: /^Add to Tomorrow/ });
  await press(add, '{Enter}');
  await expect.element(titleIn(card)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await titleIn(card).fill('Half a title');
  await focus(row('Wash up').getByRole('link', { name: 'Details of Wash up' }));
  await expect.element(card).toBeVisible();
});

test('[QADD-15] N takes the day of Today, and of the row with the focus on Upcoming', async () => {
  const app = await openApp('/today', { items });
  await press(heading('Today'), 'n');
  await expect.element(dialog.getByLabelText('Due date')).toHaveValue(today);
  await userEvent.keyboard('Buy milk');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => daysOf('Buy milk')).toEqual([today]);

  await app.visit('/upcoming');
  const day = row('Wash up').getByRole('link', { name: 'Details of Wash up' });
  await press(day, 'n');
  await expect.element(dialog.getByLabelText('Due date')).toHaveValue(on(3));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await press(heading('Upcoming'), 'n');
  await expect.element(dialog.getByLabelText('Due date')).toHaveValue('');
  await userEvent.keyboard('No date{Control>}{Enter}{/Control}');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await said('Item created', 'Added to Queue');
});

test('[QADD-16] an item that goes into a campaign says so where the page does not show it', async () => {
  await openApp('/', { items });
  await titleIn(card).fill('Tiles /kit');
  await expect.element(card.getByText('In Kitchen')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await said('Item created', 'Added to “Kitchen”');
  await button('Open').click();
  await expect.element(page.getByRole('dialog', { name: 'Tiles', exact: true })).toBeVisible();
});
