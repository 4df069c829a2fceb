import { page, userEvent } from 'vitest/browser';
import { atPath, choose, goOn, heading, main, press, row, chooseTab } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';
import { slowAnimations } from './testing/slow-animations.ts';

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north' },
  { type: 'task', title: 'Get the boat ready', parent: 0, description: 'Engine first.' },
  { type: 'todo', title: 'Buy a rope', parent: 1 },
  { type: 'todo', title: 'Call Ada' },
  { type: 'todo', title: 'Pay the berth', status: 'completed' },
];

/** Narrow enough for a modal sheet. */
const tablet = { width: 1024, height: 768 };

const sheet = (title: string) => page.getByRole('dialog', { name: title, exact: true });
const space = (title: string) => page.getByRole('link', { name: `Details of ${title}` });
const shownItem = () => new URLSearchParams(location.search).get('item');

/** Waits until the sheet's own title has the focus, where its keys begin. */
async function titleHasFocus(title: string): Promise<void> {
  await expect.element(sheet(title)).toBeVisible();
  await expect
    .poll(() => document.querySelector('[data-control=heading]:focus')?.textContent)
    .toContain(title);
}

async function closed(title: string): Promise<void> {
  await expect.element(sheet(title)).not.toBeInTheDocument();
  expect(shownItem()).toBeNull();
}

