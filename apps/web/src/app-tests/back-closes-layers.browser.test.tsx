import { page, userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { atPath, button, choose, goOn, heading, press, titleIn } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const menu = page.getByRole('menu');

/** Waits until the history has an entry for each open layer, and for no other. */
async function layers(count: number): Promise<void> {
  const here = () => (history.state as { readonly layers?: number } | null)?.layers ?? 0;
  await expect.poll(here).toBe(count);
}

async function openAt(path: string) {
  await openApp('/', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'todo', title: 'Buy a rope' },
    ],
  });
  goOn(path);
  await expect.element(heading(/.+/)).toBeVisible();
}

test('[BACK-01] Back closes the topmost layer, and then leads to the page before', async () => {
  await openAt('/my-list');
  await page.getByRole('button', { name: 'More actions for Buy a rope' }).click();
  await expect.element(menu).toBeVisible();
  await layers(1);
  history.back();
  await expect.element(menu).not.toBeInTheDocument();
  await atPath('/my-list');

  await choose('Buy a rope', 'Edit');
  await expect.element(dialog('Edit todo')).toBeVisible();
  await layers(1);
  history.back();
  await expect.element(dialog('Edit todo')).not.toBeInTheDocument();
  await atPath('/my-list');
  await layers(0);
  history.back();
  await atPath('/');
});

const question = page.getByRole('alertdialog');
const rope = page.getByRole('link', { name: 'Details of Buy a rope' });
const boat = page.getByRole('link', { name: 'Details of Sail north' });

/** Each kind of layer: how it opens on My List, and the layer. */
const kinds: Readonly<Record<string, readonly [open: () => Promise<void>, layer: Locator]>> = {
  sheet: [() => press(rope, 'o'), dialog('Buy a rope')],
  menu: [() => button('More actions for Buy a rope').click(), menu],
  assignees: [() => press(rope, 'a'), page.getByRole('dialog').or(menu)],
  edit: [() => press(rope, 'e'), dialog('Edit todo')],
  date: [() => press(rope, 'd'), dialog('Date of “Buy a rope”')],
  labels: [() => press(rope, 'l'), dialog('Labels of “Buy a rope”')],
  move: [() => press(rope, 'v'), dialog('Move “Buy a rope”')],
  delete: [() => press(boat, '{Delete}'), question],
  search: [() => userEvent.keyboard('{Control>}k{/Control}'), page.getByRole('combobox')],
  create: [() => userEvent.keyboard('n'), dialog('Create New Item')],
  help: [() => userEvent.keyboard('?'), dialog('Keyboard shortcuts')],
};

test('[BACK-01] Back closes every kind of layer and stays on the page', async () => {
  await openApp('/', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'todo', title: 'Call the harbour', parent: 0 },
      { type: 'todo', title: 'Buy a rope' },
    ],
  });
  goOn('/my-list');
  for (const [name, [open, layer]] of Object.entries(kinds)) {
    await expect.element(rope).toBeVisible();
    await open();
    await expect.element(layer.first(), { message: name }).toBeVisible();
    await layers(name === 'sheet' ? 0 : 1);
    history.back();
    await expect.element(layer, { message: name }).not.toBeInTheDocument();
    await layers(0);
    expect([name, location.pathname, location.search]).toEqual([name, '/my-list', '']);
  }
  history.back();
  await atPath('/');
});

test('[BACK-01] Back closes the Account sheet of a phone', async () => {
  await openApp('/', { size: phone });
  goOn('/my-list');
  await button('Account').click();
  await expect.element(dialog('Account')).toBeVisible();
  await layers(1);
  history.back();
  await expect.element(dialog('Account')).not.toBeInTheDocument();
  await atPath('/my-list');
});

test('[BACK-02] a text typed into Create New Item is a draft after Back', async () => {
  await openAt('/queue');
  await userEvent.keyboard('n');
  const create = dialog('Create New Item');
  await titleIn(create).fill('Buy a lamp');
  await layers(1);
  history.back();
  await expect.element(create).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(titleIn(create)).toHaveValue('Buy a lamp');
});

test('[BACK-03] a layer that closes otherwise leaves no entry', async () => {
  await openAt('/my-list');
  await userEvent.keyboard('?');
  await layers(1);
  await userEvent.keyboard('{Escape}');
  await layers(0);
  await choose('Buy a rope', 'Edit');
  await layers(1);
  await button('Cancel').click();
  await layers(0);
  history.back();
  await atPath('/');
});

test('[BACK-03] a page that a layer leads to takes over its entry', async () => {
  await openAt('/my-list');
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('Sail');
  await page.getByRole('option', { name: /Sail north/ }).click();
  await expect.element(heading('Sail north')).toBeVisible();
  await layers(0);
  history.back();
  await atPath('/my-list');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  history.back();
  await atPath('/');
});

test('[BACK-01] a layer over a sheet closes before the sheet, and the sheet before the page', async () => {
  await openAt('/my-list');
  const sheet = dialog('Buy a rope');
  await page.getByRole('link', { name: 'Details of Buy a rope' }).click();
  await sheet.getByRole('button', { name: 'More actions for Buy a rope' }).click();
  await expect.element(menu).toBeVisible();
  await layers(1);
  history.back();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(sheet).toBeVisible();
  history.back();
  await expect.element(sheet).not.toBeInTheDocument();
  await atPath('/my-list');
});

test('[BACK-03] a sheet closes with the layer over it in one step', async () => {
  await openAt('/my-list');
  const sheet = dialog('Buy a rope');
  await page.getByRole('link', { name: 'Details of Buy a rope' }).click();
  await sheet.getByRole('button', { name: 'More actions for Buy a rope' }).click();
  await layers(1);
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await layers(0);
  await atPath('/my-list');
  await expect.poll(() => location.search).toBe('');
  history.back();
  await atPath('/');
});

test('[BACK-04] a change of address below a layer is still there after it closes', async () => {
  await openAt('/my-list');
  await userEvent.keyboard('?');
  await layers(1);
  history.replaceState(null, '', '/queue');
  await layers(1);
  await userEvent.keyboard('{Escape}');
  await layers(0);
  await atPath('/queue');
});

test('[BACK-01] Forward does not lead to a layer that was closed by Back', async () => {
  await openAt('/my-list');
  await userEvent.keyboard('?');
  await layers(1);
  history.back();
  await layers(0);
  history.forward();
  await layers(0);
  await atPath('/my-list');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[BACK-01] a layer that opens while the browser is slow to leave the one before stays open', async () => {
  await openAt('/my-list');
  await userEvent.keyboard('?');
  await layers(1);
  const go = history.go.bind(history);
  const slow = vi
    .spyOn(history, 'go')
    .mockImplementationOnce((by) => void setTimeout(() => go(by), 1500));
  onTestFinished(() => slow.mockRestore());
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox')).toBeVisible();
  await expect.poll(() => slow.mock.calls.length).toBe(1);
  await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await layers(1);
  await expect.element(page.getByRole('combobox')).toBeVisible();
});
