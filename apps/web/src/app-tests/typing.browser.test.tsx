import { addDays } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import {
  button,
  breakDisk,
  card,
  chooseType,
  goOn,
  quickAdd,
  row,
  said,
  texts,
  titleIn,
  titles,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const today = dayAt(Date.now());
const field = titleIn(card);
const chips = page.getByRole('list', { name: 'Recognised in the title' });
const chip = (text: string | RegExp) => chips.getByRole('listitem').filter({ hasText: text });
const marks = () =>
  [...document.querySelectorAll('[data-typed-layer] mark')].map((one) => one.textContent);

/** Puts the cursor into quick-add and waits for the parser of titles. */
async function startTyping(): Promise<void> {
  await field.click();
  await userEvent.keyboard('Read today');
  await expect.element(chip('Due today')).toBeVisible();
  await field.fill('');
}

/** Pastes a text into the focused field, as the keyboard would. */
function paste(text: string): void {
  const input = document.activeElement as HTMLInputElement;
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  document.execCommand('insertText', false, text.replaceAll('\n', ' '));
}

test('[TYPE-07] recognised words are marked and shown as chips; their values are set, and the words leave the title', async () => {
  await openApp();
  await field.click();
  await userEvent.keyboard('Call mum tomorrow !high @sam');
  await expect
    .poll(() => texts(chips.getByRole('listitem')))
    .toEqual(['Due tomorrow', 'High priority', 'For Sam Lee']);
  expect(marks()).toEqual(['tomorrow', '!high', '@sam']);
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Call mum')).toBeVisible();
  await expect.element(row('Call mum')).toHaveTextContent(/tomorrow/);
  await expect.element(row('Call mum')).toHaveTextContent(/High priority/);
  await expect
    .element(row('Call mum').getByRole('button', { name: /Assigned to: Sam Lee/ }))
    .toBeVisible();
  await expect.element(chips).not.toBeInTheDocument();
  expect(marks()).toEqual([]);
});

test('[TYPE-07] on a phone, too, a chip shows the end of a rule', async () => {
  await openApp('/', { size: { width: 320, height: 780 } });
  await field.click();
  await userEvent.keyboard('Water every friday until 24 dec 2031');
  const said = chips.getByText(/^Repeats every Friday, until Dec 24, 2031/);
  await expect.element(said).toBeVisible();
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = said.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});

test("[TYPE-08] a chip's button, or Backspace right behind its words, turns it back into text for good", async () => {
  await openApp();
  await field.click();
  await userEvent.keyboard('Read tomorrow !low');
  await chips.getByRole('button', { name: 'Keep “tomorrow” as text' }).click();
  await expect.poll(() => texts(chips.getByRole('listitem'))).toEqual(['Low priority']);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{End}');
  await userEvent.keyboard('{Backspace}');
  await expect.element(chips).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Read tomorrow !low');
  await userEvent.keyboard(' again');
  await expect.element(field).toHaveValue('Read tomorrow !low again');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Read tomorrow !low again')).toBeVisible();
  await expect.element(field).toHaveValue('');

  // A word that is deleted and typed again is recognised again.
  await userEvent.keyboard('Read today');
  await expect.element(chip('Due today')).toBeVisible();
  await userEvent.keyboard('{Backspace}');
  await expect.element(chips).not.toBeInTheDocument();
  await userEvent.keyboard('{Backspace}');
  await expect.element(field).toHaveValue('Read toda');
  await userEvent.keyboard('y');
  await expect.element(chip('Due today')).toBeVisible();
});

test('[TYPE-08] words are not recognised for a field that is filled in by hand', async () => {
  await openApp();
  await chooseType('Task');
  await card.getByLabelText('Due date').fill('2030-01-05');
  await field.fill('Call mum tomorrow !low');
  await expect.poll(() => texts(chips.getByRole('listitem'))).toEqual(['Low priority']);
  await card.getByRole('button', { name: 'Add task' }).click();
  await expect.element(row('Call mum tomorrow')).toBeVisible();
});

test('[TYPE-18] in quick-add a chip fills its field, and a change of the field removes the chip and its words', async () => {
  await openApp();
  await chooseType('Task');
  const [due, assignee] = [card.getByLabelText('Due date'), card.getByLabelText('Assignee')];
  await field.fill('Call mum tomorrow @sam !low');
  await expect.element(due).toHaveValue(addDays(today, 1));
  await expect.element(assignee).toHaveDisplayValue('Sam Lee');
  await due.fill('2030-01-05');
  await expect.element(field).toHaveValue('Call mum @sam !low');
  await assignee.selectOptions('Unassigned');
  await expect.element(field).toHaveValue('Call mum !low');
  await expect.poll(() => texts(chips.getByRole('listitem'))).toEqual(['Low priority']);
  await card.getByRole('button', { name: 'Add task' }).click();
  await expect.element(row('Call mum')).toHaveTextContent('Due: Jan 5, 2030');
  await expect.element(due).toHaveValue('');
});

test('[TYPE-18] in the create dialog the fields show the recognised values, and follow the title', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Wash up', labels: ['Home'] }] });
  await userEvent.keyboard('n');
  const dialog = page.getByRole('dialog');
  const of = (label: string) => dialog.getByLabelText(label, { exact: true });
  const labels = () => texts(dialog.getByRole('list', { name: 'Labels' }).getByRole('listitem'));
  await titleIn(dialog).fill('Call mum tomorrow 6pm !high #home #roof @maria');
  await expect.element(of('Due date')).toHaveValue(addDays(today, 1));
  await expect.element(of('Due time')).toHaveValue('18:00');
  await expect.element(of('Priority')).toHaveDisplayValue('High');
  await expect.element(of('Assignee')).toHaveDisplayValue('Maria Garcia');
  await expect.poll(labels).toEqual(['Home', 'roof']);
  await of('Priority').selectOptions('Low');
  await dialog.getByRole('button', { name: 'Remove label roof' }).click();
  await expect.element(titleIn(dialog)).toHaveValue('Call mum tomorrow 6pm #home @maria');
  await expect.poll(labels).toEqual(['Home']);
  // The date that the words set is the date of the field from then on.
  await of('Due time').fill('17:30');
  await expect.element(titleIn(dialog)).toHaveValue('Call mum #home @maria');
  await expect.element(of('Due date')).toHaveValue(addDays(today, 1));
  await titleIn(dialog).fill('Call mum #home');
  await expect.element(of('Assignee')).toHaveDisplayValue('Unassigned');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.element(row('Call mum')).toHaveTextContent(/tomorrow, 5:30\sPM/);
  await expect.element(row('Call mum')).toHaveTextContent(/Low priority/);
  await expect.element(row('Call mum')).toHaveTextContent(/Labels: Home/);
});

