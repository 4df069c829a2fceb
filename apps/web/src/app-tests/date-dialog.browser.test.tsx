import { addDays } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import { formatDay, formatWeekday } from '../messages/messages.ts';
import { arrived, elsewhere, openSignedIn } from './testing/account-page.ts';
import { button, choose, main, press, row, said, toast } from './testing/on-page.ts';
import { withTouch } from '../ui/testing/tap.ts';
import { openApp, phone } from './testing/open-app.tsx';

const today = dayAt(Date.now());
const on = (ahead: number): string => addDays(today, ahead);
const dialog = page.getByRole('dialog', { name: /^Date of/ });
const typed = dialog.getByRole('textbox', { name: 'When' });
const openPart = (title: string) =>
  main.getByRole('link', { name: `Details of ${title}`, exact: true });
/** A day of the month that is shown. */
const dayButton = (day: string) =>
  dialog.getByRole('button', { name: `${formatWeekday(day, 'long')}, ${formatDay(day)}` });

test('[DATE-01] D on a row opens a dialog that reads a date from words, and one undo takes it back', async () => {
  await openApp('/my-list', { items: [{ type: 'todo', title: 'Call Bo' }] });
  await press(openPart('Call Bo'), 'd');
  await expect.element(typed).toHaveFocus();
  await userEvent.keyboard('tomorrow at six or so');
  await expect.element(dialog).toHaveTextContent('No date in these words yet.');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  await typed.fill('tomorrow 6pm');
  await expect.element(dialog).toHaveTextContent(`${formatDay(on(1))}, 6:00 PM. Press Enter`);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await said('Todo updated', '“Call Bo” is now due tomorrow.');
  await expect.element(row('Call Bo')).toHaveTextContent('tomorrow, 6:00 PM');
  await expect.element(openPart('Call Bo')).toHaveFocus();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Call Bo')).not.toHaveTextContent('tomorrow');
});

test('[DATE-01] Done sets the words of the field too, and leads back to words without a date', async () => {
  await openApp('/my-list', { items: [{ type: 'todo', title: 'Call Bo' }] });
  await press(openPart('Call Bo'), 'd');
  await typed.fill('some day');
  await button('Done').click();
  await expect.element(typed).toHaveFocus();
  await typed.fill('tomorrow 6pm');
  await button('Done').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await said('Todo updated', '“Call Bo” is now due tomorrow.');
  await expect.element(row('Call Bo')).toHaveTextContent('tomorrow, 6:00 PM');
});

test('[DATE-01] a time in words belongs to the day that the item has, and a campaign ends on the day', async () => {
  await openApp('/', {
    items: [
      { type: 'todo', title: 'Call Bo', due_date: on(1) },
      { type: 'campaign', title: 'Sail north' },
    ],
  });
  await press(openPart('Call Bo'), 'd');
  await typed.fill('noon');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Call Bo')).toHaveTextContent('tomorrow, 12:00 PM');
  await choose('Sail north', 'Date…');
  await typed.fill('tomorrow');
  await userEvent.keyboard('{Enter}');
  await said('Campaign updated', '“Sail north” is now due tomorrow.');
});

test('[DATE-02] near days and the days of a month are chosen by a press or by keys, and a date can be removed', async () => {
  await openApp('/my-list', { items: [{ type: 'todo', title: 'Call Bo' }] });
  await choose('Call Bo', 'Date…');
  await expect.element(button('No date')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click();
  await said('Todo updated', '“Call Bo” is now due tomorrow.');

  await press(openPart('Call Bo'), 'd');
  const first = dayButton(on(1));
  await press(first, '{ArrowDown}');
  await expect.element(dayButton(on(8))).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{PageDown}{PageUp}');
  await expect.element(dayButton(on(7))).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Call Bo')).toHaveTextContent(`Due: ${formatDay(on(7))}`);

  await press(openPart('Call Bo'), 'd');
  await expect.element(dialog.getByRole('gridcell', { selected: true })).toBeVisible();
  await button('Next month').click();
  await button('Previous month').click();
  await button('No date').click();
  await said('Todo updated', '“Call Bo” has no date now.');
});

test('[DATE-07] the month has six weeks, whose days of other months can be chosen', async () => {
  await openApp('/my-list', { items: [{ type: 'todo', title: 'Call Bo', due_date: today }] });
  await press(openPart('Call Bo'), 'd');
  const weeks = dialog.getByRole('row');
  const weekdayRow = 1;
  await expect.element(dayButton(today)).toBeVisible();
  for (let month = 0; month < 3; month += 1) {
    await expect.poll(() => weeks.elements()).toHaveLength(weekdayRow + 6);
    await button('Next month').click();
  }
  const last = dialog.getByRole('gridcell').getByRole('button').elements().at(-1) as HTMLElement;
  const [, ...day] = (last.ariaLabel ?? '').split(', ');
  last.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row('Call Bo')).toHaveTextContent(`Due: ${day.join(', ')}`);
});

