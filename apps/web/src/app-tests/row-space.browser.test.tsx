import { addDays } from '@foray/domain';
import { page } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import { heading, main } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const widths = [320, 360, 390, 768, 1024, 1280, 1440, 1920] as const;
const today = dayAt(Date.now());
const long =
  'Buy rope and two shackles at the chandlery by the old harbour before the storm arrives';
const url = `https://www.example.com/${'a/path/without/any/space/'.repeat(8)}`;

const dues: readonly Partial<SeedItem>[] = [
  {},
  { due_date: today, due_time: '17:30' },
  { due_date: addDays(today, -9), due_time: '09:00' },
  { due_date: '2020-11-23' },
];
const labels: readonly Partial<SeedItem>[] = [
  {},
  { labels: ['print', 'press'] },
  {
    labels: [
      'home',
      'garden',
      'north',
      'spring cleaning',
      'a label of forty characters and no comma',
    ],
  },
];
const others: readonly Partial<SeedItem>[] = [
  {},
  { parent: 0, description: long, priority: 'high', status: 'in_progress' },
];

/**
 * Items with each combination of a short and a long title, a date, labels, and the other facts; tasks with
 * all other facts and progress.
 */
const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Spring launch of the new brand' },
  ...['Ring', long].flatMap((title) =>
    dues.flatMap((due) =>
      labels.flatMap((some) =>
        others.map((rest) => ({ type: 'todo' as const, title, ...due, ...some, ...rest })),
      ),
    ),
  ),
];
const tasks: readonly SeedItem[] = dues.flatMap((due) =>
  labels.map((some) => ({ type: 'task', title: long, ...due, ...some, ...others[1] })),
);
const inTasks = tasks.map((_, place) => ({
  type: 'todo' as const,
  title: 'Inside',
  parent: items.length + place,
}));

