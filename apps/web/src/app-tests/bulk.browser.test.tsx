import { page, userEvent } from 'vitest/browser';
import { button, choose, goOn, press, row, said, titles, toast } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Spring fair' },
  { type: 'task', title: 'Build stalls' },
  { type: 'todo', title: 'Inside', parent: 1 },
  { type: 'todo', title: 'Ropes' },
  { type: 'todo', title: 'Nails', labels: ['shop'] },
  { type: 'todo', title: 'Paint', labels: ['shop'], due_date: '2026-03-01', repeat: 'FREQ=DAILY' },
  { type: 'todo', title: 'Begun', status: 'in_progress' },
];
const bar = page.getByRole('region', { name: 'Selected items' });
const line = (title: string) => page.getByRole('link', { name: `Details of ${title}` });
const inBar = (name: string) => bar.getByRole('button', { name, exact: true });
async function counts(text: string): Promise<void> {
  await expect.element(bar).toHaveTextContent(text);
}
const messages = page.getByRole('region', { name: /^Messages/, includeHidden: true });
async function isSelected(title: string): Promise<void> {
  await expect.element(line(title)).toHaveAccessibleDescription(/Selected$/);
}
const announced = () => document.querySelector('[data-announcer]')?.textContent;

/** Selects rows by the key X. */
async function select(...names: readonly string[]): Promise<void> {
  // The keys work once the later part of the frame is there.
  await expect.element(messages).toBeInTheDocument();
  for (const name of names) {
    await press(line(name), 'x');
    await isSelected(name);
  }
  await counts(`${names.length} selected`);
}

test('[BULK-02] X, Ctrl and Shift with a press, Select all and an entry of the menu select rows', async () => {
  await openApp('/queue', { items });
  await expect.element(line('Paint')).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
  await select('Paint');
  await isSelected('Paint');
  expect(announced()).toBe('1 selected');
  await line('Ropes').click({ modifiers: ['Shift'] });
  await counts('3 selected');
  await isSelected('Nails');
  await line('Nails').click({ modifiers: ['ControlOrMeta'] });
  await counts('2 selected');
  await expect.element(line('Nails')).not.toHaveAccessibleDescription(/Selected/);
  await choose('Nails', 'Select');
  await counts('3 selected');
  await inBar('Select all').click();
  await counts('5 selected');
  await isSelected('Spring fair');
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  expect(announced()).toBe('Nothing is selected');
  await expect.element(line('Nails')).not.toHaveAccessibleDescription(/Selected/);
});

test('[BULK-02] on a phone the menu begins the selection, and touches on rows go on with it', async () => {
  await openApp('/queue', { items, size: phone });
  await expect.element(messages).toBeInTheDocument();
  await choose('Nails', 'Select');
  await counts('1 selected');
  const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
  line('Ropes').element().dispatchEvent(new PointerEvent('click', touch));
  await counts('2 selected');
  await isSelected('Ropes');
  const lastRow = row('Spring fair');
  lastRow.element().scrollIntoView({ block: 'end' });
  window.scrollTo(0, document.documentElement.scrollHeight);
  const { bottom } = lastRow.element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(bar.element().getBoundingClientRect().top);
  await choose('Ropes', 'Deselect');
  await counts('1 selected');
  await inBar('End the selection').click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(line('Ropes')).toHaveFocus();
});

test('[BULK-03] a message counts what is done and what is left out, one undo takes it back, and items that leave the list leave the selection', async () => {
  const inside = items.map((item, place) => (place > 3 ? { ...item, parent: 1 } : item));
  await openApp('/tasks/2', { items: inside });
  await select('Paint', 'Nails', 'Begun');
  await inBar('Complete').click();
  await said('3 completed');
  await expect.element(row('Nails').getByRole('button', { name: 'Reopen Nails' })).toBeVisible();
  await expect.element(row('Paint').getByRole('button', { name: 'Complete Paint' })).toBeVisible();
  await inBar('Start').click();
  await said('1 started, 2 left out: they are so already');
  await userEvent.keyboard('{Control>}z{/Control}');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(row('Nails').getByRole('button', { name: 'Complete Nails' })).toBeVisible();
  goOn('/queue');
  await expect.element(bar).not.toBeInTheDocument();
  await select('Spring fair', 'Ropes');
  await inBar('Start').click();
  await said('2 started');
  await expect.element(bar).not.toBeInTheDocument();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Spring fair')).toBeVisible();
});

test('[BULK-03] the keys of a selected row act on all selected rows, and those of another row on it alone', async () => {
  await openApp('/queue', { items });
  await select('Nails', 'Ropes');
  await press(line('Ropes'), '1');
  await said('Priority of 2 items changed');
  await expect.element(row('Nails')).toHaveTextContent('High');
  await press(line('Build stalls'), '3');
  await expect.element(row('Build stalls')).toHaveTextContent('Low');
  await expect.element(row('Nails')).toHaveTextContent('High');
  await press(line('Nails'), 'l');
  const dialog = page.getByRole('dialog', { name: 'Labels of 2 items' });
  await dialog.getByRole('combobox').fill('garden');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await said('Labels of 2 items changed');
  await expect.element(row('Nails')).toHaveTextContent(/garden, shop/);
  await expect.element(row('Ropes')).toHaveTextContent(/garden/);
  await press(line('Nails'), 'q');
  await expect.element(toast).toHaveTextContent(/2 left out: they are so already/);
  await press(line('Nails'), '{Delete}');
  const question = page.getByRole('alertdialog', { name: 'Delete 2 items?' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await said('2 deleted');
  await expect.element(bar).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(row('Nails')).toBeVisible();
  await expect.element(row('Ropes')).toBeVisible();
});

test('[BULK-03] date, place and assignee of all selected items are set by one question each', async () => {
  await openApp('/queue', { items });
  await select('Nails', 'Ropes', 'Build stalls');
  await inBar('Date…').click();
  await page.getByRole('dialog', { name: 'Move 3 items to…' }).getByText('Tomorrow').click();
  await said('3 moved', 'Now due tomorrow.');
  await inBar('Assign to').click();
  const people = page.getByRole('dialog', { name: 'Assign 3 items' });
  await people.getByRole('listitem').nth(1).getByRole('button').click();
  await said('3 assigned');
  await inBar('Move').click();
  await page.getByRole('dialog', { name: 'Move 3 items' }).getByText('Spring fair').click();
  await said('3 moved');
  // The list of all leaves out what is inside others.
  await expect.poll(titles).toEqual(['Paint', 'Spring fair']);
  await expect.element(bar).not.toBeInTheDocument();
  await select('Spring fair');
  await inBar('Delete').click();
  const question = page.getByRole('alertdialog', { name: 'Delete 1 item?' });
  await question.getByRole('button', { name: 'Delete with 4 more' }).click();
  await said('1 deleted');
  await expect.poll(titles).toEqual(['Paint']);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(row('Spring fair')).toBeVisible();
});

test('[BULK-02] rows and buttons of a selected row keep working, and no letter of a text field selects', async () => {
  await openApp('/queue', { items });
  await select('Nails');
  await row('Nails').getByRole('button', { name: 'Complete Nails' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await row('Ropes').getByRole('button', { name: 'Ropes', exact: true }).click();
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('textbox', { name: 'Edit title' })).toHaveValue('Ropesx');
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(button('Select all')).not.toBeInTheDocument();
});
