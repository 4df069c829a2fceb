import { uuidOf } from '@foray/sync/testing';
import { page, userEvent } from 'vitest/browser';
import {
  chooseTab,
  goOn,
  press,
  row,
  said,
  texts,
  titles,
  toast,
  toggle,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';
import { menuEntry } from '../ui/testing/menu-entry.ts';

const start = '2030-01-31';
const daily = { due_date: start, repeat_from: 'due', repeat_start: start } as const;
const water: SeedItem = {
  type: 'todo',
  title: 'Water',
  repeat: 'FREQ=DAILY;INTERVAL=3',
  ...daily,
};
const dialog = page.getByRole('dialog');
const past = dialog.getByRole('list', { name: 'Past' });

async function open(title: string) {
  await press(page.getByRole('link', { name: `Details of ${title}` }).first(), '{Enter}');
  await expect.element(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
}

test('[REPEAT-23] completing a repeating item moves it to its next date and says so; a copy appears in Completed, and Undo reverts both', async () => {
  await openApp('/queue', { items: [water] });
  await toggle('Water');
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 3, 2030/);
  await said('Todo updated', '“Water” is done. Next: Feb 3, 2030.');
  goOn('/completed');
  await expect.element(row('Water')).toHaveTextContent(/Due: Jan 31, 2030/);
  await expect.element(row('Water')).not.toHaveTextContent(/Repeats/);
  await expect.element(row('Water').getByRole('button', { name: 'Reopen Water' })).toBeDisabled();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(titles).toEqual([]);
  goOn('/queue');
  await expect.element(row('Water')).toHaveTextContent(/Due: Jan 31, 2030/);
  // Completed again by a key, and undone by a key.
  await press(row('Water').getByRole('button', { name: 'Complete Water' }), 'c');
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 3, 2030/);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(row('Water')).toHaveTextContent(/Due: Jan 31, 2030/);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 3, 2030/);
});

test('[REPEAT-23] the last occurrence completes the item itself', async () => {
  await openApp('/queue', { items: [{ ...water, repeat: 'FREQ=DAILY;COUNT=2' }] });
  await toggle('Water');
  await said('“Water” is done. Next: Feb 1, 2030.');
  await toggle('Water');
  await said('“Water” is completed.');
  await expect.poll(titles).toEqual([]);
  goOn('/completed');
  await expect.poll(titles).toEqual(['Water', 'Water']);
});

test('[REPEAT-24] [DATE-04] Skip this time, or P on the row, moves the date on, and Undo moves it back', async () => {
  await openApp('/queue', { items: [water, { type: 'todo', title: 'Once', due_date: start }] });
  await row('Water')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await menuEntry('Skip this time').click();
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 3, 2030/);
  await said('Todo updated', '“Water” is skipped this time. Next: Feb 3, 2030.');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Water')).toHaveTextContent(/Due: Jan 31, 2030/);
  await press(row('Water').getByRole('button', { name: 'Complete Water' }), 'p');
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 3, 2030/);
  await open('Water');
  await dialog.getByRole('button', { name: 'Skip this time' }).click();
  await expect.element(dialog.getByText('Due: Feb 6, 2030')).toBeVisible();
  await expect.element(past).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  // The focus returns after the sheet has gone.
  await expect.element(page.getByRole('link', { name: 'Details of Water' }).first()).toHaveFocus();
  await open('Once');
  await expect.element(dialog.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Skip this time' }))
    .not.toBeInTheDocument();
});

