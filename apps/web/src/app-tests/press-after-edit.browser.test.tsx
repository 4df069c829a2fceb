import { page, userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { tap, withTouch } from '../ui/testing/tap.ts';
import { atPath, card, press, row, submit, tabOf, titleIn } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const items: readonly SeedItem[] = [
  {
    type: 'todo',
    title: 'Water',
    description: 'Only in the morning.',
    due_date: '2030-01-31',
    repeat: 'FREQ=DAILY',
    repeat_from: 'due',
    repeat_start: '2030-01-31',
    labels: ['garden', 'home', 'roof'],
  },
  { type: 'todo', title: 'Call Ada' },
];
const dialog = page.getByRole('dialog', { name: 'Water', exact: true });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });

/** The parts of a sheet: the button of each, and what its press opens. */
const parts = {
  title: {
    opener: dialog.getByRole('button', { name: 'Water', exact: true }),
    opened: dialog.getByRole('textbox', { name: 'Edit title' }),
  },
  date: {
    opener: dialog.getByRole('button', { name: /^Due: / }),
    opened: page.getByRole('dialog', { name: /^Date of/ }),
  },
  repeat: {
    opener: dialog.getByRole('button', { name: 'Repeats every day' }),
    opened: field('Repeat'),
  },
  labels: {
    opener: dialog.getByRole('button', { name: /^Labels: / }),
    opened: dialog.getByRole('combobox', { name: 'Labels' }),
  },
  description: {
    opener: dialog.getByRole('button', { name: 'Edit description' }),
    opened: dialog.getByRole('textbox', { name: 'Description' }),
  },
  priority: {
    opener: dialog.getByRole('button', { name: 'Set priority' }),
    opened: page.getByRole('menuitemradio', { name: 'High' }),
  },
} as const;
type Part = keyof typeof parts;
/** Wide enough for all controls of a row. */
const tablet = { width: 800, height: 900 };

/** Each editor in place, left for each of the other parts. */
const transitions = (Object.keys(parts) as Part[])
  .filter((from) => from !== 'priority' && from !== 'date')
  .flatMap((from) =>
    (Object.keys(parts) as Part[]).filter((to) => to !== from).map((to) => [from, to] as const),
  );

async function openSheet(): Promise<void> {
  await press(page.getByRole('link', { name: 'Details of Water' }), '{Enter}');
  await expect.element(dialog).toBeVisible();
}

/** Leaves the editor of each part by a press on each other one, which opens at once. */
async function walk(pressOn: (opener: Locator) => Promise<void>): Promise<void> {
  for (const [from, to] of transitions) {
    await parts[from].opener.click();
    await expect.element(parts[from].opened).toHaveFocus();
    await pressOn(parts[to].opener);
    await expect.element(parts[to].opened, { message: `${from} to ${to}` }).toBeVisible();
    await expect.element(parts[from].opened).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(parts[to].opener).toHaveFocus();
  }
}

test('[SHEET-10] a press on any part of a sheet opens it, although the press ends the edit of another part', async () => {
  await openApp('/queue', { items });
  await openSheet();
  await walk((opener) => opener.click());
});

test('[SHEET-10] a tap on any part of a sheet opens it, although the tap ends the edit of another part @full', async () => {
  await openApp('/queue', { items, size: phone });
  await openSheet();
  await withTouch();
  await walk(async (opener) => {
    const element = await opener.findElement();
    element.scrollIntoView({ block: 'center' });
    await tap(element);
  });
});

const ada = row('Call Ada');
const editor = page.getByRole('textbox', { name: 'Edit title' });
const menuOf = (title: string) => page.getByRole('menu', { name: new RegExp(title) });
const more = (title: string) => page.getByRole('button', { name: `More actions for ${title}` });
const assign = (title: string) =>
  row(title).getByRole('button', { name: new RegExp(`^Assign ${title}`) });
const quickTitle = titleIn(card);

/** The parts of a list that a press opens and another press leaves, and how each opens. */
const opened: Readonly<Record<string, () => Promise<void>>> = {
  async editor() {
    await row('Water').getByRole('button', { name: 'Water', exact: true }).click();
    await expect.element(editor).toHaveFocus();
  },
  async menu() {
    await more('Water').click();
    await expect.element(menuOf('Water')).toBeVisible();
  },
  async assignees() {
    await assign('Water').click();
    await expect.element(menuOf('Water')).toBeVisible();
  },
  async card() {
    await quickTitle.click();
    await expect.element(submit).toBeVisible();
  },
};

/** The controls around them: the target of the press, and a test whether it acts. */
const targets: Readonly<Record<string, readonly [target: Locator, acts: () => Promise<void>]>> = {
  title: [
    ada.getByRole('button', { name: 'Call Ada', exact: true }),
    async () => void (await expect.element(editor).toHaveValue('Call Ada')),
  ],
  menu: [
    more('Call Ada'),
    async () => void (await expect.element(menuOf('Call Ada')).toBeVisible()),
  ],
  assignees: [
    assign('Call Ada'),
    async () => void (await expect.element(menuOf('Call Ada')).toBeVisible()),
  ],
  card: [quickTitle, async () => void (await expect.element(quickTitle).toHaveFocus())],
  search: [
    page.getByRole('banner').getByRole('button', { name: /^Search/ }),
    async () =>
      void (await expect.element(page.getByRole('combobox', { name: /search/i })).toHaveFocus()),
  ],
  tab: [
    tabOf('Campaigns'),
    async () =>
      void (await expect.element(tabOf('Campaigns')).toHaveAttribute('aria-selected', 'true')),
  ],
  page: [
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Active/ }),
    () => atPath('/active'),
  ],
};

test.each([
  ['mouse', ''],
  ['finger', ' @full'],
] as const)(
  '[SHEET-10] in a list a press of the %s that leaves an editor, a menu or quick-add acts on its target%s',
  async (by, _tag) => {
    const app = await openApp('/', { items, ...(by === 'finger' && { size: tablet }) });
    if (by === 'finger') await withTouch();
    for (const [from, open] of Object.entries(opened)) {
      for (const [to, [target, acts]] of Object.entries(targets)) {
        if (from === to) continue;
        await app.visit('/');
        await expect.element(more('Call Ada')).toBeVisible();
        await open();
        const element = await target.findElement();
        if (by === 'mouse') await target.click();
        else await tap(element);
        await acts().catch((cause: unknown) => {
          throw new Error(`${from} to ${to}`, { cause });
        });
      }
    }
  },
);

test('[SHEET-10] a press that ends the edit of a row’s title acts on its target', async () => {
  await openApp('/queue', { items, size: phone });
  const long = 'Water all the plants on the roof and in the garden before it is too hot outside';
  await row('Water').getByRole('button', { name: 'Water', exact: true }).click();
  await page.getByRole('textbox', { name: 'Edit title' }).fill(long);
  await row('Call Ada').getByRole('button', { name: 'Call Ada', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Edit title' })).toHaveValue('Call Ada');
  await expect.element(row(long)).toBeVisible();
});
