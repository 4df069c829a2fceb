import { onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdDatabase } from './testing/hold-database.ts';
import { goOn, heading, main, press } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { itemsOfRoutes, routes } from './testing/routes.ts';
import { slowAnimations } from './testing/slow-animations.ts';

const search = page.getByRole('dialog', { name: 'Search items' });
const searchField = search.getByPlaceholder('Search items...');
const screenHeading = (name: string) => main.getByRole('heading', { name, exact: true });

test('[LAYOUT-17] [LAYOUT-18] on every page Ctrl+K and Cmd+K open the search, and ? opens the keyboard help', async () => {
  await openApp('/', { items: itemsOfRoutes });
  const keys = ['{Control>}k{/Control}', '{Meta>}k{/Meta}'];
  for (const [place, [path, , name]] of routes.entries()) {
    if (path === '/onboarding') continue;
    goOn(path);
    await expect.element(screenHeading(name)).toBeVisible();
    await userEvent.keyboard(keys[place % 2] ?? '');
    await expect.element(searchField).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).not.toBeInTheDocument();
  }
  const title = page.getByRole('textbox', { name: 'Title' });
  for (const key of keys) {
    await press(title, key);
    await expect.element(search).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).not.toBeInTheDocument();
  }
  await press(title, 'Who?');
  await expect.element(title).toHaveValue('Who?');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await title.fill('');
  await press(heading('Home'), '?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help).toHaveTextContent('Search items');
  await expect.element(help).toHaveTextContent('Move to messages');
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();

  goOn('/onboarding');
  const tutorial = page.getByRole('dialog', { name: 'Welcome' });
  await expect.element(tutorial.getByRole('button', { name: 'Next' })).toBeVisible();
  await userEvent.keyboard(keys[0] ?? '');
  await expect.element(searchField).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(tutorial).toBeVisible();
});

test('[LAYOUT-21] N opens Create New Item on every page, and so does the New button of a desktop', async () => {
  await openApp('/', { items: itemsOfRoutes });
  const dialog = page.getByRole('dialog', { name: 'Create New Item' });
  for (const [path, , name] of routes) {
    if (path === '/onboarding') continue;
    goOn(path);
    await expect.element(screenHeading(name)).toBeVisible();
    (document.activeElement as HTMLElement | null)?.blur();
    await userEvent.keyboard('n');
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  }
  const newItem = page.getByRole('banner').getByRole('button', { name: 'New', exact: true });
  await newItem.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  // The focus comes back a moment after the dialog has gone.
  await expect.element(newItem).toHaveFocus();

  const title = page.getByRole('textbox', { name: 'Title' });
  await press(title, 'n');
  await expect.element(title).toHaveValue('n');
  await press(heading('Home'), '{Control>}n{/Control}');
  await userEvent.keyboard('{Shift>}n{/Shift}');
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help).toHaveTextContent('Create an item');
  await userEvent.keyboard('n');
  await expect.element(help).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();

  // The key that a keyboard sends with Caps Lock on.
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'N', bubbles: true }));
  await expect.element(dialog).toBeVisible();
});

test('[LAYOUT-18] ? opens the keyboard help even while another layer is closing', async () => {
  await openApp('/', { items: itemsOfRoutes });
  slowAnimations();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(searchField).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('?');
  await expect
    .element(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    .toBeInTheDocument();
  await expect.element(page.getByPlaceholder('Search items...')).toHaveValue('');
});

test('[LAYOUT-17] before the first list has loaded the search opens and closes as it does later', async () => {
  let release = () => {};
  await openApp('/', {
    items: itemsOfRoutes,
    prepare: async () => {
      release = await holdDatabase('foray');
    },
  });
  // The app can be closed only with a database that answers.
  onTestFinished(release);
  await expect.element(heading('Home')).toBeVisible();
  slowAnimations();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(searchField).toHaveFocus();
  await userEvent.keyboard('a');
  await userEvent.keyboard('{Escape}');
  // Elements behind a layer are hidden from assistive technology.
  const list = page.getByRole('list', { name: 'All', includeHidden: true });
  const closing = page.getByPlaceholder('Search items...');
  await expect
    .poll(() => closing.element().closest('[data-state]')?.getAttribute('data-state'))
    .toBe('closed');
  await expect.element(list).not.toBeInTheDocument();
  release();
  await expect.element(list).toBeInTheDocument();
  await expect.element(closing).toHaveValue('a');
});