test('[DATE-03] a changed time and rule are saved when the dialog closes, as one change', async () => {
  const items = [{ type: 'todo', title: 'Water the plants', due_date: today }] as const;
  await openApp('/my-list', { items });
  await press(openPart('Water the plants'), 'd');
  await dialog.getByLabelText('Due time').fill('18:30');
  await dialog.getByRole('combobox', { name: 'Repeat' }).selectOptions('Every day');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const line = row('Water the plants');
  await expect.element(line).toHaveTextContent('today, 6:30 PM');
  await expect.element(line).toHaveTextContent('Repeats every day');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(line).not.toHaveTextContent('6:30 PM');
  await expect.element(line).not.toHaveTextContent('Repeats');
});

test('[DATE-04] on a row 1, 2, 3 and 0 set the priority, L the labels, and V moves the item', async () => {
  await openApp('/my-list', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'todo', title: 'Call Bo' },
    ],
  });
  const part = openPart('Call Bo');
  for (const [key, words] of [
    ['1', 'High priority'],
    ['2', 'Medium priority'],
    ['3', 'Low priority'],
  ] as const) {
    await press(part, key);
    await expect.element(row('Call Bo').getByText(words)).toBeInTheDocument();
  }
  await press(part, '0');
  await expect.element(row('Call Bo').getByText('Low priority')).not.toBeInTheDocument();

  await press(part, 'l');
  const labels = page.getByRole('dialog', { name: 'Labels of “Call Bo”' });
  await labels.getByRole('combobox', { name: 'Labels' }).fill('phone');
  await userEvent.keyboard('{Enter}');
  await button('Done').click();
  await expect.element(row('Call Bo')).toHaveTextContent('phone');
  await expect.element(part).toHaveFocus();
  await press(part, 'l');
  await expect.element(labels).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(labels).not.toBeInTheDocument();
  await expect.element(part).toHaveFocus();

  await press(part, 'v');
  await expect.element(page.getByRole('dialog', { name: 'Move “Call Bo”' })).toBeVisible();
});

test.each([
  ['d', 'Date of “Call Bo”'],
  ['l', 'Labels of “Call Bo”'],
  ['a', 'Assign “Call Bo”'],
  ['v', 'Move “Call Bo”'],
])(
  '[DATE-06] the dialog that %s opens closes for good when its item is deleted elsewhere',
  async (key, name) => {
    const asked = page.getByRole('dialog', { name, exact: true });
    let id = 0;
    const { user } = await openSignedIn('/my-list', async (ada) => {
      id = await ada.make({ type: 'todo', title: 'Call Bo' });
      await ada.make({ type: 'todo', title: 'Ring Eve' });
    });
    await arrived('Call Bo', 'Ring Eve');
    await press(openPart('Call Bo'), key);
    await expect.element(asked).toBeVisible();
    await elsewhere(user, 'DELETE', `/api/items/${id}`);
    await expect.element(asked).not.toBeInTheDocument();
    await elsewhere(user, 'POST', `/api/items/${id}/restore`);
    await expect.element(row('Call Bo')).toBeVisible();
    await expect.element(asked).not.toBeInTheDocument();
  },
);

test('[DATE-02] on a touch screen the dialog begins with the days, so that no keyboard covers them', async () => {
  await withTouch();
  await openApp('/my-list', { items: [{ type: 'todo', title: 'Call Bo' }], size: phone });
  await choose('Call Bo', 'Date…');
  await expect.element(dialog.getByRole('button', { name: /^Today/ }).first()).toHaveFocus();
  await expect.element(typed).toBeVisible();
});
