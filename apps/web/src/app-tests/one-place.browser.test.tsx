import { page, type Locator } from 'vitest/browser';
import { withTouch } from '../ui/testing/tap.ts';
import { button, heading, main, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const items: readonly SeedItem[] = [
  {
    type: 'campaign',
    title: 'Open the bakery',
    description:
      'Six tables, sourdough and good coffee, near the market, before the spring. The oven comes from Lyon, and the flour from the mill by the river.',
    status: 'in_progress',
    end_date: '2999-01-29',
  },
  {
    type: 'task',
    title: 'Find a place',
    parent: 0,
    status: 'in_progress',
    due_date: '2999-01-02',
    assigned_to: 1,
  },
  { type: 'todo', title: 'Measure the cellar', parent: 1 },
  { type: 'todo', title: 'Visit the shop', parent: 1, status: 'completed' },
  { type: 'todo', title: 'Choose a name', parent: 0, status: 'completed' },
  { type: 'todo', title: 'Buy milk', status: 'completed' },
];
const smallPhone = { width: 360, height: 780 };
const box = (locator: Locator) => locator.element().getBoundingClientRect();
const details = page.getByRole('button', { name: 'All details' });

test('[CAMP-11] at 360 px the contents of a campaign with every fact begin above 300 px, and its details unfold', async () => {
  await withTouch();
  await openApp('/campaigns/1', { items, size: smallPhone });
  await expect.element(page.getByRole('tab', { name: 'Contents' })).toBeVisible();
  await expect.element(row('Find a place')).toBeVisible();
  expect(box(page.getByRole('tablist')).top).toBeLessThan(300);
  await expect.element(main.getByText('Status: in progress')).toBeVisible();
  await expect.element(main.getByText('Due: Jan 29, 2999')).toBeVisible();
  const folded = [main.getByText('Created by: Guest User'), main.getByText('Owner')];
  for (const fact of folded) await expect.element(fact).not.toBeVisible();
  await expect.element(details).toHaveAttribute('aria-expanded', 'false');
  await details.click();
  await expect.element(details).toHaveAttribute('aria-expanded', 'true');
  for (const fact of folded) await expect.element(fact).toBeVisible();
  await details.click();
  for (const fact of folded) await expect.element(fact).not.toBeVisible();
});

/** The visible lines about the status or the progress of the item itself, without those of rows. */
function lines(within: Locator): readonly string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(within.element(), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement;
    const words = text.textContent?.trim() ?? '';
    if (!parent?.checkVisibility() || parent.closest('[role=listitem], .sr-only')) continue;
    if (/remaining|still open|^\d+ of \d+$|in progress/i.test(words)) found.push(words);
  }
  return found;
}

test('[LAYOUT-30] a campaign, a task and its sheet say status and progress once', async () => {
  const app = await openApp('/campaigns/1', { items });
  await expect.element(row('Find a place')).toBeVisible();
  expect(lines(main)).toEqual(['Status: in progress', '50% complete, 1 remaining']);
  await app.visit('/tasks/2');
  await expect.element(row('Measure the cellar')).toBeVisible();
  expect(lines(main)).toEqual(['Status: in progress', '50% complete, 1 remaining']);
  await expect.element(button('Complete')).toHaveAccessibleDescription('1 still open');
  await app.visit('/campaigns/1');
  await page.getByRole('link', { name: 'Details of Find a place' }).click();
  const sheet = page.getByRole('dialog', { name: 'Find a place' });
  await expect.element(sheet.getByText('Measure the cellar')).toBeVisible();
  expect(lines(sheet)).toEqual(['in progress', '50% complete, 1 remaining']);
});

test('[HOME-10] Hide completed is in the header of its list, beside its words and at the edge of its rows', async () => {
  const app = await openApp('/', { items });
  for (const [path, first, words] of [
    ['/', 'Open the bakery', '1 open'],
    ['/campaigns/1', 'Find a place', '50% complete, 1 remaining'],
    ['/tasks/2', 'Measure the cellar', '50% complete, 1 remaining'],
  ] as const) {
    await app.visit(path);
    for (const width of [360, 1280]) {
      await page.viewport(width, 780);
      await expect.element(row(first)).toBeVisible();
      const hide = button('Hide completed');
      const said = box(main.getByText(words, { exact: true }));
      const range = document.createRange();
      range.selectNodeContents(hide.element());
      const label = range.getBoundingClientRect();
      const list = row(first).element().closest('[role=list]');
      const edge = list?.getBoundingClientRect() ?? new DOMRect();
      const found = {
        isAbove: label.bottom <= edge.top && edge.top - label.bottom < 24,
        end: Math.round(edge.right - label.right),
        start: Math.round(said.left - edge.left),
        isOneLine: said.top < label.bottom && label.top < said.bottom,
      };
      expect({ path, width, ...found }).toEqual({
        path,
        width,
        isAbove: true,
        end: 0,
        start: 0,
        isOneLine: true,
      });
    }
  }
});

test('[LAYOUT-31] the words of the first tab begin at the edge of the page’s content, also on touch screens', async () => {
  await withTouch();
  const app = await openApp('/', { items, size: smallPhone });
  expect(matchMedia('(pointer: coarse)').matches).toBe(true);
  for (const [path, tab] of [
    ['/', 'All'],
    ['/queue', 'All'],
    ['/my-list', 'Queue'],
    ['/campaigns/1', 'Contents'],
  ] as const) {
    await app.visit(path);
    const first = main.getByRole('tab', { name: new RegExp(`^${tab}`) });
    await expect.element(first).toBeVisible();
    const edge = box(main).left + Number.parseFloat(getComputedStyle(main.element()).paddingLeft);
    const words = box(first.getByText(tab, { exact: true }));
    expect({ path, start: words.left - edge }).toEqual({ path, start: 0 });
  }
});

test('[LOGIN-11] the header of the sign-in screen has no second Sign In', async () => {
  const app = await openApp('/login');
  await expect.element(heading('Sign In to Foray')).toBeVisible();
  await expect.element(page.getByRole('banner').getByText('Local only')).toBeVisible();
  const inHeader = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
  await expect.element(inHeader).not.toBeInTheDocument();
  await app.visit('/preferences');
  await expect.element(inHeader).toBeVisible();
});