test('[REPEAT-25] the sheet lists completed occurrences under Past; a copy says that it is a copy, and can only be deleted', async () => {
  await openApp('/queue', { items: [{ ...water, labels: ['garden'] }] });
  await toggle('Water');
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 3, 2030/);
  await toggle('Water');
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 6, 2030/);
  await open('Water');
  const due = () => texts(past.getByRole('listitem')).map((one) => /Due: [^\n]*/.exec(one)?.[0]);
  await expect.poll(due).toEqual(['Due: Feb 3, 2030', 'Due: Jan 31, 2030']);
  // Each button has a distinct name.
  await expect
    .element(past.getByRole('link', { name: /^Details of Water.*Jan 31, 2030.*Completed today/ }))
    .toBeVisible();
  await press(past.getByRole('link', { name: /^Details of Water/ }).first(), '{Enter}');
  await expect.element(dialog.getByText(/A past time, which cannot be changed/)).toBeVisible();
  await expect.element(dialog.getByText('completed', { exact: true })).toBeVisible();
  // Its labels are beside an icon, like all fields.
  const garden = dialog.getByText('garden', { exact: true }).element();
  expect(garden.closest('li')?.querySelector('svg')).not.toBeNull();
  await expect.element(dialog.getByRole('button', { name: 'Reopen Water' })).toBeDisabled();
  for (const name of ['Reopen', 'Change due date', 'Add labels', 'Add a description']) {
    await expect.element(dialog.getByRole('button', { name, exact: true })).not.toBeInTheDocument();
  }
  await dialog.getByRole('link', { name: 'Go to “Water”' }).click();
  await expect.poll(due).toHaveLength(2);
  await press(past.getByRole('link', { name: /^Details of Water/ }).first(), '{Enter}');
  await dialog.getByRole('button', { name: 'More actions for Water' }).click();
  await expect
    .poll(() => texts(page.getByRole('menuitem')).map((one) => one.split('\n')[0]))
    .toEqual(['Copy link', 'Delete']);
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  // The sheet of the item, which was below, hides the message from screen readers.
  const messages = () => document.querySelector('[aria-label^=Messages]')?.textContent;
  await expect.poll(messages).toContain('Todo deleted');
  await expect.poll(due).toEqual(['Due: Jan 31, 2030']);
});

test('[REPEAT-26] a search lists past occurrences after all other hits, with their due days', async () => {
  await openApp('/queue', { items: [{ type: 'todo', title: 'Water bill' }, water] });
  await toggle('Water');
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 3, 2030/);
  await toggle('Water');
  await expect.element(row('Water')).toHaveTextContent(/Due: Feb 6, 2030/);
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByPlaceholder('Search items...').fill('water');
  await expect
    .poll(() => texts(page.getByRole('option')).map((one) => one.replaceAll('\n', ' ')))
    .toEqual([
      'todo Water pending',
      'todo Water bill pending',
      'todo Water Due: Feb 3, 2030 completed',
      'todo Water Due: Jan 31, 2030 completed',
    ]);
});

test('[REPEAT-25] the copy of a task opens in its sheet, and has no page', async () => {
  await openApp('/queue', {
    items: [
      { ...water, type: 'task' },
      { type: 'todo', title: 'Fill the can', parent: 0 },
    ],
  });
  await toggle('Water');
  await said('“Water” is done. Next: Feb 3, 2030.');
  goOn('/completed');
  await chooseTab('Tasks');
  await expect
    .element(row('Water').getByRole('link', { name: 'Water', exact: true }))
    .not.toBeInTheDocument();
  await open('Water');
  await expect.element(dialog.getByText(/A past time, which cannot be changed/)).toBeVisible();
  await expect.element(dialog.getByRole('form', { name: 'Quick add' })).not.toBeInTheDocument();
});

test('[REPEAT-25] Past shows twenty occurrences first, and all on request', async () => {
  const copy = (n: number): SeedItem => ({
    type: 'todo',
    title: 'Water',
    status: 'completed',
    due_date: start,
    occurrence: n,
    occurrence_of: uuidOf(1),
  });
  const copies = Array.from({ length: 22 }, (_, place) => copy(place + 1));
  await openApp('/queue', { items: [water, ...copies] });
  await open('Water');
  await expect.poll(() => past.getByRole('listitem').elements().length).toBe(20);
  await dialog.getByRole('button', { name: 'View All (22 items)' }).click();
  await expect.poll(() => past.getByRole('listitem').elements().length).toBe(22);
});
