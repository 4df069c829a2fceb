import { page, userEvent, type Locator } from 'vitest/browser';
import { holdDatabase } from './testing/hold-database.ts';
import {
  breakDisk,
  colour,
  goOn,
  heading,
  main,
  openItem,
  row,
  titleIn,
  texts,
  toast,
} from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';

const dialog = page.getByRole('dialog', { name: 'Create New Item' });
const tab = (name: string) => dialog.getByRole('tab', { name });
const add = () => page.getByRole('button', { name: 'Add item' }).click();
/** Wide enough for the whole form, with the add button of phones and tablets. */
const tablet = { width: 800, height: 900 };
/** A button of the form on phones: its name, or with what is filled in. */
const part = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true });
const create = dialog.getByRole('button', { name: 'Create' });

test('[DIALOG-01] [DIALOG-02] Create New Item offers the fields that fit its type and its parent', async () => {
  await openApp('/', { size: tablet });
  await add();
  await expect.poll(() => texts(dialog.getByRole('tab'))).toEqual(['Campaign', 'Task', 'Todo']);
  await expect.element(tab('Todo')).toHaveAttribute('aria-selected', 'true');
  for (const [type, end, due] of [
    ['Campaign', 1, 0],
    ['Task', 0, 1],
    ['Todo', 0, 1],
  ] as const) {
    await tab(type).click();
    await expect.element(dialog.getByLabelText('Description')).toBeVisible();
    await expect.element(dialog.getByLabelText('Assignee')).toBeVisible();
    await expect.element(dialog.getByLabelText('End date')).toHaveLength(end);
    await expect.element(dialog.getByLabelText('Due date')).toHaveLength(due);
  }
  await tab('Campaign').click();
  await titleIn(dialog).fill('Sail north');
  await dialog.getByLabelText('Assignee').selectOptions('Sam Lee');
  await dialog.getByLabelText('End date').fill('2030-05-06');
  await create.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await openItem('Sail north');
  await expect.element(page.getByText('Assigned to: Sam Lee')).toBeVisible();
  await expect.element(page.getByText('Due: May 6, 2030')).toBeVisible();

  await add();
  await expect.element(tab('Campaign')).toBeDisabled();
  await expect.element(tab('Task')).toBeEnabled();
  await tab('Task').click();
  await titleIn(dialog).fill('Get the boat ready');
  await create.click();
  await openItem('Get the boat ready');
  await add();
  await expect.element(tab('Task')).toBeDisabled();
  await expect.element(tab('Todo')).toBeEnabled();
});