interface Part {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The visible part of a box inside those that clip it; null if none is. */
function visiblePart(box: DOMRect, element: Element, row: Element): Part | null {
  let { left, right, top, bottom } = box;
  for (let at: Element | null = element; at && row.contains(at); at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.clipPath !== 'none') return null;
    if (style.display === 'contents' || style.overflowX === 'visible') continue;
    const clip = at.getBoundingClientRect();
    [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
    [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
  }
  return right - left > 0.5 && bottom - top > 1 ? { left, right, top, bottom } : null;
}

/** The parts of a row's line with the title in `line`, from the start; labels are one part. */
function partsBeside(line: Pick<Part, 'top' | 'bottom'>, row: Element): readonly Part[] {
  const found: Part[] = [];
  const leaves = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const add = (box: DOMRect, element: Element) => {
    const part = visiblePart(box, element, row);
    if (part && part.top < line.bottom - 2 && part.bottom > line.top + 2) found.push(part);
  };
  for (let text = leaves.nextNode(); text; text = leaves.nextNode()) {
    const parent = text.parentElement;
    if (!parent || parent.closest('[data-labels]')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    add(range.getBoundingClientRect(), parent);
  }
  for (const box of row.querySelectorAll('[data-labels], svg')) {
    if (!box.parentElement?.closest('[data-labels]')) add(box.getBoundingClientRect(), box);
  }
  return found.toSorted((a, b) => a.left - b.left);
}

/** The gap between parts; that of a part without any width counts as used. */
const [gapPx, emptyGapPx] = [13, 24];

/** The width that no part of the line uses, beyond usual gaps. */
function freePx(line: Pick<Part, 'top' | 'bottom'>, row: Element): number {
  const { right: end } = row.getBoundingClientRect();
  const parts = partsBeside(line, row);
  let [place, free] = [parts[0]?.left ?? end, 0];
  for (const { left, right } of [...parts, { left: end, right: end }]) {
    free += Math.max(0, left - place - gapPx);
    place = Math.max(place, right);
  }
  return Math.round(free);
}

/** The texts of rows that end early beside free space. */
function cutBesideSpace(): readonly string[] {
  const found: string[] = [];
  for (const row of document.querySelectorAll('main .row-lines')) {
    for (const text of row.querySelectorAll<HTMLElement>('.truncate, [data-control=title] > *')) {
      const box = text.getBoundingClientRect();
      const isCut = text.scrollWidth > text.clientWidth + 1;
      if (!isCut || visiblePart(box, text, row) === null) continue;
      const free = freePx(box, row);
      if (free > emptyGapPx) found.push(`${free}px beside ${row.textContent}`);
    }
  }
  return found;
}

/** The rows whose parts overlap, or end outside of them. */
function crossingParts(): readonly string[] {
  const found: string[] = [];
  for (const row of document.querySelectorAll('main .row-lines')) {
    const { right: end } = row.getBoundingClientRect();
    const lines = row.querySelectorAll('[data-control=title], [data-due]:not(:empty)');
    for (const line of lines) {
      const shown = visiblePart(line.getBoundingClientRect(), line, row);
      const parts = shown ? partsBeside(shown, row) : [];
      const isCrossing = parts.some(
        ({ right }, place) => right > (parts[place + 1]?.left ?? end + 7) + 1,
      );
      if (isCrossing) found.push(row.textContent ?? '');
    }
  }
  return found;
}

/** The rows in which a label is neither whole nor counted. */
function lostLabels(): readonly string[] {
  const found: string[] = [];
  for (const box of document.querySelectorAll('main [data-labels]')) {
    const edge = box.getBoundingClientRect();
    const isWhole = (one: Element) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const isIn = top >= edge.top - 1 && bottom <= edge.bottom + 1;
      if (isIn && (left < edge.left - 1 || right > edge.right + 1)) found.push('cut label');
      return isIn && edge.width > 0;
    };
    const isSeen = visiblePart(edge, box, box.closest('.row-lines') ?? box) !== null;
    const shown = [...box.querySelectorAll('[data-label]')].filter(isWhole).length;
    const counts = [...box.querySelectorAll('[data-rest], [data-count]')].filter(isWhole);
    const counted = Math.max(
      0,
      ...counts.map((one) => Number.parseInt(one.lastChild?.textContent?.replace('+', '') ?? '')),
    );
    const all = box.getAttribute('title')?.split(', ').length ?? 0;
    if (!isSeen || shown + counted < all)
      found.push(`${shown} + ${counted} of ${box.getAttribute('title')}`);
  }
  return found;
}

for (const [path, name, tab] of [
  ['/my-list', 'My List', 'Active'],
  ['/my-list', 'My List', 'Queue'],
  ['/active', 'Active', 'Todos'],
  ['/active', 'Active', 'Tasks'],
  ['/today', 'Today', null],
  ['/campaigns/1', 'Spring launch of the new brand', null],
] as const) {
  test(`[LIST-22] no text of a row on ${path} ${tab ?? ''} is cut beside free space, and nothing overlaps`, async () => {
    await openApp(path, { items: [...items, ...tasks, ...inTasks] });
    await expect.element(heading(name)).toBeVisible();
    if (tab !== null) await main.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    for (const width of widths) {
      await page.viewport(width, 3000);
      await expect.element(main.getByRole('listitem').first()).toBeVisible();
      const found = { cuts: cutBesideSpace(), crossing: crossingParts(), labels: lostLabels() };
      expect({ width, ...found }).toEqual({ width, cuts: [], crossing: [], labels: [] });
    }
  });
}

test('[LIST-22] between a title and the facts after it is one gap, also after narrow letters and one label', async () => {
  const parent = 0;
  const day = { due_date: today, due_time: '17:00', priority: 'high' } as const;
  await openApp('/today', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'todo', title: 'Call the flour mill', ...day },
      { type: 'todo', title: 'Mow the meadow', ...day, labels: ['law'], parent },
    ],
    size: { width: 1440, height: 900 },
  });
  const gapsOf = (title: string): number[] => {
    const row = main.getByRole('listitem').filter({ hasText: title }).element();
    const [name, due] = ['[data-control=title] [dir]', '[data-due] svg'].map((part) =>
      row.querySelector(part)?.getBoundingClientRect(),
    );
    return name && due ? [Math.round(due.left - name.right)] : [];
  };
  for (const title of ['Call the flour mill', 'Mow the meadow']) {
    await expect.element(main.getByText(title)).toBeVisible();
  }
  expect(gapsOf('Call the flour mill')).toEqual([12]);
  expect(gapsOf('Mow the meadow')).toEqual([12]);
  await page.viewport(390, 844);
  const line = main.getByRole('listitem').filter({ hasText: 'Mow the meadow' }).element();
  const label = line.querySelector('[data-label]')?.getBoundingClientRect();
  const [place] = main.getByText('in Sail north').elements();
  expect(label && place && place.getBoundingClientRect().left - label.right).toBeLessThan(10);
});

/** A part of each page that is there once the page is whole. */
const pages = {
  '/': () => page.getByRole('link', { name: /^Upcoming/ }).first(),
  '/campaigns': () => main.getByRole('link', { name: url }).first(),
  '/campaigns/1': () => page.getByText('Created by: Guest User'),
  '/tasks/2': () => page.getByText(/^Place: /),
  '/todos/3': () => page.getByRole('dialog').getByText(/^Place: /),
  '/queue': () => page.getByRole('region', { name: 'Up next' }),
  '/my-list': () => page.getByText('How your list stands'),
  '/today': () => main.getByText('Overdue', { exact: true }),
  '/upcoming': () => main.getByText('Overdue', { exact: true }),
  '/completed': () => main.getByRole('listitem').first(),
} as const;

test('[LIST-23] a title that is an address widens no page', async () => {
  const app = await openApp('/', {
    items: [
      { type: 'campaign', title: url, description: url },
      { type: 'task', title: url, parent: 0, due_date: today, labels: ['x'.repeat(40)] },
      { type: 'todo', title: url, parent: 1, due_date: addDays(today, -1) },
      { type: 'todo', title: url, status: 'completed' },
    ],
  });
  for (const [path, part] of Object.entries(pages)) {
    await page.viewport(1920, 900);
    await app.visit(path);
    await expect.element(part()).toBeInTheDocument();
    for (const width of widths) {
      await page.viewport(width, 900);
      const sideways = document.documentElement.scrollWidth - innerWidth;
      expect({ path, width, sideways: Math.max(0, sideways) }).toEqual({
        path,
        width,
        sideways: 0,
      });
    }
  }
});
