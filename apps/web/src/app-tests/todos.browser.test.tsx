import { page, userEvent } from 'vitest/browser';
import {
  breakDisk,
  button,
  choose,
  colour,
  goOn,
  heading,
  quickAdd,
  rename,
  row,
  said,
  texts,
  toast,
  toggle,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const rope = row('Buy a rope');

/** Records the toasts from now on: only one is on the page at a time. */
function recordToasts(): readonly string[] {
  const shown: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      if (!(target instanceof HTMLElement) || !('toastRegion' in target.dataset)) continue;
      for (const { textContent } of addedNodes) shown.push(textContent ?? '');
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return shown;
}

test('[TODO-01] the icon toggles pending and completed, and completes an item in progress', async () => {
  await openApp();
  await quickAdd('todo', 'Buy a rope');
  await rope.getByRole('button', { name: 'Complete Buy a rope' }).click();
  await expect.element(rope.getByRole('button', { name: 'Reopen Buy a rope' })).toBeVisible();
  goOn('/completed');
  await rope.getByRole('button', { name: 'Reopen Buy a rope' }).click();
  await expect.element(rope).not.toBeInTheDocument();
  goOn('/queue');
  await choose('Buy a rope', 'Start');
  await expect.element(rope).not.toBeInTheDocument();
  goOn('/active');
  await rope.getByRole('button', { name: 'Complete Buy a rope' }).click();
  await expect.element(rope).not.toBeInTheDocument();
  goOn('/completed');
  await expect.element(rope).toBeVisible();
});

test('[TODO-02] [TODO-03] [DIALOG-03] a title is edited in place, unless the item is completed', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Buy a rope' }] });
  const edit = () => page.getByRole('button', { name: /^Buy/ }).click();
  const editor = page.getByRole('textbox', { name: 'Edit title' });

  await edit();
  await editor.fill('Buy two ropes');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(editor).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Buy two ropes')).toBeVisible();

  await edit();
  await editor.fill('Buy three ropes');
  await heading('Home').click();
  await expect.element(row('Buy three ropes')).toBeVisible();

  // A title that differs only in blanks around it is not saved.
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  const toasts = recordToasts();
  await edit();
  await editor.fill('  Buy three ropes ');
  await userEvent.keyboard('{Enter}');
  await expect.element(editor).not.toBeInTheDocument();
  await expect.element(row('Buy three ropes')).toBeVisible();
  await expect.element(toast.getByRole('listitem')).not.toBeInTheDocument();

  await edit();
  await editor.fill('Something else');
  await userEvent.keyboard('{Escape}');
  await expect.element(row('Buy three ropes')).toBeVisible();

  await edit();
  await editor.fill('   ');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Buy three ropes')).toBeVisible();

  await edit();
  await editor.fill('x'.repeat(201));
  await expect.element(page.getByText('201/255', { exact: true })).toBeVisible();
  await editor.fill('x'.repeat(256));
  await expect
    .element(page.getByText('256/255', { exact: true }))
    .toHaveStyle({ color: colour('--color-danger-ink') });
  await userEvent.keyboard('{Enter}');
  await expect.element(editor).toBeVisible();
  await userEvent.keyboard('{Escape}');

  // Writes run one after another: one of the edits above would be confirmed before this.
  await toggle('Buy three ropes');
  await expect.element(button('Reopen Buy three ropes')).toBeVisible();
  await expect.poll(() => toasts.at(-1)).toContain('completed');
  expect(toasts).toHaveLength(2);
  await expect.element(button('Buy three ropes')).not.toBeInTheDocument();
  await row('Buy three ropes')
    .getByRole('link', { name: /^Details of/ })
    .click();
  await expect.element(editor).not.toBeInTheDocument();
});

test('[TODO-05] [TODO-07] a todo is assigned to a sample user, or to nobody', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Buy a rope' }] });
  const picker = page.getByRole('button', { name: /^Assign Buy a rope\. / });
  const choices = page.getByRole('menuitemradio');
  await picker.click();
  await expect
    .poll(() => texts(choices))
    .toEqual(['Unassigned', 'Alex Johnson', 'Sam Lee', 'Maria Garcia', 'Chen Wei']);
  await choices.filter({ hasText: 'Maria Garcia' }).click();
  await expect.element(toast).toHaveTextContent('Todo assigned');
  await expect.element(picker).toHaveAccessibleName('Assign Buy a rope. Assigned to: Maria Garcia');
  await picker.click();
  await choices.filter({ hasText: 'Unassigned' }).click();
  await expect.element(picker).toHaveAccessibleName('Assign Buy a rope. Assigned to: Unassigned');
  breakDisk();
  await picker.click();
  await choices.filter({ hasText: 'Chen Wei' }).click();
  await expect.element(toast).toHaveTextContent('Failed to assign the todo. Please try again.');
});

test('[TODO-06] a deleted todo disappears and can be restored, and a failed delete is reported', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Buy a rope' }] });
  await choose('Buy a rope', 'Delete');
  await expect.element(rope).not.toBeInTheDocument();
  await said('Todo deleted', 'The todo has been deleted successfully.');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(rope).toBeVisible();
  breakDisk();
  await choose('Buy a rope', 'Delete');
  await said('Error', 'Failed to delete the todo. Please try again.');
  await expect.element(rope).toBeVisible();
});

test('[TODO-08] an update is shown, and so is its failure', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Buy a rope' }] });
  await rename('Buy a rope', 'Buy two ropes');
  await expect.element(toast).toHaveTextContent('Todo updated');
  breakDisk();
  await toggle('Buy two ropes');
  await expect.element(toast).toHaveTextContent('Failed to update the todo. Please try again.');
  await expect.element(button('Complete Buy two ropes')).toBeVisible();
});
