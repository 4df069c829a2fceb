import { page, userEvent } from 'vitest/browser';
import { button, choose, press, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const rule = { repeat: 'FREQ=DAILY;INTERVAL=3', repeat_from: 'completion' } as const;
const items: readonly SeedItem[] = [
  { type: 'todo', title: 'Call Ada', due_date: '2030-01-31' },
  { type: 'todo', title: 'Any day' },
  { type: 'todo', title: 'Water', due_date: '2030-01-31', repeat_start: '2030-01-31', ...rule },
];
const dialog = page.getByRole('dialog');
const repeat = dialog.getByLabelText('Repeat', { exact: true });

async function open(title: string) {
  await press(page.getByRole('link', { name: `Details of ${title}` }), '{Enter}');
  await expect.element(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
}

test('[REPEAT-20] a rule is set, changed and removed in the sheet of an item with a date', async () => {
  await openApp('/queue', { items });
  await open('Any day');
  await expect.element(dialog.getByRole('button', { name: 'Set due date' })).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Set repetition' }))
    .not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await open('Call Ada');
  await dialog.getByRole('button', { name: 'Set repetition' }).click();
  await expect.element(repeat).toHaveFocus();
  await repeat.selectOptions('Monthly on the last day');
  await repeat.selectOptions('Monthly on the 31st, skips months without a 31st');
  const skips = 'Repeats monthly on the 31st, skips months without a 31st.';
  await expect.element(dialog.getByText(skips)).toBeVisible();
  await repeat.selectOptions('Every Thursday');
  await dialog.getByText('pending', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Repeats every Thursday' }).click();
  await repeat.selectOptions('Custom…');
  await dialog.getByLabelText('Every', { exact: true }).fill('2');
  await dialog.getByLabelText('Monday').click();
  await dialog.getByLabelText('Ends').selectOptions('After');
  await dialog.getByLabelText('Times').fill('5');
  await dialog.getByLabelText('Count from').selectOptions('Completion');
  const words = 'Repeats every 2 weeks on Mon and Thu, 5 times after completion';
  await expect.element(dialog.getByText(`${words}.`)).toBeVisible();
  await dialog.getByText('pending', { exact: true }).click();
  await dialog.getByRole('button', { name: words }).click();
  await repeat.selectOptions('None');
  await dialog.getByText('pending', { exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Set repetition' })).toBeVisible();
});

test('[REPEAT-21] the sheet says which months a rule skips, and a press takes the last day instead', async () => {
  const bare = { repeat: 'FREQ=MONTHLY;COUNT=5', repeat_done: 2, repeat_start: '2030-01-31' };
  const paid: SeedItem = { type: 'todo', title: 'Pay rent', due_date: '2030-03-31', ...bare };
  await openApp('/queue', { items: [paid] });
  await expect.element(row('Pay rent')).toHaveTextContent(/skips months without a 31st/);
  await open('Pay rent');
  const skips = 'Repeats monthly on the 31st, skips months without a 31st, 5 times, 3 left';
  await expect.element(dialog.getByRole('button', { name: skips })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use the last day of the month' }).click();
  const words = 'Repeats monthly on the last day, 3 times';
  await expect.element(dialog.getByRole('button', { name: words })).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Use the last day of the month' }))
    .not.toBeInTheDocument();
});

test('[REPEAT-29] the form says how many occurrences are left, and a changed rule keeps that number', async () => {
  const daily = { repeat: 'FREQ=DAILY;COUNT=5', repeat_done: 2, repeat_start: '2030-01-01' };
  const item: SeedItem = { type: 'todo', title: 'Exercise', due_date: '2030-01-05', ...daily };
  await openApp('/queue', { items: [item] });
  await open('Exercise');
  await dialog.getByRole('button', { name: 'Repeats every day, 5 times, 3 left' }).click();
  await expect.element(dialog.getByText('3 times left.')).toBeVisible();
  await repeat.selectOptions('Custom…');
  await dialog.getByLabelText('Every', { exact: true }).fill('2');
  await dialog.getByText('pending', { exact: true }).click();
  await expect
    .element(dialog.getByRole('button', { name: 'Repeats every 2 days, 3 times' }))
    .toBeVisible();
});

test('on a phone the interval and unit of a rule share a line, and fields with longer texts have a line each', async () => {
  await openApp('/queue', { size: { width: 360, height: 780 }, items });
  await open('Water');
  await dialog.getByRole('button', { name: /^Repeats / }).click();
  await repeat.selectOptions('Custom…');
  const top = (label: string) =>
    dialog.getByLabelText(label, { exact: true }).element().getBoundingClientRect().top;
  await expect.element(dialog.getByLabelText('Every', { exact: true })).toBeVisible();
  expect(top('Unit')).toBe(top('Every'));
  expect(top('Count from')).toBeGreaterThan(top('Repeat'));
  expect(top('Ends')).toBeGreaterThan(top('Every'));
});

test('[REPEAT-20] a rule is set in Create New Item and changed in Edit', async () => {
  await openApp('/queue', { items });
  await userEvent.keyboard('n');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Buy bread');
  await expect.element(repeat).not.toBeInTheDocument();
  await dialog.getByLabelText('Due date').fill('2030-01-31');
  await repeat.selectOptions('Every weekday');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(row('Buy bread')).toHaveTextContent(/Repeats every weekday/);
  await choose('Buy bread', 'Edit');
  await repeat.selectOptions('Every year on 31 January');
  await button('Save').click();
  await expect.element(row('Buy bread')).toHaveTextContent(/Repeats every year on 31 January/);
  await choose('Buy bread', 'Edit');
  await dialog.getByLabelText('Due date').fill('');
  await button('Save').click();
  await expect.element(row('Buy bread')).not.toHaveTextContent(/Repeats/);
});

test('[REPEAT-22] a row and the list of fields show the rule of an item', async () => {
  await openApp('/queue', { items });
  const words = 'Repeats every 3 days after completion';
  await expect.element(row('Water').getByTitle(words)).toBeVisible();
  await expect.element(row('Water')).toHaveTextContent(words);
  await open('Water');
  await expect.element(dialog.getByRole('button', { name: words })).toBeVisible();
});
