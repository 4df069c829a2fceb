import { page, userEvent } from 'vitest/browser';
import {
  atPath,
  button,
  card,
  choose,
  goOn,
  heading,
  main,
  openItem,
  press,
  quickAdd,
  row,
  titleIn,
  toast,
  toggle,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const text = (words: string) => page.getByText(words, { exact: true });
const progressBar = page.getByRole('progressbar');

test('a campaign with contents is deleted by itself, or with exactly the counted items', async () => {
  await openApp('/', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'task', title: 'Get the boat ready', parent: 0 },
      { type: 'todo', title: 'Antifouling', parent: 1 },
    ],
  });
  await choose('Sail north', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete campaign?' });
  await expect.element(question).toHaveTextContent('2 items');
  await question.getByRole('button', { name: 'Delete with its 2 items' }).click();
  await expect
    .element(page.getByText('No items yet! Create your first campaign to get started.'))
    .toBeVisible();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Sail north')).toBeVisible();
  await choose('Sail north', 'Delete');
  await question.getByRole('button', { name: 'Delete only this' }).click();
  await expect.element(row('Sail north')).not.toBeInTheDocument();
  await expect.element(row('Get the boat ready')).toBeVisible();
  await expect.element(row('Antifouling')).not.toBeInTheDocument();
});

test('[CAMP-04] [CAMP-06] a campaign shows its fields and accepts tasks and todos', async () => {
  await openApp('/', {
    items: [
      { type: 'campaign', title: 'Sail north', description: 'In June.', end_date: '2030-05-06' },
      { type: 'campaign', title: 'Learn Portuguese' },
    ],
  });
  await openItem('Sail north');
  await expect.element(page.getByText('In June.')).toBeVisible();
  await expect.element(text('Created by: Guest User')).toBeVisible();
  await expect.element(text('Status: pending')).toBeVisible();
  await expect.element(text('Due: May 6, 2030')).toBeVisible();
  await expect
    .element(page.getByText('No tasks or todos yet. Add your first item above!'))
    .toBeVisible();
  await expect.element(progressBar).not.toBeInTheDocument();
  await quickAdd('task', 'Get the boat ready');
  await quickAdd('todo', 'Book a berth');
  await expect.element(progressBar).toHaveAttribute('aria-valuetext', '0 of 2');
  await expect
    .element(page.getByRole('list', { name: 'Contents' }).getByRole('listitem'))
    .toHaveLength(2);
  await expect.element(main.getByText(/in Sail north/)).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'Activity' }).click();
  const entries = page.getByRole('list', { name: 'Activity, newest first' }).getByRole('listitem');
  await expect
    .element(entries.first())
    .toHaveTextContent(/^Guest User created the todo.*Book a berth/);
  goOn('/campaigns/2');
  await expect.element(heading('Learn Portuguese')).toBeVisible();
  await expect.element(page.getByText(/^Due:/)).not.toBeInTheDocument();
});

test('[CAMP-05] progress is the rounded share of completed children, with the number of open ones', async () => {
  await openApp('/', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'todo', title: 'One', parent: 0, status: 'completed' },
      { type: 'todo', title: 'Two', parent: 0 },
      { type: 'todo', title: 'Three', parent: 0 },
    ],
  });
  await openItem('Sail north');
  const progress = page.getByRole('group', { name: 'Progress' });
  await expect.element(progress).toHaveTextContent('33% complete, 2 remaining');
  await expect.element(progressBar).toHaveAttribute('aria-valuetext', '1 of 3');
  await toggle('Two');
  await expect.element(progress).toHaveTextContent('67% complete, 1 remaining');
});

test('[TASK-01] [TASK-02] a task shows its fields and accepts todos', async () => {
  await openApp('/', {
    items: [
      { type: 'task', title: 'Get the boat ready', description: 'Engine.', due_date: '2030-05-06' },
    ],
  });
  await openItem('Get the boat ready');
  await expect.element(page.getByText('Engine.')).toBeVisible();
  for (const fact of [
    'Created by: Guest User',
    'Assigned to: Unassigned',
    'Status: pending',
    'Due: May 6, 2030',
  ]) {
    await expect.element(text(fact)).toBeVisible();
  }
  await expect.element(page.getByRole('heading', { name: 'Todos' })).toBeVisible();
  await expect.element(page.getByText('No todos yet. Add your first todo above!')).toBeVisible();
  await titleIn(card).click();
  await expect.element(card.getByRole('button', { name: 'Add todo' })).toBeVisible();
  await expect.element(card.getByRole('tab')).not.toBeInTheDocument();
  await quickAdd('todo', 'Antifouling');
  await expect.element(progressBar).toHaveAttribute('aria-valuetext', '0 of 1');
  await toggle('Antifouling');
  await expect.element(text('Status: completed')).toBeVisible();
});

test('Edit changes texts and dates, and Move to… changes the place', async () => {
  await openApp('/', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'task', title: 'Get the boat ready' },
    ],
  });
  await openItem('Get the boat ready');
  await button('Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit task' });
  await titleIn(dialog).fill('Make the boat ready');
  await dialog.getByLabelText('Due date').fill('2020-01-02');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(heading('Make the boat ready')).toBeVisible();
  await expect.element(page.getByText('Due: Jan 2, 2020, overdue')).toBeVisible();
  await choose('Make the boat ready', 'Move to…');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^campaign ?Sail north/ })
    .click();
  await page.getByRole('link', { name: 'in Sail north' }).click();
  await expect.element(row('Make the boat ready')).toBeVisible();
});

test("the keys of an item's row also work on its page, from its heading and its buttons", async () => {
  await openApp('/', { items: [{ type: 'task', title: 'Get the boat ready' }] });
  await openItem('Get the boat ready');
  await expect.element(heading('Get the boat ready')).toHaveFocus();
  await userEvent.keyboard('s');
  await expect.element(text('Status: in progress')).toBeVisible();
  await press(button('Complete'), 'c');
  await expect.element(text('Status: completed')).toBeVisible();
  await expect.element(button('Reopen')).toHaveFocus();
  await userEvent.keyboard('e');
  const dialog = page.getByRole('dialog', { name: 'Edit task' });
  await expect.element(titleIn(dialog)).toHaveFocus();
  await userEvent.keyboard('r');
  await expect.element(titleIn(dialog)).not.toHaveValue('Get the boat ready');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Reopen')).toHaveFocus();
  await expect.element(text('Status: completed')).toBeVisible();
  await press(titleIn(card), 'r');
  await expect.element(titleIn(card)).toHaveValue('r');
  await expect.element(text('Status: completed')).toBeVisible();
  await press(heading('Get the boat ready'), '{Delete}');
  await atPath('/');
  await expect.element(row('Get the boat ready')).not.toBeInTheDocument();
});

test('[CAMP-07] [TASK-03] a campaign or task that does not exist is reported as not found', async () => {
  await openApp('/campaigns/77');
  await expect
    .element(page.getByRole('heading', { name: 'Campaign not found' }))
    .toBeInTheDocument();
  goOn('/tasks/77');
  await expect.element(page.getByRole('heading', { name: 'Task not found' })).toBeInTheDocument();
});
