import { page, userEvent } from 'vitest/browser';
import { choose, press, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const items: readonly SeedItem[] = [
  { type: 'todo', title: 'Water', description: 'Mornings.', due_date: '2030-05-06' },
];
const sheet = page.getByRole('dialog', { name: 'Water', exact: true });
const edit = page.getByRole('dialog', { name: 'Edit todo' });

async function openSheet(): Promise<void> {
  await openApp('/queue', { items });
  await press(page.getByRole('link', { name: 'Details of Water' }), '{Enter}');
  await expect.element(sheet).toBeVisible();
}

async function openEdit(): Promise<void> {
  await openApp('/queue', { items });
  await choose('Water', 'Edit');
  await expect.element(edit).toBeVisible();
}

/** Presses Undo in the message 'Todo updated', which screen readers do not reach below a sheet. */
async function undo(): Promise<void> {
  await expect.element(page.getByText('Todo updated', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', includeHidden: true }).click();
}

test('[EDIT-03] Escape in a description of the sheet saves it, and the message undoes that', async () => {
  await openSheet();
  const opener = sheet.getByRole('button', { name: 'Edit description' });
  await opener.click();
  await sheet.getByRole('textbox', { name: 'Description' }).fill('Evenings.');
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
  await expect.element(sheet.getByText('Evenings.')).toBeVisible();
  await undo();
  await expect.element(sheet.getByText('Mornings.')).toBeVisible();
});

test('[EDIT-03] Escape keeps a time and a rule that were picked from the sheet', async () => {
  await openSheet();
  await sheet.getByRole('button', { name: 'Due: May 6, 2030' }).click();
  await page
    .getByRole('dialog', { name: /^Date of/ })
    .getByLabelText('Due time')
    .fill('09:00');
  await userEvent.keyboard('{Escape}');
  const fact = sheet.getByRole('button', { name: /^Due: May 6, 2030, 9:00/ });
  await expect.element(fact).toHaveFocus();
  await sheet.getByRole('button', { name: 'Set repetition' }).click();
  await sheet.getByLabelText('Repeat', { exact: true }).selectOptions('Every day');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet.getByRole('button', { name: 'Repeats every day' })).toHaveFocus();
  await undo();
  await expect.element(sheet.getByRole('button', { name: 'Set repetition' })).toBeVisible();
});

test('[EDIT-03] Escape keeps a description open that is too long for an item', async () => {
  await openSheet();
  await sheet.getByRole('button', { name: 'Edit description' }).click();
  const field = sheet.getByRole('textbox', { name: 'Description' });
  await field.fill('a'.repeat(10_001));
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  await field.fill('b');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet.getByText('b', { exact: true })).toBeVisible();
});

test('[EDIT-03] Escape in a description of Edit saves all fields, and in the title all but the title', async () => {
  await openEdit();
  await edit.getByLabelText('Title').fill('Water the roof');
  await edit.getByLabelText('Description').fill('Evenings.');
  await userEvent.keyboard('{Escape}');
  await expect.element(edit).not.toBeInTheDocument();
  await undo();
  await choose('Water', 'Edit');
  await expect.element(edit.getByLabelText('Description')).toHaveValue('Mornings.');
  await edit.getByLabelText('Due date').fill('2030-05-08');
  await edit.getByLabelText('Title').fill('Wash');
  await userEvent.keyboard('{Escape}');
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(row('Water')).toHaveTextContent('Due: May 8, 2030');
});

test('[EDIT-03] Edit saves on its way out by Back and Close, but not by Cancel', async () => {
  await openEdit();
  const description = edit.getByLabelText('Description');
  await description.fill('Evenings.');
  history.back();
  await expect.element(edit).not.toBeInTheDocument();
  await choose('Water', 'Edit');
  await expect.element(description).toHaveValue('Evenings.');
  await description.fill('Noon.');
  await edit.getByRole('button', { name: 'Close' }).click();
  await choose('Water', 'Edit');
  await expect.element(description).toHaveValue('Noon.');
  await description.fill('Never.');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await choose('Water', 'Edit');
  await expect.element(description).toHaveValue('Noon.');
});

test('[EDIT-03] Edit stays open with a date that no item can have, whatever leaves it', async () => {
  await openEdit();
  const date = edit.getByLabelText('Due date');
  await date.fill('1066-10-14');
  await userEvent.keyboard('{Escape}');
  await expect.element(edit.getByText(/choose a year/)).toBeVisible();
  await date.fill('2030-05-07');
  await edit.getByLabelText('Title').fill('');
  await edit.getByLabelText('Description').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(row('Water')).toHaveTextContent('Due: May 7, 2030');
});