test('[TYPE-18] a date or priority that is emptied leaves no word of its kind behind', async () => {
  await openApp();
  await userEvent.keyboard('n');
  const dialog = page.getByRole('dialog');
  const of = (label: string) => dialog.getByLabelText(label, { exact: true });
  await titleIn(dialog).fill('Water !low every friday !high 6pm');
  await expect.element(of('Priority')).toHaveDisplayValue('High');
  await of('Priority').selectOptions('None');
  await expect.element(titleIn(dialog)).toHaveValue('Water every friday 6pm');
  await expect.element(of('Due date')).not.toHaveValue('');
  await of('Due date').fill('');
  await expect.element(titleIn(dialog)).toHaveValue('Water');
  await expect.element(of('Due date')).toHaveValue('');
  await expect.element(chips).not.toBeInTheDocument();
});

test('[TYPE-07] the create dialog recognises words in its title too', async () => {
  await openApp('/', { size: { width: 800, height: 900 } });
  await button('Add item').click();
  const dialog = page.getByRole('dialog');
  await titleIn(dialog).click();
  await userEvent.keyboard('Call mum tomorrow !1');
  await expect.element(chip('Due tomorrow')).toBeVisible();
  expect(marks()).toEqual(['tomorrow', '!1']);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.element(row('Call mum')).toHaveTextContent(/High priority/);
});

