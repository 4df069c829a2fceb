import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { breakDisk, colour, openItem, titleIn, texts, toast } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';

const dialog = page.getByRole('dialog', { name: 'Create New Item' });
const tab = (name: string) => dialog.getByRole('tab', { name });
const add = () => page.getByRole('button', { name: 'Add item' }).click();
const create = dialog.getByRole('button', { name: 'Create' });

test('[DIALOG-01] [DIALOG-02] Create New Item offers what fits its type and its parent', async () => {
  await openApp('/', { size: phone });
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

test('[PRIO-01] a priority is given, shown, and taken away again', async () => {
  await openApp('/', { size: phone });
  await add();
  await tab('Task').click();
  await titleIn(dialog).fill('Mend the sail');
  await dialog.getByLabelText('Priority').selectOptions('High');
  await create.click();
  await expect.element(page.getByText('High priority')).toBeVisible();
  await openItem('Mend the sail');
  await expect.element(page.getByText('High priority')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit task' });
  await edit.getByLabelText('Priority').selectOptions('None');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(page.getByText('High priority')).not.toBeInTheDocument();
});

test('[DIALOG-03] the create dialog keeps the title rule', async () => {
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

test('[DIALOG-04] a create that fails from the dialog is logged only', async () => {
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
