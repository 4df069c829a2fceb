import { addDays } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import {
  atPath,
  button,
  colour,
  focus,
  goOn,
  heading,
  main,
  press,
  row,
  toast,
} from './testing/on-page.ts';
import { openApp as open } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const today = dayAt(Date.now());
const on = (ahead: number): string => addDays(today, ahead);
const todo = (title: string, more: Partial<SeedItem> = {}): SeedItem => ({
  type: 'todo',
  title,
  ...more,
});
const details = (title: string) => row(title).getByRole('link', { name: `Details of ${title}` });
const complete = (title: string) => button(`Complete ${title}`);

/** Opens the app, and waits for the keys, which load with the layers. */
const openApp: typeof open = async (...of) => {
  const app = await open(...of);
  await expect.element(toast).toBeInTheDocument();
  return app;
};

/** The row with the focus, by its title, and the control that has it. */
function place(): string {
  const control = document.activeElement as HTMLElement | null;
  const title = control?.closest('[data-uuid]')?.querySelector('[data-control=title]');
  return `${(title as HTMLElement | null)?.innerText} ${control?.dataset['control']}`;
}

const plan: readonly SeedItem[] = [
  ...Array.from({ length: 6 }, (_, at) => todo(`Late ${at}`, { due_date: on(-1 - at) })),
  todo('Call Bo', { due_date: today, priority: 'high' }),
  todo('Buy a rope', { due_date: today }),
  { type: 'task', title: 'Get the boat ready', due_date: on(2) },
  todo('Wash up', { due_date: on(13) }),
];

test('[LIST-25] the arrow keys, J and K go through the rows of all days, over headings and a folded group', async () => {
  await openApp('/upcoming', { items: plan });
  await focus(details('Call Bo'));
  const places: string[] = [];
  for (const key of [
    '{ArrowDown}',
    'j',
    '{ArrowDown}',
    '{ArrowDown}',
    'k',
    '{ArrowUp}',
    'k',
    'k',
  ]) {
    await userEvent.keyboard(key);
    places.push(place());
  }
  expect(places).toEqual([
    'Buy a rope open',
    'Get the boat ready open',
    'Wash up open',
    // It is the last row.
    'Wash up open',
    'Get the boat ready open',
    'Buy a rope open',
    'Call Bo open',
    // The overdue items are folded.
    'Call Bo open',
  ]);
  await main.getByRole('button', { name: 'Overdue 6' }).click();
  await focus(details('Call Bo'));
  await userEvent.keyboard('k');
  expect(place()).toBe('Late 0 open');
  // From another control of a row to the same one of the next.
  await focus(complete('Late 0'));
  await userEvent.keyboard('j');
  expect(place()).toBe('Call Bo status');
});

test('[LIST-25] J and K begin with the first row in sight, and are letters in a field and a layer', async () => {
  const items = Array.from({ length: 50 }, (_, at) => todo(`Todo ${at}`));
  await openApp('/queue', { items });
  await expect.element(details('Todo 49')).toBeVisible();
  await press(heading('Queue'), '{ArrowDown}');
  expect(place()).toBe('Todo 49 open');
  (document.activeElement as HTMLElement).blur();
  window.scrollTo(0, 900);
  await userEvent.keyboard('j');
  const first = document.activeElement?.getBoundingClientRect();
  expect(first?.top).toBeGreaterThan(60);
  expect(first?.top).toBeLessThan(140);
  const focused = document.activeElement;
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help).toHaveTextContent('Next or previous item');
  await userEvent.keyboard('j');
  expect(help.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(focused);
  await page.getByRole('searchbox').fill('');
  await userEvent.keyboard('jk');
  await expect.element(page.getByRole('searchbox')).toHaveValue('jk');
});

test('[LIST-26] a list is one Tab stop, the row that had the focus last; left and right lead to its controls', async () => {
  await openApp('/upcoming', { items: plan });
  await expect.element(details('Wash up')).toBeVisible();
  const stops = (title: string) =>
    [...(row(title).element().closest('[role=list]')?.querySelectorAll('*') ?? [])]
      .filter((one) => (one as HTMLElement).tabIndex >= 0)
      .map((one) => one.getAttribute('aria-label'));
  expect(stops('Call Bo')).toEqual(['Details of Call Bo']);
  await focus(details('Call Bo'));
  await userEvent.keyboard('{ArrowDown}');
  expect(stops('Call Bo')).toEqual(['Details of Buy a rope']);
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.matches('[role=list] *')).toBe(false);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(place()).toBe('Buy a rope open');

  const reached: string[] = [];
  for (const key of ['Right', 'Right', 'Right', 'Right', 'Right', 'Left']) {
    await userEvent.keyboard(`{Arrow${key}}`);
    reached.push(place());
  }
  expect(reached).toEqual(
    ['status', 'title', 'assign', 'menu', 'menu', 'assign'].map((one) => `Buy a rope ${one}`),
  );
  document.documentElement.dir = 'rtl';
  await userEvent.keyboard('{ArrowRight}');
  document.documentElement.dir = '';
  expect(place()).toBe('Buy a rope title');
});