test('[TYPE-10] Preferences switches the recognition off and on again, and remembers it', async () => {
  const app = await openApp('/preferences');
  const reads = page.getByRole('switch', { name: 'Read dates and names while typing' });
  await expect.element(reads).toBeChecked();
  await reads.click({ force: true });
  await expect.element(reads).not.toBeChecked();
  await app.visit('/');
  await quickAdd('todo', 'Call mum tomorrow');
  await app.visit('/preferences');
  await expect.element(reads).not.toBeChecked();
  await reads.click({ force: true });
  goOn('/');
  await field.fill('Call dad tomorrow');
  await expect.element(chip('Due tomorrow')).toBeVisible();
});

test('[TYPE-11] several pasted lines become items after a question, or stay in one title', async () => {
  await openApp();
  await startTyping();
  paste('- Buy milk tomorrow\n\n2. Buy bread\n[ ] Buy eggs');
  const question = page.getByRole('alertdialog', { name: 'Add 3 items?' });
  await expect
    .poll(() => texts(question.getByRole('listitem')))
    .toEqual(['Buy milk\nDue tomorrow', 'Buy bread', 'Buy eggs']);
  await button('Cancel').click();
  await expect.element(field).toHaveValue('- Buy milk tomorrow  2. Buy bread [ ] Buy eggs');
  await field.fill('');

  paste('Buy milk tomorrow\nBuy bread\nBuy eggs');
  await button('Add 3 items').click();
  await said('Item created', '3 items have been created successfully.');
  await expect.poll(titles).toEqual(['Buy milk', 'Buy bread', 'Buy eggs']);
  await expect.element(row('Buy milk')).toHaveTextContent(/tomorrow/);
  await expect.element(field).toHaveValue('');
});

test('[TYPE-11] a question about many lines scrolls and can be answered', async () => {
  await openApp();
  await startTyping();
  paste(Array.from({ length: 45 }, (_, place) => `Buy ${place} apples`).join('\n'));
  const add = button('Add 45 items');
  await expect.element(add).toBeInViewport();
  const last = page.getByText('and 25 more');
  last.element().scrollIntoView();
  await expect.element(last).toBeInViewport();
  await expect.element(add).toBeInViewport();
});

test('[TYPE-11] if any line cannot be stored, no line becomes an item', async () => {
  await openApp();
  await startTyping();
  paste(`Buy milk\n${'x'.repeat(256)}`);
  await button('Add 2 items').click();
  await said('Title too long', 'One of the lines is longer than 255 characters.');
  await field.fill('');
  breakDisk();
  paste('Buy milk\nBuy bread');
  await button('Add 2 items').click();
  await said('Error', 'Failed to create item. Please try again.');
  await expect.element(row('Buy milk')).not.toBeInTheDocument();
});

test('[TYPE-13] times and labels are shown as chips and set; a time without a day gets one', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Wash up', labels: ['Home'] }] });
  await startTyping();
  await userEvent.keyboard('Call mum tomorrow 5pm #home #roof');
  await expect
    .poll(() => texts(chips.getByRole('listitem')).map((text) => text.replace('\u202f', ' ')))
    .toEqual(['Due tomorrow', 'At 5:00 PM', '#Home', '#roof']);
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Call mum')).toHaveTextContent(/tomorrow, 5:00\sPM/);
  await field.click();
  await userEvent.keyboard('Read 11:59pm');
  await expect.element(chip(/^Due today, 11:59\sPM$/)).toBeVisible();
  await chooseType('Campaign');
  await expect.element(chips).not.toBeInTheDocument();
});
