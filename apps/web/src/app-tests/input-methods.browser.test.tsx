import { page, userEvent } from 'vitest/browser';
import { press, row, titleIn, card } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const items: readonly SeedItem[] = [
  { type: 'todo', title: '牛乳' },
  { type: 'todo', title: 'Tea', labels: ['home'] },
];

/** The key that confirms a conversion, as Safari reports it, and as other browsers do. */
const confirmations = [{ keyCode: 229 }, { isComposing: true }];

/** Presses a key in the focused field as an input method does; returns whether the app ignored it. */
function converts(key: string): boolean {
  const field = document.activeElement;
  return confirmations.every((how) => {
    const pressed = new KeyboardEvent('keydown', {
      key,
      code: key,
      bubbles: true,
      cancelable: true,
      ...how,
    });
    return field?.dispatchEvent(pressed) ?? false;
  });
}

test("[LAYOUT-28] the Enter that ends an input method's conversion submits nothing in any field", async () => {
  await openApp('/', { items });
  const title = titleIn(card);
  await title.fill('ぎゅうにゅう');
  expect(converts('Enter')).toBe(true);
  await expect.element(title).toHaveValue('ぎゅうにゅう');
  await title.fill('');
  await userEvent.keyboard('{Escape}');

  await row('Tea').getByRole('button', { name: 'Tea', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Edit title' });
  await editor.fill('おちゃ');
  expect(converts('Enter')).toBe(true);
  expect(converts('Escape')).toBe(true);
  await expect.element(editor).toHaveValue('おちゃ');
  await userEvent.keyboard('{Escape}');
  await expect.element(editor).not.toBeInTheDocument();

  await userEvent.keyboard('{Control>}k{/Control}');
  const search = page.getByRole('dialog', { name: 'Search items' });
  const query = search.getByPlaceholder('Search items...');
  await query.fill('牛乳');
  await expect.element(search.getByText('牛乳', { exact: true })).toBeVisible();
  expect(['Enter', 'ArrowDown'].every(converts)).toBe(true);
  converts('Escape');
  await expect.element(query).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toBeInTheDocument();

  await press(page.getByRole('link', { name: 'Details of Tea' }), '{Enter}');
  const sheet = page.getByRole('dialog', { name: 'Tea', exact: true });
  await sheet.getByRole('button', { name: /Labels: home/ }).click();
  const label = sheet.getByRole('combobox', { name: 'Labels' });
  await label.fill('いえ');
  expect(['Enter', 'Backspace'].every(converts)).toBe(true);
  converts('Escape');
  await expect.element(label).toHaveValue('いえ');
  await label.fill('');
  await userEvent.keyboard('{Escape}');
  await expect.element(label).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();

  await userEvent.keyboard('n');
  const create = page.getByRole('dialog', { name: 'Create New Item' });
  const created = titleIn(create);
  await created.fill('ごはん');
  expect(converts('Enter')).toBe(true);
  converts('Escape');
  await expect.element(create).toHaveAttribute('data-state', 'open');
  await expect.element(created).toHaveValue('ごはん');
});
