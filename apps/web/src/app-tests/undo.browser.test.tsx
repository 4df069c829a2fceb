import { page, userEvent } from 'vitest/browser';
import {
  button,
  card,
  choose,
  focus,
  goOn,
  heading,
  quickAdd,
  rename,
  row,
  said,
  titleIn,
  toast,
  toggle,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const rope = { type: 'todo', title: 'Buy a rope' } as const;
const undo = '{Control>}z{/Control}';

/** Presses keys outside of text fields. */
async function pressed(keys: string, on = 'Home'): Promise<void> {
  await focus(heading(on));
  await userEvent.keyboard(keys);
}

test('[UNDO-01] Ctrl+Z undoes the last action and names it, Ctrl+Shift+Z and Ctrl+Y redo it', async () => {
  await openApp('/', { items: [rope] });
  await rename('Buy a rope', 'Buy two ropes');
  // The keys are loaded together with the messages.
  await said('Todo updated');
  await pressed('{Meta>}z{/Meta}');
  await said('Undid: Todo updated', '“Buy a rope”');
  await expect.element(row('Buy a rope')).toBeVisible();
  await pressed('{Control>}{Shift>}Z{/Shift}{/Control}');
  await said('Redid: Todo updated', '“Buy two ropes”');
  await expect.element(row('Buy two ropes')).toBeVisible();
  await pressed('{Control>}{Shift>}Z{/Shift}{/Control}');
  await said('Nothing to redo');
  await pressed(undo);
  await said('Undid: Todo updated');
  await pressed(undo);
  await said('Nothing to undo');
  await pressed('{Control>}y{/Control}');
  await expect.element(row('Buy two ropes')).toBeVisible();
  await pressed('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help).toHaveTextContent('Undo your last action');
  await expect.element(help).toHaveTextContent('Redo what was undone');
});

test('[UNDO-01] an action on another page is undone too, and holding the key undoes only once', async () => {
  await openApp('/', { items: [] });
  await quickAdd('todo', 'Call Bo');
  await quickAdd('todo', 'Wash up');
  await said('Item created');
  goOn('/queue');
  await expect.element(row('Wash up')).toBeVisible();
  await focus(heading('Queue'));
  const press = (repeat: boolean) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, repeat, bubbles: true }),
    );
  press(false);
  for (let times = 0; times < 3; times += 1) press(true);
  await said('Undid: Todo created', '“Wash up”');
  await expect.element(row('Wash up')).not.toBeInTheDocument();
  await expect.element(row('Call Bo')).toBeVisible();
});

test('[UNDO-02] in a text field the keys undo typing', async () => {
  await openApp('/', { items: [rope] });
  await toggle('Buy a rope');
  await said('Todo updated');
  const title = titleIn(card);
  await title.click();
  await userEvent.keyboard('x');
  await expect.element(title).toHaveValue('x');
  await userEvent.keyboard(undo);
  await expect.element(title).toHaveValue('');
  await expect.element(button('Reopen Buy a rope')).toBeVisible();
});

test('[UNDO-02] nothing is undone behind a dialog with unsaved text', async () => {
  await openApp('/', { items: [rope] });
  await toggle('Buy a rope');
  await said('Todo updated');
  await choose('Buy a rope', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit todo' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('of hemp');
  await focus(dialog.getByRole('button', { name: 'Save' }));
  await userEvent.keyboard(undo);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Reopen Buy a rope')).toBeVisible();
  await pressed(undo);
  await said('Undid: Todo updated');
  await expect.element(button('Complete Buy a rope')).toBeVisible();
});

test('[UNDO-03] an assignment, a delete and a create are undone by key', async () => {
  await openApp('/', { items: [] });
  await quickAdd('todo', 'Call Bo');
  await page.getByRole('button', { name: /^Assign Call Bo/ }).click();
  await page.getByRole('menuitemradio').filter({ hasText: 'Chen Wei' }).click();
  await said('Todo assigned');
  await choose('Call Bo', 'Delete');
  await expect.element(row('Call Bo')).not.toBeInTheDocument();
  for (const what of ['Todo deleted', 'Todo assigned', 'Todo created']) {
    await pressed(undo);
    await said(`Undid: ${what}`, '“Call Bo”');
  }
  await expect.element(row('Call Bo')).not.toBeInTheDocument();
});

test('[UNDO-05] Undo in a toast undoes its action, which can then be redone but not undone again', async () => {
  await openApp('/', { items: [rope] });
  await choose('Buy a rope', 'Delete');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Buy a rope')).toBeVisible();
  await pressed(undo);
  await said('Nothing to undo');
  await pressed('{Control>}y{/Control}');
  await said('Redid: Todo deleted', '“Buy a rope”');
  await expect.element(row('Buy a rope')).not.toBeInTheDocument();
});

test('[EDIT-04] Undo in the message of Edit takes back its fields and labels', async () => {
  await openApp('/', { items: [rope] });
  await choose('Buy a rope', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit todo' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Buy two ropes');
  await dialog.getByRole('combobox', { name: 'Labels' }).fill('harbour');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(row('Buy two ropes')).toHaveTextContent('harbour');
  await said('Todo updated');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Buy a rope')).toBeVisible();
  await expect.element(row('Buy a rope')).not.toHaveTextContent('harbour');
});
