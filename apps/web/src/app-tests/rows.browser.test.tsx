import { page } from 'vitest/browser';
import { chooseTab, colour, goOn, heading, main, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { sampleItems } from './testing/sample-items.ts';

const laptop = { width: 1440, height: 900 };

/** A time at noon here, `days` ago, which is the same day however long the test takes. */
function daysAgo(days: number): string {
  const noon = new Date();
  noon.setHours(12, 0, 0, 0);
  noon.setDate(noon.getDate() - days);
  return noon.toISOString();
}

test('rows show the day by which their list is sorted, and completed items show it on a phone too', async () => {
  const done = { type: 'todo', status: 'completed', created_at: daysAgo(9) } as const;
  await openApp('/queue', {
    size: laptop,
    items: [
      { type: 'todo', title: 'Waits', created_at: daysAgo(3), description: 'For the ferry.' },
      { type: 'todo', title: 'Runs', status: 'in_progress', updated_at: daysAgo(1) },
      { ...done, title: 'Done today', completed_at: daysAgo(0) },
      { ...done, title: 'Done long ago', completed_at: '2020-01-02T12:00:00.000Z' },
    ],
  });
  await expect.element(row('Waits')).toHaveTextContent('Added 3 days ago');
  const title = row('Waits').getByText('Waits', { exact: true }).element();
  const words = row('Waits').getByText('For the ferry.').element();
  expect(words.getBoundingClientRect().left).toBeGreaterThan(title.getBoundingClientRect().right);
  goOn('/active');
  await expect.element(row('Runs')).toHaveTextContent('Changed yesterday');
  await page.viewport(360, 780);
  goOn('/completed');
  await expect.element(row('Done today').getByText('Completed today')).toBeVisible();
  await expect.element(row('Done long ago').getByText('Completed Jan 2, 2020')).toBeVisible();
  goOn('/queue');
  await expect.element(row('Waits')).toBeVisible();
  await expect.element(row('Waits').getByText(/^Added/)).not.toBeVisible();
});

test('the longest title ends before the controls of its row, even in a wide row', async () => {
  const items = sampleItems.map((item) => ({ ...item, description: item.title }));
  await openApp('/queue', { size: laptop, items });
  for (const [path, name] of [
    ['/queue', 'Queue'],
    ['/my-list', 'My List'],
  ] as const) {
    goOn(path);
    await expect.element(heading(name)).toBeVisible();
    await expect.element(main.getByRole('listitem').first()).toBeVisible();
    const spans = [...document.querySelectorAll('main [role=listitem]')].map((line) => ({
      title: line.querySelector('[data-control=title] span')?.getBoundingClientRect().right ?? 0,
      menu: line.querySelector('[data-control=assign]')?.getBoundingClientRect().left ?? Infinity,
    }));
    expect(spans.some(({ title, menu }) => title > 0 && menu < Infinity)).toBe(true);
    expect(spans.filter(({ title, menu }) => title > menu)).toEqual([]);
  }
});

test('12 rows of a list fit on a laptop, and 8 on a phone', async () => {
  await openApp('/', {
    items: Array.from({ length: 30 }, (_, place) => ({
      type: 'todo' as const,
      title: `Todo ${place + 1}`,
      ...(place % 4 === 0 && { due_date: '2999-01-01' }),
    })),
  });
  for (const [width, height, rows] of [
    [1280, 800, 12],
    [360, 780, 8],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(row('Todo 30')).toBeVisible();
    const whole = () => {
      const bar = document.querySelector('nav[aria-label] ul')?.closest('nav.fixed');
      const end = bar?.getBoundingClientRect().top || innerHeight;
      const lines = main.getByRole('listitem').elements();
      return lines.filter((line) => line.getBoundingClientRect().bottom <= end).length;
    };
    await expect.poll(whole).toBeGreaterThanOrEqual(rows);
  }
});

test('the details behind a title never overlap the buttons of its row', async () => {
  // The narrowest window in which a row is one line.
  await openApp('/', { size: { width: 725, height: 1180 }, items: sampleItems.slice(0, 4) });
  await chooseTab('Tasks');
  const pack = row('Pack');
  await expect.element(pack).toHaveTextContent(/overdue/);
  const due = pack.element().querySelector('[data-overdue]') as Element;
  const assign = pack.getByRole('button', { name: /^Assign Pack/ }).element();
  expect(due.getBoundingClientRect().right).toBeLessThanOrEqual(
    assign.getBoundingClientRect().left,
  );
});

test('[LIST-17] all rows of a list have one height, whatever they contain', async () => {
  const long =
    'Buy rope and two shackles at the chandlery by the old harbour before the storm arrives';
  const items = (['task', 'todo'] as const).flatMap((type) =>
    [null, 'in_progress' as const].flatMap((status) =>
      ['Short', long].flatMap((title) => [
        { type, title: `${title} ${type}`, ...(status && { status }) },
        {
          type,
          title: `${title} full ${type}`,
          description: long,
          priority: 'medium' as const,
          due_date: '2026-01-02',
          due_time: '17:00',
          labels: ['home', 'garden', 'north', 'spring cleaning'],
          repeat: 'FREQ=DAILY',
          repeat_from: 'due' as const,
          repeat_start: '2026-01-02',
          ...(status && { status }),
        },
      ]),
    ),
  );
  await openApp('/my-list', { size: laptop, items });
  const rows = () => [...document.querySelectorAll('main [role=listitem]')];
  /** The row heights that occur. */
  const heights = () =>
    Object.fromEntries(
      rows().map((one) => [
        Math.round(one.firstElementChild?.getBoundingClientRect().height ?? 0),
        (one as HTMLElement).innerText,
      ]),
    );
  for (const [path, name] of [
    ['/', 'Home'],
    ['/queue', 'Queue'],
    ['/active', 'Active'],
    ['/my-list', 'My List'],
  ] as const) {
    goOn(path);
    await expect.element(heading(name)).toBeVisible();
    for (const width of [1920, 1440, 1024, 768, 390, 320]) {
      await page.viewport(width, 900);
      if (width === 1920) await expect.poll(() => rows().length).toBeGreaterThan(3);
      await expect.poll(() => Object.entries(heights()).slice(1)).toEqual([]);
    }
  }
  // The tooltip has the whole title.
  await expect.element(page.getByTitle(`${long} task`, { exact: true })).toBeInTheDocument();
  // In a narrow row the title uses the second line if no details need it.
  const heightPx = (title: string) =>
    page.getByTitle(title, { exact: true }).element().getBoundingClientRect().height;
  expect(heightPx(`${long} task`)).toBeGreaterThan(30);
  expect(heightPx(`${long} full task`)).toBeLessThan(30);
});

test('[LIST-22] the title is followed by the date and the labels, and all rows end at the same edge', async () => {
  const items = [
    { type: 'campaign', title: 'Sail north' },
    { type: 'task', title: 'Inner', parent: 0 },
    { type: 'todo', title: 'Labelled', labels: ['home'], due_date: '2999-01-01' },
    { type: 'todo', title: 'High', priority: 'high', due_date: '2999-01-01' },
  ] as const;
  await openApp('/my-list', { size: laptop, items });
  await expect.element(row('Inner')).toHaveTextContent('in Sail north');
  const box = (title: string, text: string | RegExp) =>
    row(title).getByText(text, { exact: true }).first().element().getBoundingClientRect();
  const duePx = (title: string) =>
    row(title).element().querySelector('[data-due]')?.getBoundingClientRect() ?? new DOMRect();
  for (const title of ['Labelled', 'High']) {
    expect(duePx(title).left - box(title, title).right).toBeCloseTo(12, 0);
  }
  expect(box('Labelled', 'home').left - duePx('Labelled').right).toBeCloseTo(20, 0);
  const ends = ['Inner', 'Labelled', 'High'].map((title) => box(title, /^Added/).right);
  expect(new Set(ends).size).toBe(1);
});

test('[LIST-24] a completed item says on a phone when it was completed, beside its date and labels', async () => {
  const done = { type: 'todo', status: 'completed', completed_at: daysAgo(3) } as const;
  await openApp('/completed', {
    size: { width: 320, height: 780 },
    items: [
      { ...done, title: 'Dated', due_date: '2020-11-23', labels: ['home', 'garden'] },
      { ...done, title: 'Free', priority: 'high' },
    ],
  });
  await expect.element(row('Dated')).toBeVisible();
  for (const width of [320, 360, 390]) {
    await page.viewport(width, 780);
    for (const title of ['Dated', 'Free']) {
      const facts = row(title).element().querySelector('[data-facts]')?.getBoundingClientRect();
      const said = row(title).getByText('Completed 3 days ago').element().getBoundingClientRect();
      expect(said.top).toBeGreaterThanOrEqual((facts?.top ?? Infinity) - 1);
      expect(said.bottom).toBeLessThanOrEqual((facts?.bottom ?? 0) + 1);
      expect(said.right).toBeLessThanOrEqual(facts?.right ?? 0);
    }
  }
});

test('[LIST-21] a row with a date and little space shows priority and states as icons, with words for screen readers', async () => {
  const high = { type: 'todo', priority: 'high' } as const;
  // With nothing due soon the page has no side column.
  await openApp('/queue', {
    size: { width: 1270, height: 720 },
    items: [
      { ...high, title: 'Dated', due_date: '2150-01-01', due_time: '17:30' },
      { ...high, title: 'Free' },
    ],
  });
  const widthPx = (title: string) =>
    row(title).getByText('High priority').element().getBoundingClientRect().width;
  await expect.element(row('Dated')).toHaveTextContent('High priority');
  expect(widthPx('Dated')).toBeGreaterThan(40);
  goOn('/my-list');
  await page.viewport(laptop.width, laptop.height);
  await expect.element(row('Free')).toBeVisible();
  await expect.poll(() => widthPx('Dated')).toBeLessThanOrEqual(1);
  expect(widthPx('Free')).toBeGreaterThan(40);
  await page.viewport(360, 780);
  await expect.poll(() => widthPx('Dated')).toBeLessThanOrEqual(1);
  await expect.element(row('Dated')).toHaveTextContent('High priority');
  expect(widthPx('Free')).toBeGreaterThan(40);
  // In the narrowest rows only the ring of the status shows it.
  await page.viewport(320, 780);
  const mark = () => row('Dated').getByText('High priority').element().parentElement;
  await expect.poll(() => mark()?.getBoundingClientRect().width).toBeLessThanOrEqual(1);
});

test('[LIST-21] a narrow row says that an item is overdue, if not by how much', async () => {
  await openApp('/my-list', {
    size: { width: 320, height: 780 },
    items: [{ type: 'task', title: 'Dated', due_date: '2025-11-23', due_time: '07:15' }],
  });
  await expect.element(row('Dated')).toBeVisible();
  const facts = row('Dated').element().querySelector('[data-facts]');
  const said = [...(facts?.querySelectorAll('[data-overdue] [title]') ?? [])].filter(
    (one) => one.getBoundingClientRect().width > 1,
  );
  expect(said.map((one) => one.textContent)).toEqual(['Nov 23, 2025, overdue']);
  expect(said[0]?.getBoundingClientRect().right).toBeLessThanOrEqual(
    facts?.getBoundingClientRect().right ?? 0,
  );
  await expect.element(row('Dated')).toHaveTextContent('Due: Nov 23, 2025, 7:15 AM, overdue');
});

test('[PRIO-02] the ring of an open item’s status shows its priority by colour and width, on a phone too', async () => {
  const todo = { type: 'todo' } as const;
  await openApp('/', {
    size: { width: 360, height: 780 },
    items: [
      { ...todo, title: 'Some day' },
      { ...todo, title: 'Soon', priority: 'low' },
      { ...todo, title: 'Next', priority: 'medium' },
      { ...todo, title: 'Now', priority: 'high' },
      { ...todo, title: 'Past', priority: 'high', status: 'completed' },
    ],
  });
  await expect.element(row('Some day')).toBeVisible();
  const ringOf = (title: string) => {
    const icon = row(title).element().querySelector('[data-status]');
    const circle = icon?.querySelector('circle');
    if (icon == null || circle == null) throw new Error(`${title} has no ring`);
    return [getComputedStyle(icon).color, Number.parseFloat(getComputedStyle(circle).strokeWidth)];
  };
  expect(['Some day', 'Soon', 'Next', 'Now'].map(ringOf)).toEqual([
    [colour('--color-todo'), 1.6],
    [colour('--color-low'), 1.8],
    [colour('--color-medium'), 2.3],
    [colour('--color-high'), 2.9],
  ]);
  expect(ringOf('Past')[0]).toBe(colour('--color-task'));
});
