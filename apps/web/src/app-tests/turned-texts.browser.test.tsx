import { page, userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import {
  button,
  card,
  chooseTab,
  goOn,
  main,
  press,
  rename,
  row,
  titleIn,
  toast,
} from './testing/on-page.ts';
import { menuEntry } from '../ui/testing/menu-entry.ts';
import { openSignedIn, settled } from './testing/account-page.ts';
import { openApp } from './testing/open-app.tsx';

const hebrew = /[\u05d0-\u05ea]/;
const isolate = /\u2068[^\u2069]*[\u05d0-\u05ea][^\u2069]*\u2069/g;
const [campaign, task, todo] = ['לשוט צפונה', 'להכין את הסירה', 'לקנות מגפיים'];
const [friend, label, words] = ['דנה', 'בית', 'שני זוגות, גדולים'];

/** Texts by people on the page that could change the direction of the text around them. */
function turning(): readonly string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const element = node.parentElement;
    if (!hebrew.test(text.replace(isolate, '')) || element === null) continue;
    // An option of a list is always isolated, and the marks behind a title follow its field.
    if (element.closest('[dir=auto], bdi, option, textarea, [data-typed-layer]')) continue;
    found.push(`${text} in ${element.outerHTML.slice(0, 160)}`);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (hebrew.test(field.value) && field.dir !== 'auto') found.push(field.outerHTML.slice(0, 160));
  }
  return found;
}

const dialog = page.getByRole('dialog');
const openMenu = (title: string) =>
  row(title)
    .getByRole('button', { name: /^More actions/ })
    .click();

/** Chooses an entry of the menu of a visible item. */
async function choose(title: string, entry: string): Promise<void> {
  await openMenu(title);
  await menuEntry(entry).click();
}

test('[TEXT-04] texts written by people do not change the direction of the text around them, on any screen', async () => {
  const { server, user } = await openSignedIn('/', async (ada, server) => {
    const dana = await server.account(friend);
    await server.befriend(ada, dana);
    await dana.make({ type: 'todo', title: `${todo} 4`, assigned_to: ada.id });
    const top = await ada.make({ type: 'campaign', title: campaign, description: words });
    const middle = await ada.make({
      type: 'task',
      title: task,
      parent_id: top,
      description: words,
    });
    const facts = { labels: [label], due_date: '2026-01-01', description: words };
    await ada.make({
      type: 'todo',
      title: todo,
      parent_id: middle,
      assigned_to: dana.id,
      ...facts,
    });
    await ada.make({ type: 'todo', title: `${todo} 2`, status: 'in_progress', ...facts });
    await ada.make({ type: 'todo', title: `${todo} 3`, status: 'completed' });
  });
  const items = await user.items();
  const idOf = (title: string) => items.find((item) => item.title === title)?.id;
  for (const path of [
    '/',
    '/my-list',
    '/queue',
    '/active',
    '/completed',
    '/campaigns',
    `/campaigns/${idOf(campaign)}`,
    `/tasks/${idOf(task)}`,
    `/todos/${idOf(todo)}`,
    '/today',
    '/upcoming',
    '/contacts',
    '/notifications',
    '/preferences',
  ]) {
    goOn(path);
    await expect
      .poll(() => document.body.innerText)
      .toMatch(path === '/preferences' ? /./ : hebrew);
    expect(turning(), path).toEqual([]);
    for (const tab of main.getByRole('tab').elements()) {
      if (!(tab as HTMLButtonElement).disabled) (tab as HTMLElement).click();
      await settled();
      expect(turning(), `${path} ${tab.textContent}`).toEqual([]);
    }
  }
  goOn('/');
  await openMenu(`${todo} 2`);
  await expect.element(menuEntry('Edit')).toBeVisible();
  expect(turning(), 'menu').toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  for (const entry of ['Edit', 'Move to…', 'Assign to']) {
    await choose(`${todo} 2`, entry);
    await expect.element(dialog).toBeVisible();
    expect(turning(), entry).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  }
  server.setOffline(true);
  await rename(`${todo} 2`, `${todo} 5`);
  await user.call('PATCH', `/api/items/${idOf(`${todo} 2`)}`, { title: `${todo} 6` });
  server.setOffline(false);
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  expect(turning(), 'conflict').toEqual([]);
  await expect
    .poll(() => document.activeElement?.closest('[role=alertdialog]') ?? null)
    .not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill(todo);
  await expect.element(page.getByRole('option').first()).toBeVisible();
  expect(turning(), 'search').toEqual([]);
});

test('[TEXT-04] texts that are being written have their own direction, and do not change the direction of the text around them', async () => {
  await openApp('/queue', {
    items: [
      { type: 'campaign', title: campaign },
      { type: 'todo', title: todo, description: words, labels: [label], parent: 0 },
      { type: 'todo', title: 'Wash up' },
    ],
  });
  const shows = async (part: Locator, place: string) => {
    await expect.element(part).toBeVisible();
    expect(turning(), place).toEqual([]);
  };
  const removeLabel = page.getByRole('button', { name: /^Remove label/ });
  await chooseTab('Todos');
  await choose(todo, 'Edit');
  await shows(removeLabel, 'Edit');
  await button('Cancel').click();
  await choose('Wash up', 'Move to…');
  await shows(dialog.getByRole('button', { name: new RegExp(campaign) }), 'Move');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();

  await press(row(todo).getByRole('link', { name: /^Details of/ }), '{Enter}');
  await dialog.getByRole('button', { name: 'Edit description' }).click();
  await shows(dialog.getByRole('textbox', { name: 'Description' }), 'description');
  await dialog.getByRole('button', { name: /^Labels: / }).click();
  await shows(removeLabel, 'labels');
  await dialog.getByRole('button', { name: new RegExp(`^${todo}`) }).click();
  await shows(dialog.getByRole('textbox', { name: 'Edit title' }), 'title');
  await userEvent.keyboard('{Escape}{Escape}');

  await userEvent.keyboard('n');
  await dialog.getByLabelText('Title', { exact: true }).fill(`${task} #${label}`);
  await dialog.getByLabelText('Description').fill(words);
  await shows(page.getByRole('list', { name: 'Recognised in the title' }), 'create');
  await button('Cancel').click();

  goOn('/');
  await titleIn(card).click();
  await titleIn(card).fill(`${task} #${label}`);
  await shows(page.getByRole('list', { name: 'Recognised in the title' }), 'quick-add');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', `${task}\n${todo}`);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true }),
  );
  await shows(page.getByRole('alertdialog'), 'paste');
  await button('Cancel').click();
  await titleIn(card).fill('');

  await choose(campaign, 'Delete');
  await shows(page.getByRole('alertdialog'), 'delete');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .last()
    .click();
  // The list of deleted items is read when the page opens.
  await expect.element(toast).toHaveTextContent('Campaign deleted');
  goOn('/preferences');
  await shows(main.getByRole('button', { name: /^Bring back/ }).first(), 'trash');
  goOn('/login');
  await main.getByRole('textbox', { name: 'Name' }).fill(friend);
  await shows(main.getByRole('textbox', { name: 'Name' }), 'sign-in');
});

test('[TEXT-01] a stored title without visible characters reads Untitled and can be pressed', async () => {
  await openApp('/', { items: [{ type: 'todo', title: '\u3164' }] });
  await row('Untitled')
    .getByRole('button', { name: /^Untitled/ })
    .click();
  await expect.element(page.getByRole('textbox', { name: 'Edit title' })).toBeVisible();
});