test('[SHEET-01] an item opens over its list: by a press on its row’s free space, by Enter on the row, by O on a part of it', async () => {
  await openApp('/queue', { items });
  const line = row('Call Ada');
  await expect.element(line).toBeVisible();
  // Beside the words, in the free space.
  const box = line.element().getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width * 0.4, box.top + box.height / 2);
  expect(hit).toBe(space('Call Ada').element());
  await space('Call Ada').click();
  await expect.element(sheet('Call Ada')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/queue');
  await userEvent.keyboard('{Escape}');
  await closed('Call Ada');

  await press(space('Call Ada'), '{Enter}');
  await expect.element(sheet('Call Ada')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await closed('Call Ada');

  const ways = { todo: 'Call Ada', task: 'Get the boat ready', campaign: 'Sail north' };
  for (const [type, title] of Object.entries(ways)) {
    const tab = { todo: 'Todos', task: 'Tasks', campaign: 'Campaigns' }[type] ?? '';
    await chooseTab(tab);
    await press(page.getByRole('button', { name: `Complete ${title}` }), 'o');
    await expect.element(sheet(title)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await closed(title);
  }
  await choose('Sail north', 'Details');
  await expect.element(sheet('Sail north')).toBeVisible();
});

test('[SHEET-01] pressing the title of a todo still opens its editor, and that of a task its page', async () => {
  await openApp('/queue', { items });
  await row('Call Ada').getByRole('button', { name: 'Call Ada', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Edit title' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await chooseTab('Tasks');
  await main.getByRole('link', { name: 'Get the boat ready', exact: true }).click();
  await atPath('/tasks/2');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[SHEET-01] notifications, Due soon and Up next open the sheet over the current page', async () => {
  const due = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await openApp('/notifications', {
    items: [{ type: 'todo', title: 'Buy a rope', due_date: due }],
  });
  const rows = page.getByRole('list', { name: 'Recent Notifications' }).getByRole('listitem');
  await rows.getByRole('link').click();
  await expect.element(sheet('Buy a rope')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/notifications');
  await userEvent.keyboard('{Escape}');
  await closed('Buy a rope');
  goOn('/queue');
  for (const name of ['Open Buy a rope', 'Up next: Buy a rope']) {
    await page.getByRole('link', { name }).click();
    await expect.element(sheet('Buy a rope')).toBeVisible();
    await expect.poll(() => location.pathname).toBe('/queue');
    await userEvent.keyboard('{Escape}');
    await closed('Buy a rope');
  }
});

test('[SHEET-02] Back, Escape, Close and a press outside each close the sheet, and the focus returns to the row', async () => {
  await openApp('/queue', { items, size: tablet });
  const open = async () => {
    await press(space('Call Ada'), '{Enter}');
    await titleHasFocus('Call Ada');
  };
  const { depth } = history.state as { depth: number };
  for (const close of [
    async () => history.back(),
    () => userEvent.keyboard('{Escape}'),
    () => sheet('Call Ada').getByRole('button', { name: 'Close' }).click(),
    () => userEvent.click(document.body, { position: { x: 20, y: 300 }, force: true }),
  ]) {
    await open();
    await close();
    await closed('Call Ada');
    await expect.element(space('Call Ada')).toHaveFocus();
    await expect.poll(() => location.pathname).toBe('/queue');
    // It went back, so that no entry of a sheet is left in the history.
    expect(history.state).toMatchObject({ depth });
  }
});

test('[SHEET-02] the focus stays inside the sheet', async () => {
  await openApp('/queue', { items, size: tablet });
  await press(space('Call Ada'), '{Enter}');
  await titleHasFocus('Call Ada');
  for (let step = 0; step < 25; step += 1) {
    await userEvent.keyboard('{Tab}');
    expect(sheet('Call Ada').element().contains(document.activeElement)).toBe(true);
  }
});

test('[SHEET-02] a reload keeps the sheet open, and closing it then still goes back', async () => {
  const app = await openApp('/queue', { items });
  await press(space('Call Ada'), '{Enter}');
  await expect.element(sheet('Call Ada')).toBeVisible();
  await app.reopen();
  await expect.element(sheet('Call Ada')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await closed('Call Ada');
  await expect.element(row('Call Ada')).toBeVisible();
});

test('[SHEET-02] Back from a sheet opened in another sheet leads to that sheet, and Close leads to the page', async () => {
  await openApp('/campaigns/1', { items });
  await press(space('Get the boat ready'), '{Enter}');
  await press(
    sheet('Get the boat ready').getByRole('link', { name: 'Details of Buy a rope' }),
    'o',
  );
  await titleHasFocus('Buy a rope');
  history.back();
  await expect.element(sheet('Get the boat ready')).toBeVisible();
  await press(
    sheet('Get the boat ready').getByRole('link', { name: 'Details of Buy a rope' }),
    'o',
  );
  await sheet('Buy a rope').getByRole('button', { name: 'Close' }).click();
  await closed('Buy a rope');
  await expect.element(heading('Sail north')).toBeVisible();
});

test('[SHEET-02] deleting an item in its sheet leads back to the sheet from which it was opened', async () => {
  await openApp('/campaigns/1', { items });
  await press(space('Get the boat ready'), '{Enter}');
  await press(
    sheet('Get the boat ready').getByRole('link', { name: 'Details of Buy a rope' }),
    'o',
  );
  await titleHasFocus('Buy a rope');
  await userEvent.keyboard('{Delete}');
  await titleHasFocus('Get the boat ready');
  await userEvent.keyboard('{Escape}');
  await closed('Get the boat ready');
  await expect.element(heading('Sail north')).toBeVisible();
});

test('[SHEET-09] on the narrowest phones the buttons of a repeating item fit on one line, with the menu beside Close', async () => {
  const repeat = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: '2030-01-31' } as const;
  await openApp('/active', {
    items: [
      { type: 'todo', title: 'Water', status: 'in_progress', due_date: '2030-01-31', ...repeat },
    ],
    size: { width: 320, height: 640 },
  });
  await press(space('Water'), '{Enter}');
  await titleHasFocus('Water');
  const topOf = (name: string) =>
    sheet('Water').getByRole('button', { name, exact: true }).element().getBoundingClientRect().top;
  expect(topOf('Skip this time')).toBe(topOf('Complete'));
  expect(topOf('More actions for Water')).toBe(topOf('Close'));
});

test('[SHEET-02] an address with a sheet opens with the sheet, and without it once it is closed', async () => {
  await openApp('/queue', { items });
  await press(space('Call Ada'), '{Enter}');
  await expect.element(sheet('Call Ada')).toBeVisible();
  goOn(`/campaigns?page=1&item=${shownItem()}`);
  await expect.element(sheet('Call Ada')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await closed('Call Ada');
  await expect.poll(() => location.pathname + location.search).toBe('/campaigns?page=1');
});

test('[SHEET-03] the link of a todo opens its sheet over its parent’s page, or over its list if it has no parent', async () => {
  await openApp('/todos/3', { items });
  await expect.element(sheet('Buy a rope')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/tasks/2');
  const uuid = shownItem();
  await userEvent.keyboard('{Escape}');
  await closed('Buy a rope');
  await expect.element(heading('Get the boat ready')).toBeVisible();
  goOn(`/todos/${uuid}`);
  await expect.element(sheet('Buy a rope')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/tasks/2');
  goOn('/todos/4');
  await expect.element(sheet('Call Ada')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/queue');
  goOn('/todos/5');
  await expect.element(sheet('Pay the berth')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/completed');
});

test('[SHEET-03] the link of a missing todo says that it is missing, under the name of the product', async () => {
  await openApp('/todos/77', { items });
  await expect.element(page.getByRole('heading', { name: 'Todo not found' })).toBeInTheDocument();
  expect(document.title).toBe('Foray');
  // A task has no such link.
  goOn('/todos/2');
  await expect.element(page.getByRole('heading', { name: 'Todo not found' })).toBeInTheDocument();
});

test('[SHEET-04] search opens a todo over its parent’s page, or over the current page if it has no parent', async () => {
  await openApp('/my-list', { items });
  await expect.element(row('Call Ada')).toBeVisible();
  const search = page.getByRole('dialog', { name: 'Search items' });
  const find = async (query: string) => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await search.getByRole('combobox').fill(query);
    await expect.element(search.getByRole('option')).toHaveTextContent(query);
    await userEvent.keyboard('{Enter}');
  };
  await find('Call Ada');
  await expect.element(sheet('Call Ada')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/my-list');
  await userEvent.keyboard('{Escape}');
  await closed('Call Ada');
  await find('Buy a rope');
  await expect.element(sheet('Buy a rope')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/tasks/2');
  history.back();
  await closed('Buy a rope');
  await expect.element(heading('Get the boat ready')).toBeVisible();
  await expect.poll(() => main.element().contains(document.activeElement)).toBe(true);
  history.back();
  await expect.element(row('Call Ada')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/my-list');
});

test('[SHEET-04] the search opens over a sheet that it has just opened, and the page scrolls again once both are closed', async () => {
  await openApp('/queue', { items, size: tablet });
  const search = page.getByRole('dialog', { name: 'Search items' });
  const field = search.getByRole('combobox');
  await press(space('Call Ada'), '{Control>}k{/Control}');
  await field.fill('Call Ada');
  await expect.element(search.getByRole('option')).toHaveTextContent('Call Ada');
  const endSlowness = slowAnimations();
  await userEvent.keyboard('{Enter}');
  await titleHasFocus('Call Ada');
  // The search is still fading out.
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('');
  endSlowness();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toBeInTheDocument();
  await titleHasFocus('Call Ada');
  expect(document.documentElement.style.overflow).toBe('hidden');
  await userEvent.keyboard('{Escape}');
  await closed('Call Ada');
  await expect.element(space('Call Ada')).toHaveFocus();
  expect(document.documentElement.style.overflow).toBe('');
});

test('[SHEET-09] the sheet slides in from below on phones, and from the side in wider windows', async () => {
  await openApp('/queue', { items, size: phone });
  await press(space('Call Ada'), '{Enter}');
  const bounds = () => sheet('Call Ada').element().getBoundingClientRect();
  await expect.poll(() => Math.round(bounds().bottom)).toBe(phone.height);
  expect(bounds().width).toBe(phone.width);
  expect(bounds().height).toBeGreaterThan(phone.height * 0.8);
  await page.viewport(1280, 720);
  await expect.poll(() => bounds().width).toBeLessThan(600);
  expect(bounds().right).toBeGreaterThan(1200);
  expect(bounds().height).toBeGreaterThan(720 * 0.8);
  document.documentElement.dir = 'rtl';
  await expect.poll(() => bounds().left).toBeLessThan(80);
  document.documentElement.dir = '';
});

test('[SHEET-09] Close stays in view, however long an item is', async () => {
  const description = 'One line.\n'.repeat(200);
  await openApp('/queue', {
    items: [{ type: 'todo', title: 'Call Ada', description }],
    size: phone,
  });
  await press(space('Call Ada'), '{Enter}');
  await titleHasFocus('Call Ada');
  // The sheet slides in from below, and Close moves with it.
  const bottom = () => sheet('Call Ada').element().getBoundingClientRect().bottom;
  await expect.poll(() => Math.round(bottom())).toBe(phone.height);
  const close = sheet('Call Ada').getByRole('button', { name: 'Close' }).element();
  sheet('Call Ada').getByText('Activity', { exact: true }).element().scrollIntoView();
  const { left, top, width, height } = close.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(close.contains(hit)).toBe(true);
});
