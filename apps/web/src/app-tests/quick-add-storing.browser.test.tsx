import { page, userEvent } from 'vitest/browser';
import { holdDatabase } from './testing/hold-database.ts';
import {
  breakDisk,
  card,
  focus,
  heading,
  quickAdd,
  row,
  said,
  submit,
  titleIn,
  titles,
  toast,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const field = titleIn(card);
const link = (name: RegExp) => page.getByRole('link', { name }).first();

/** Opens the app with all code of quick-add loaded, and delays every later write. */
async function openSlow(): Promise<() => void> {
  await openApp();
  await quickAdd('todo', 'Here before');
  await said('Item created');
  const release = await holdDatabase('foray');
  // A failed test must not leave the database locked.
  onTestFinished(release);
  return release;
}

async function addSlowly(title: string): Promise<void> {
  await field.fill(title);
  await userEvent.keyboard('{Enter}');
  await expect.element(row(title)).toBeVisible();
}

async function lookElsewhere(): Promise<void> {
  await link(/^My List/).click();
  await expect.element(heading('My List')).toBeVisible();
  await link(/^Home/).click();
  await expect.element(heading('Home')).toBeVisible();
}

test('[QADD-09] an item being stored is not created again after visiting another page', async () => {
  const release = await openSlow();
  await addSlowly('Buy a rope');
  await lookElsewhere();
  await field.click();
  for (let presses = 0; presses < 2; presses += 1) {
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAttribute('aria-busy', 'true');
  }
  release();
  await expect.element(row('Buy a rope').getByText('Buy a rope')).toBeVisible();
  await expect.element(field).toHaveValue('');
  // Writes run one after another, so a second one would be here by now.
  await quickAdd('todo', 'Later');
  expect(row('Buy a rope').elements()).toHaveLength(1);
});

test('[QADD-09] the text of an item that could not be stored returns to quick-add, even after visiting another page', async () => {
  const release = await openSlow();
  await addSlowly('Buy a rope');
  await lookElsewhere();
  await expect.element(field).toHaveAttribute('aria-busy', 'true');
  breakDisk();
  release();
  await expect.element(toast).toHaveTextContent('Failed to create item. Please try again.');
  await expect.element(row('Buy a rope')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Buy a rope');
  await expect.element(field).not.toHaveAttribute('aria-busy');
});

test('[QADD-10] storing an item does not move the focus away from an element that a person has focused', async () => {
  const release = await openSlow();
  await addSlowly('Buy a rope');
  const input = field.element() as HTMLInputElement;
  await userEvent.keyboard('{Control>}k{/Control}');
  const search = page.getByRole('dialog').getByRole('combobox');
  await expect.element(search).toHaveFocus();
  release();
  await expect.poll(() => input.value).toBe('');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Escape}');

  const again = await holdDatabase('foray');
  onTestFinished(again);
  await addSlowly('Buy an anchor');
  await row('Buy an anchor').getByRole('button', { name: 'Buy an anchor', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Edit title' });
  await expect.element(editor).toHaveFocus();
  again();
  await expect.element(field).toHaveValue('');
  await expect.element(editor).toHaveFocus();
  // The focus is not in the card.
  await expect.element(submit).not.toBeInTheDocument();
});

test('[QADD-10] pressing the button of quick-add focuses the title', async () => {
  const release = await openSlow();
  await field.fill('Buy a rope');
  await submit.click();
  await expect.element(field).toHaveFocus();
  await focus(submit);
  release();
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});

test('[QADD-11] the first key after Enter begins the next item, while the first is being stored', async () => {
  const release = await openSlow();
  await addSlowly('Buy a rope');
  await expect.element(field).toHaveValue('Buy a rope');
  await userEvent.keyboard('{End}');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Buy a rope');
  await userEvent.keyboard('B');
  await expect.element(field).toHaveValue('B');
  await userEvent.keyboard('uy an anchor');
  await expect.element(field).toHaveValue('Buy an anchor');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Buy an anchor')).toBeVisible();
  await userEvent.keyboard('Buy');
  release();
  await said('Item created');
  await userEvent.keyboard(' a map');
  await expect.element(field).toHaveValue('Buy a map');
  await quickAdd('todo', 'Last');
  expect(titles()).toEqual(['Last', 'Buy an anchor', 'Buy a rope', 'Here before']);
});

test('[QADD-11] if an item cannot be stored while the next one is typed, its text is offered beside quick-add', async () => {
  const release = await openSlow();
  await addSlowly('Buy a rope');
  await userEvent.keyboard('B');
  await expect.element(field).toHaveValue('B');
  await userEvent.keyboard('uy an anchor');
  breakDisk();
  release();
  await expect.element(toast).toHaveTextContent('Failed to create item. Please try again.');
  await expect.element(field).toHaveValue('Buy an anchor');
  const notAdded = card.getByRole('list', { name: 'Not added' });
  await expect.element(notAdded).toHaveTextContent('Buy a rope');
  await notAdded.getByRole('button', { name: 'Edit Buy a rope' }).click();
  await expect.element(field).toHaveValue('Buy a rope');
  await expect.element(field).toHaveFocus();
  await expect.element(notAdded).toHaveTextContent('Buy an anchor');
});

test('[QADD-11] the text of an item that could not be stored is in the field, and the next key does not replace it', async () => {
  const release = await openSlow();
  await addSlowly('Buy a rope');
  breakDisk();
  release();
  await expect.element(toast).toHaveTextContent('Failed to create item. Please try again.');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('!');
  await expect.element(field).toHaveValue('Buy a rope!');
});

test('[QADD-12] typing in the title of an item that could not be stored continues in quick-add', async () => {
  const release = await openSlow();
  await addSlowly('Buy a rope');
  await row('Buy a rope').getByRole('button', { name: 'Buy a rope', exact: true }).click();
  await userEvent.keyboard(' and a');
  breakDisk();
  release();
  await expect.element(toast).toHaveTextContent('Failed to create item. Please try again.');
  await userEvent.keyboard(' map');
  await expect.element(field).toHaveValue('Buy a rope and a map');
  await expect.element(page.getByRole('textbox', { name: 'Edit title' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
