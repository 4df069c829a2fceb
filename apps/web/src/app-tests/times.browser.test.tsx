import { addDays } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import { button, choose, goOn, heading, main, press, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const today = dayAt(Date.now());
const tomorrow = addDays(today, 1);
const due = { due_date: tomorrow, due_time: '17:00' } as const;
const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north', end_date: addDays(today, 2) },
  { type: 'todo', title: 'Call Ada' },
  { type: 'todo', title: 'Meet Bo', ...due },
];
const dueText = /Due: tomorrow, 5:00\sPM/;

async function open(title: string) {
  await press(page.getByRole('link', { name: `Details of ${title}` }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await expect.element(dialog).toBeVisible();
  return dialog;
}

test('[TIME-04] a time is set beside the date in the dialog of the sheet, and removed with it', async () => {
  await openApp('/queue', { items });
  const dialog = await open('Call Ada');
  const dates = page.getByRole('dialog', { name: /^Date of/ });
  const time = dates.getByLabelText('Due time');
  const say = async (words: string) => {
    await dates.getByRole('textbox', { name: 'When' }).fill(words);
    await userEvent.keyboard('{Enter}');
  };
  await dialog.getByRole('button', { name: 'Set due date' }).click();
  await expect.element(dates).toBeVisible();
  await expect.element(time).not.toBeInTheDocument();
  await say('May 6, 2030 5pm');
  await dialog.getByRole('button', { name: /^Due: May 6, 2030, 5:00\sPM/ }).click();
  await time.fill('08:30');
  await dates.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: /2030, 8:30\sAM/ }).click();
  // An empty field means no time.
  await time.fill('');
  await dates.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Due: May 6, 2030', exact: true }).click();
  await say('9am');
  await dialog.getByRole('button', { name: /2030, 9:00\sAM/ }).click();
  await dates.getByRole('button', { name: 'No date' }).click();
  await dialog.getByRole('button', { name: 'Set due date' }).click();
  await say('May 7, 2030');
  await expect.element(dialog.getByText('Due: May 7, 2030', { exact: true })).toBeVisible();
});

test('[TIME-04] on a phone the fields fit their values, and no year has six digits', async () => {
  await openApp('/queue', { items, size: { width: 360, height: 780 } });
  await choose('Meet Bo', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit todo' });
  for (const field of [dialog.getByLabelText('Due date'), dialog.getByLabelText('Due time')]) {
    await expect.element(field).toBeVisible();
    // '11/27/2026' and '09:30 AM' with their buttons, in the letters of touch screens.
    expect(field.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(136);
  }
  await expect.element(dialog.getByLabelText('Due date')).toHaveAttribute('max', '2200-12-31');
});

test('[TIME-04] a time is set in Create New Item and changed in Edit; a campaign has no time', async () => {
  await openApp('/queue', { items });
  await userEvent.keyboard('n');
  const dialog = page.getByRole('dialog', { name: 'Create New Item' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Buy a rope');
  const time = page.getByRole('dialog').getByLabelText('Due time');
  await expect.element(time).not.toBeInTheDocument();
  await dialog.getByLabelText('Due date').fill(tomorrow);
  await time.fill('17:00');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(row('Buy a rope')).toHaveTextContent(dueText);
  await choose('Buy a rope', 'Edit');
  await expect.element(time).toHaveValue('17:00');
  await time.fill('');
  await button('Save').click();
  await expect.element(row('Buy a rope').getByText('Due: tomorrow', { exact: true })).toBeVisible();
  await choose('Meet Bo', 'Edit');
  await page.getByRole('dialog').getByLabelText('Due date').fill('');
  await expect.element(time).not.toBeInTheDocument();
  await button('Save').click();
  await expect.element(row('Meet Bo')).not.toHaveTextContent(/Due/);
  goOn('/campaigns');
  await choose('Sail north', 'Edit');
  await expect.element(page.getByRole('dialog').getByLabelText('End date')).toBeVisible();
  await expect.element(time).not.toBeInTheDocument();
});

test('[TIME-05] a time is shown after the date in rows, fields, Up next and Due soon', async () => {
  await openApp('/queue', { items });
  await expect.element(row('Meet Bo')).toHaveTextContent(dueText);
  const upNext = main.getByRole('region', { name: /^Up next$/i });
  await expect.element(upNext).toHaveTextContent(dueText);
  const side = page.getByRole('complementary');
  await expect.element(side).toHaveTextContent(dueText);
  const dialog = await open('Meet Bo');
  await expect.element(dialog.getByRole('list', { name: 'About' })).toHaveTextContent(dueText);
});

test('[TIME-05] a notification of a due item names the time', async () => {
  await openApp('/notifications', {
    items: [
      { type: 'todo', title: 'Meet Bo', due_date: today, due_time: '17:00' },
      { type: 'todo', title: 'Call Ada', due_date: addDays(today, -2), due_time: '09:00' },
    ],
  });
  await expect.element(main).toHaveTextContent(/is due today, 5:00\sPM/);
  await expect.element(main).toHaveTextContent(/has been overdue since \w+ \d+, \d{4}, 9:00\sAM/);
});

test('[TIME-06] the items of a day are sorted by time, even after a change, and items without a time come last', async () => {
  const titles = () =>
    main
      .getByRole('listitem')
      .elements()
      .map((one) => one.querySelector<HTMLElement>('[data-control=title]')?.innerText);
  await openApp('/today', {
    items: [
      { type: 'todo', title: 'Any time', due_date: today },
      { type: 'todo', title: 'At five', due_date: today, due_time: '17:00' },
      { type: 'todo', title: 'At nine', due_date: today, due_time: '09:00' },
    ],
  });
  await expect.element(heading('Today')).toBeVisible();
  await expect.poll(titles).toEqual(['At nine', 'At five', 'Any time']);
  await choose('At nine', 'Edit');
  await page.getByRole('dialog').getByLabelText('Due time').fill('18:00');
  await button('Save').click();
  await expect.poll(titles).toEqual(['At five', 'At nine', 'Any time']);
});