test('[LIST-26] the whole row with the focus is set off, whichever of its controls has it', async () => {
  await openApp('/today', { items: plan });
  const line = () => row('Call Bo').element().firstElementChild as HTMLElement;
  const background = () => getComputedStyle(line()).backgroundColor;
  await expect.element(details('Call Bo')).toBeVisible();
  expect(background()).not.toBe(colour('--color-accent-soft'));
  await press(heading('Today'), '{ArrowDown}');
  await expect.poll(background).toBe(colour('--color-accent-soft'));
  const [whole, ring] = [line(), details('Call Bo').element()].map((one) =>
    one.getBoundingClientRect(),
  );
  expect(ring).toEqual(whole);
  await userEvent.keyboard('{ArrowRight}');
  expect(background()).toBe(colour('--color-accent-soft'));
  await expect.element(details('Call Bo')).toHaveAccessibleDescription('High priority');
});

test('[LIST-25] after the last item of a day is completed the line goes on in the next day', async () => {
  await openApp('/today', {
    items: [todo('Late', { due_date: on(-1) }), todo('Call Bo', { due_date: today })],
  });
  await focus(details('Late'));
  await userEvent.keyboard('c');
  await expect.element(row('Late')).not.toBeInTheDocument();
  await expect.poll(place).toBe('Call Bo open');
});

test('[LIST-28] after the keys that go to Today and Upcoming the first row has the focus, if there is one', async () => {
  const app = await openApp('/', { items: plan });
  await expect.element(heading('Home')).toBeVisible();
  await userEvent.keyboard('gt');
  await atPath('/today');
  await expect.poll(place).toBe('Call Bo open');
  await userEvent.keyboard('jgt');
  await expect.poll(place).toBe('Call Bo open');
  await userEvent.keyboard('gu');
  await atPath('/upcoming');
  await expect.poll(place).toBe('Call Bo open');
  goOn('/today');
  await expect.element(heading('Today')).toHaveFocus();
  await app.reopenWith([]);
  await expect.element(toast).toBeInTheDocument();
  await userEvent.keyboard('gu');
  await userEvent.keyboard('gt');
  await expect.element(heading('Today')).toHaveFocus();
});

test('[LIST-28] G and a second key lead to each page, and do nothing to the row with the focus', async () => {
  await openApp('/today', { items: plan });
  for (const [key, path] of [
    ['m', '/my-list'],
    ['c', '/completed'],
    ['q', '/queue'],
    ['a', '/active'],
    ['n', '/notifications'],
    ['p', '/preferences'],
    ['h', '/'],
  ] as const) {
    await focus(details('Call Bo'));
    await userEvent.keyboard(`g${key}`);
    await atPath(path);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.keyboard('gt');
    await atPath('/today');
  }
  await expect.element(row('Call Bo')).toBeInTheDocument();
  await expect.element(toast).not.toHaveTextContent('updated');
});

test('[LIST-27] the line goes through a long list and beyond it, also after scrolling away, and keeps the focus', async () => {
  const items = [
    ...Array.from({ length: 300 }, (_, at) => todo(`Todo ${at}`, { due_date: today })),
    todo('Tomorrow', { due_date: on(1) }),
  ];
  await openApp('/upcoming', { items });
  const longRows = () => document.querySelectorAll('main [aria-posinset]').length;
  await expect.poll(longRows).toBeGreaterThan(20);
  await press(heading('Upcoming'), '{ArrowDown}');
  const first = place();
  const seen = new Set([first]);
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => seen.has(place())).toBe(false);
    seen.add(place());
  }
  const position = () =>
    Number(document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset'));
  expect(position()).toBe(41);

  const { activeElement } = document;
  details('Tomorrow').element().scrollIntoView({ block: 'center' });
  await expect.element(details('Tomorrow')).toBeInViewport();
  expect(document.activeElement).toBe(activeElement);
  await userEvent.keyboard('j');
  await expect.poll(position).toBe(42);
  expect(document.activeElement?.getBoundingClientRect().top).toBeGreaterThan(0);

  await focus(details('Tomorrow'));
  await userEvent.keyboard('k');
  await expect.poll(position).toBe(300);
  await userEvent.keyboard('j');
  expect(place()).toBe('Tomorrow open');
  window.scrollTo(0, 0);
  await expect.poll(longRows).toBeLessThan(100);
  await userEvent.keyboard('k');
  await expect.poll(position).toBe(300);
});

test('[LIST-27] a deleted row of a long list leaves the line on the row that takes its place', async () => {
  await openApp('/queue', {
    items: Array.from({ length: 200 }, (_, at) => todo(`Todo ${at}`)),
  });
  await expect
    .poll(() => document.querySelectorAll('main [aria-posinset]').length)
    .toBeGreaterThan(20);
  await press(heading('Queue'), '{ArrowDown}');
  await userEvent.keyboard('{ArrowDown}{Delete}');
  await expect.poll(place).toBe('Todo 197 open');
  await userEvent.keyboard('{ArrowUp}');
  expect(place()).toBe('Todo 199 open');
});