test('[PRIO-01] a priority is set, shown, and removed again', async () => {
  await openApp('/', { size: tablet });
  await add();
  await tab('Task').click();
  await titleIn(dialog).fill('Mend the sail');
  await dialog.getByLabelText('Priority').selectOptions('High');
  await create.click();
  await expect.element(page.getByText('High priority')).toBeVisible();
  await openItem('Mend the sail');
  await page.getByRole('button', { name: 'All details' }).click();
  await expect.element(page.getByText('High priority')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit task' });
  await edit.getByLabelText('Priority').selectOptions('None');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(page.getByText('High priority')).not.toBeInTheDocument();
});

test('[DIALOG-03] the create dialog applies the rule for titles', async () => {
  await openApp('/', { size: phone });
  await add();
  const field = titleIn(dialog);
  const refusal = dialog.getByText('Title is required.');
  for (const nothing of ['', '   ']) {
    await field.fill('x');
    await expect.element(refusal).not.toBeInTheDocument();
    await field.fill(nothing);
    await create.click();
    await expect.element(refusal).toBeVisible();
  }
  const counter = (length: number) => dialog.getByText(`${length}/255`, { exact: true });
  const red = colour('--color-danger-ink');
  await field.fill('x'.repeat(200));
  await expect.element(counter(200)).not.toBeInTheDocument();
  for (const length of [201, 255]) {
    await field.fill('x'.repeat(length));
    await expect.element(counter(length)).not.toHaveStyle({ color: red });
  }
  await field.fill('x'.repeat(256));
  await expect.element(counter(256)).toHaveStyle({ color: red });
  await expect
    .element(dialog)
    .toHaveTextContent('Title too long: Title must be 255 characters or less.');
  await create.click();
  await expect.element(dialog).toBeVisible();
  await field.fill('x'.repeat(255));
  await create.click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('[DIALOG-04] a create that fails from the dialog is only logged', async () => {
  await openApp('/', { size: phone });
  const logged = vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  await add();
  await titleIn(dialog).fill('Buy a rope');
  breakDisk();
  await create.click();
  await expect.poll(() => logged.mock.calls).toEqual([[new Error('create: store')]]);
  await expect.element(dialog).toBeVisible();
  await expect.element(titleIn(dialog)).toHaveValue('Buy a rope');
  await expect.element(toast.getByRole('listitem')).not.toBeInTheDocument();
});

/** Delays the storing of a first item of the dialog; resolves with a function that lets it continue. */
async function createSlowly(title: string): Promise<() => void> {
  await openApp('/', { size: phone, items: [{ type: 'campaign', title: 'Sail north' }] });
  await add();
  await titleIn(dialog).fill(title);
  const release = await holdDatabase('foray');
  onTestFinished(release);
  await create.click();
  await expect.element(create).toHaveAttribute('aria-disabled', 'true');
  return release;
}

async function closeAndOpen(): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await add();
}

test('[DIALOG-05] while an item is being stored, a newly opened dialog does not create it again', async () => {
  await openApp('/campaigns', { items: [{ type: 'campaign', title: 'Sail north' }] });
  const open = async () => {
    await main.getByRole('button', { name: 'New campaign' }).click();
    await expect.element(dialog).toBeVisible();
  };
  await open();
  await titleIn(dialog).fill('Sail south');
  const release = await holdDatabase('foray');
  onTestFinished(release);
  await create.click();
  // The dialog of this screen disappears with it.
  await userEvent.keyboard('{Escape}');
  goOn('/');
  await expect.element(heading('Home')).toBeVisible();
  goOn('/campaigns');
  await open();
  await expect.element(create).toHaveAttribute('aria-disabled', 'true');
  await userEvent.type(titleIn(dialog), ' or west');
  await userEvent.keyboard('{Enter}');
  await expect.element(titleIn(dialog)).toHaveValue('Sail south');
  release();
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await expect.element(titleIn(dialog)).toHaveValue('');
  await titleIn(dialog).fill('Sail east');
  await create.click();
  // Writes run one after another, so a second one would be here by now.
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row('Sail east')).toBeVisible();
  expect(row('Sail south').elements()).toHaveLength(1);
});

test('[DIALOG-05] when an item has been stored, a dialog opened for another place stays open', async () => {
  const release = await createSlowly('Buy a rope');
  await userEvent.keyboard('{Escape}');
  await openItem('Sail north');
  await add();
  await titleIn(dialog).fill('Get the boat ready');
  release();
  await expect.element(page.getByText('Item created', { exact: true })).toBeInTheDocument();
  await expect.element(titleIn(dialog)).toHaveValue('Get the boat ready');
});

test('[DIALOG-05] the text of an item that could not be stored returns to the form, even in a dialog opened later', async () => {
  const logged = vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const release = await createSlowly('Buy a rope');
  await closeAndOpen();
  breakDisk();
  release();
  await expect.element(create).not.toHaveAttribute('aria-disabled');
  await expect.element(titleIn(dialog)).toHaveValue('Buy a rope');
  await expect.element(row('Buy a rope')).not.toBeInTheDocument();
});

test('[DIALOG-05] Cancel while an item is being stored keeps its text if storing fails', async () => {
  const logged = vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const release = await createSlowly('Buy a rope');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  breakDisk();
  release();
  await expect.element(row('Buy a rope')).not.toBeInTheDocument();
  await add();
  await expect.element(titleIn(dialog)).toHaveValue('Buy a rope');
});

test('[DAY-06] a mistyped year shows an error at its field, and nothing is created', async () => {
  await openApp('/', { size: tablet });
  await add();
  await titleIn(dialog).fill('Sail north');
  const due = dialog.getByLabelText('Due date');
  await due.fill('0026-12-24');
  await create.click();
  await expect
    .element(dialog.getByRole('alert').getByText('Due date: choose a year from 1900 to 2200.'))
    .toBeVisible();
  await expect.element(due).toHaveAttribute('aria-invalid', 'true');
  await due.fill('2026-12-24');
  await expect.element(due).not.toHaveAttribute('aria-invalid');
  await create.click();
  await expect.element(row('Sail north')).toBeVisible();
});

test('[DIALOG-06] on a phone the form begins with the title and buttons for its fields, and a description appears when asked for', async () => {
  await openApp('/', { size: phone });
  await add();
  await expect.element(titleIn(dialog)).toHaveFocus();
  const group = dialog.getByRole('group', { name: 'Fields of the new item' });
  const buttons = () => texts(group.getByRole('button'));
  await expect
    .poll(buttons)
    .toEqual(['Due date', 'Priority', 'Labels', 'Assignee', 'Place', 'Repeat', 'Description']);
  const top = (locator: Locator) => locator.element().getBoundingClientRect().top;
  expect(top(titleIn(dialog))).toBeLessThan(top(tab('Todo')));
  await expect
    .element(dialog.getByRole('textbox', { name: 'Description' }))
    .not.toBeInTheDocument();
  await part('Description').click();
  await expect.element(dialog.getByRole('textbox', { name: 'Description' })).toHaveFocus();
  await expect.element(part('Description')).not.toBeInTheDocument();
  await tab('Campaign').click();
  await expect.poll(buttons).toEqual(['End date', 'Priority', 'Labels', 'Assignee']);
  await page.viewport(1280, 720);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(dialog.getByLabelText('Priority')).toBeVisible();
  await expect.element(group).not.toBeInTheDocument();
});

test('[DIALOG-06] the buttons on a phone open the dialogs and menus of an item, say what is filled in, and the item has it', async () => {
  await openApp('/', { size: phone, items: [{ type: 'campaign', title: 'Sail north' }] });
  await add();
  await titleIn(dialog).fill('Buy a rope');
  await part('Due date').click();
  const dates = page.getByRole('dialog', { name: 'Due date' });
  await dates.getByRole('button', { name: /^Tomorrow/ }).click();
  await expect.element(part('Due date: tomorrow')).toHaveFocus();
  await part('Priority').click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.element(part('Priority: High')).toHaveFocus();
  await part('Labels').click();
  const labels = page.getByRole('dialog', { name: 'Labels' });
  await expect.element(labels.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('boat,');
  await labels.getByRole('button', { name: 'Done' }).click();
  await expect.element(part('Labels: boat')).toHaveFocus();
  await part('Assignee').click();
  await page.getByRole('menuitemradio', { name: 'Sam Lee' }).click();
  await expect.element(part('Assignee: Sam Lee')).toBeVisible();
  await part('Repeat').click();
  const rule = page.getByRole('dialog', { name: 'Repeat' });
  await rule.getByLabelText('Repeat', { exact: true }).selectOptions('Every day');
  await rule.getByRole('button', { name: 'Done' }).click();
  await expect.element(part('Repeat: Repeats every day')).toBeVisible();
  await part('Place').click();
  await page
    .getByRole('dialog', { name: 'Place' })
    .getByRole('button', { name: /^campaign ?Sail north/ })
    .click();
  await expect.element(part('Place: Sail north')).toBeVisible();
  await create.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await openItem('Sail north');
  const line = row('Buy a rope');
  for (const fact of [/tomorrow/, /boat/, /High priority/, /Repeats every day/]) {
    await expect.element(line).toHaveTextContent(fact);
  }
  await expect.element(line.getByRole('button', { name: /Sam Lee/ })).toBeVisible();
});

test('[DIALOG-06] on a phone a dialog that is closed without a change leaves the words of the title', async () => {
  await openApp('/', { size: phone });
  await add();
  await titleIn(dialog).fill('Call Bo tomorrow 6pm !high');
  await part('Due date: tomorrow, 6:00 PM').click();
  const dates = page.getByRole('dialog', { name: 'Due date' });
  await dates.getByRole('button', { name: 'Done' }).click();
  await expect.element(dates).not.toBeInTheDocument();
  await expect.element(titleIn(dialog)).toHaveValue('Call Bo tomorrow 6pm !high');
  await part('Due date: tomorrow, 6:00 PM').click();
  await dates
    .getByRole('button', { name: /^Today/ })
    .first()
    .click();
  await expect.element(titleIn(dialog)).toHaveValue('Call Bo 6pm !high');
  await expect.element(part('Due date: today, 6:00 PM')).toBeVisible();
});

test('[TYPE-07] [TYPE-08] on a phone only the buttons say what was recognised, and turn it into text', async () => {
  await openApp('/', { size: phone, items: [{ type: 'campaign', title: 'Sail north' }] });
  await add();
  await titleIn(dialog).fill('Call Bo tomorrow 5pm !high #boat /sail north');
  await expect.element(part('Due date: tomorrow, 5:00 PM')).toBeVisible();
  await expect.element(part('Labels: boat')).toBeVisible();
  await expect.element(part('Place: Sail north')).toBeVisible();
  await expect
    .element(dialog.getByRole('list', { name: 'Recognised in the title' }))
    .not.toBeInTheDocument();
  await part('Keep “!high” as text').click();
  await expect.element(titleIn(dialog)).toHaveFocus();
  await expect.element(part('Priority')).toBeVisible();
  await part('Keep “tomorrow 5pm” as text').click();
  await expect.element(part('Due date')).toBeVisible();
  // A place that is chosen by hand takes its words out of the title.
  await part('Place: Sail north').click();
  await page
    .getByRole('dialog', { name: 'Place' })
    .getByRole('button', { name: /^Top level/ })
    .click();
  await expect.element(part('Place')).toBeVisible();
  await expect.element(titleIn(dialog)).toHaveValue('Call Bo tomorrow 5pm !high #boat');
  await create.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row('Call Bo tomorrow 5pm !high')).toHaveTextContent(/boat/);
});

test('[DIALOG-06] on a phone words of the title fill in the buttons, a press changes them, and the draft stays', async () => {
  await openApp('/', { size: phone });
  await add();
  await titleIn(dialog).fill('Call Bo tomorrow !high');
  await expect.element(part('Due date: tomorrow')).toBeVisible();
  await part('Priority: High').click();
  await page.getByRole('menuitemradio', { name: 'Low' }).click();
  await expect.element(titleIn(dialog)).toHaveValue('Call Bo tomorrow');
  await expect.element(part('Priority: Low')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await add();
  await expect.element(titleIn(dialog)).toHaveValue('Call Bo tomorrow');
  await expect.element(part('Priority: Low')).toBeVisible();
});
