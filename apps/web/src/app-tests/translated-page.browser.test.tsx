import { page, userEvent } from 'vitest/browser';
import { settled } from './testing/account-page.ts';
import { AppServer, newPhone } from './testing/app-server.ts';
import {
  breakDisk,
  button,
  choose,
  chooseTab,
  goOn,
  heading,
  main,
  openItem,
  quickAdd,
  rename,
  row,
  titleIn,
  toast,
  toggle,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { itemsOfRoutes, routes } from './testing/routes.ts';
import { translatePage } from './testing/translate-page.ts';

const crashed = page.getByText('Something went wrong on this screen.');
const dialog = (name: string) => page.getByRole('dialog', { name });

test('[DEVICE-01] a guest adds, changes, completes, moves and deletes items on a page that the browser has translated', async () => {
  await openApp();
  translatePage();
  await quickAdd('todo', 'Buy a rope');
  await quickAdd('campaign', 'Sail north');
  await toggle('Buy a rope');
  await toggle('Buy a rope');
  await rename('Buy a rope', 'Buy two ropes');
  await choose('Buy two ropes', 'Move to…');
  const move = dialog('Move “Buy two ropes”');
  await move.getByRole('button', { name: /^campaign ?Sail north/ }).click();
  await expect.element(move).not.toBeInTheDocument();
  await openItem('Sail north');
  await quickAdd('task', 'Get the boat ready');
  await chooseTab('Activity');
  await expect.element(page.getByRole('list', { name: 'Activity, newest first' })).toBeVisible();
  await chooseTab('Contents');
  await openItem('Get the boat ready');
  await heading('Get the boat ready').click();
  await userEvent.keyboard('n');
  const create = dialog('Create New Item');
  await titleIn(create).fill('Caulk the hull');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect.element(row('Caulk the hull')).toBeVisible();
  await choose('Caulk the hull', 'Delete');
  await expect.element(row('Caulk the hull')).not.toBeInTheDocument();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Caulk the hull')).toBeVisible();
  await expect.element(crashed).not.toBeInTheDocument();
});

test('[DEVICE-01] every screen opens on a page that the browser has translated', async () => {
  await openApp('/', { items: itemsOfRoutes });
  translatePage();
  for (const [path, , title] of [...routes, ...routes.toReversed()]) {
    goOn(path);
    await expect.element(heading(title)).toBeInTheDocument();
    for (const tab of main.getByRole('tab').elements().slice(0, 4)) {
      if (!(tab as HTMLButtonElement).disabled) (tab as HTMLElement).click();
    }
    await expect.element(crashed).not.toBeInTheDocument();
  }
});

test('[DEVICE-01] signing in, failures, searching and exporting work on a page that the browser has translated @full', async () => {
  const server = new AppServer();
  await openApp('/', { server });
  translatePage();
  await quickAdd('todo', 'Buy a rope');
  server.faults.plan({ kind: 'held' }, { path: /^\/api\/login/ });
  goOn('/login');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone());
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Byron');
  await main.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(main.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  server.faults.clear();
  await expect
    .element(page.getByRole('banner').getByRole('button', { name: 'Account' }))
    .toBeVisible();
  await settled();
  // The celebration lies over the page until it ends.
  await expect.poll(() => document.querySelector('[data-celebration]')).toBeNull();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('rope');
  await expect.element(page.getByRole('option', { name: /Buy a rope/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  goOn('/preferences');
  await button('Export').click();
  await expect.element(toast).toHaveTextContent('1 item was written into a file.');
  const repair = breakDisk();
  goOn('/');
  await titleIn(page.getByRole('form', { name: 'Quick add' })).fill('Not stored');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast).toHaveTextContent('Failed to create item. Please try again.');
  repair();
  await expect.element(crashed).not.toBeInTheDocument();
});
