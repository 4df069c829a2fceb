import { cdp } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import { button, heading, main, press, row, said, toast, toggle } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const due_date = dayAt(Date.now());
const items: readonly SeedItem[] = [
  { type: 'todo', title: 'Call Bo', due_date },
  { type: 'todo', title: 'Ring Ada', due_date },
];

async function preferMotion(value: 'reduce' | 'no-preference'): Promise<void> {
  const features = [{ name: 'prefers-reduced-motion', value }];
  await cdp().send('Emulation.setEmulatedMedia', { features });
}

/** Lets rows move; each movement waits until `end` is called. */
async function holdMovements() {
  await preferMotion('no-preference');
  onTestFinished(() => preferMotion('reduce'));
  const held: Animation[] = [];
  const { animate } = Element.prototype;
  const hold = vi.spyOn(Element.prototype, 'animate').mockImplementation(function (
    this: Element,
    ...how
  ) {
    const movement = animate.apply(this, how);
    movement.pause();
    held.push(movement);
    return movement;
  });
  onTestFinished(() => hold.mockRestore());
  return {
    timing: () => held.at(-1)?.effect?.getTiming(),
    end: () => {
      for (const movement of held.splice(0)) movement.finish();
    },
  };
}

/** The rows that stay after their items have been completed. */
const leaving = () => [...document.querySelectorAll<HTMLElement>('[data-leaving]')];
const titlesLeaving = () => leaving().map((one) => one.textContent);
const openPart = (title: string) =>
  main.getByRole('link', { name: `Details of ${title}`, exact: true });

test('[LIST-30] a completed row stays checked at its place for 600 ms, while the count changes at once', async () => {
  const { timing, end } = await holdMovements();
  await openApp('/today', { items });
  await toggle('Call Bo');
  await expect.poll(titlesLeaving).toEqual([expect.stringContaining('Call Bo')]);
  await expect.element(main.getByText(/ 1 of 2 done$/)).toBeVisible();
  const [left] = leaving();
  expect(left?.querySelector('[data-status=completed]')).not.toBeNull();
  expect(left?.nextElementSibling?.textContent).toContain('Ring Ada');
  expect(left?.offsetHeight).toBeGreaterThan(30);
  expect(timing()).toMatchObject({ delay: 600 });
  // The row is nothing to act on.
  await expect.element(row('Call Bo')).not.toBeInTheDocument();
  end();
  await expect.poll(leaving).toEqual([]);
});

test('[LIST-30] after a key the focus is on the next row at once, and after the last row on the heading', async () => {
  const { end } = await holdMovements();
  await openApp('/today', { items });
  await press(openPart('Call Bo'), 'c');
  await expect.element(openPart('Ring Ada')).toHaveFocus();
  await expect.poll(leaving).toHaveLength(1);
  await press(openPart('Ring Ada'), 'c');
  await expect.element(heading('Today')).toHaveFocus();
  await expect
    .poll(titlesLeaving)
    .toEqual([expect.stringContaining('Call Bo'), expect.stringContaining('Ring Ada')]);
  await expect.element(main.getByText('All 2 are done.')).not.toBeInTheDocument();
  end();
  await expect.element(main.getByText('All 2 are done.')).toBeVisible();
});

test('[LIST-30] Undo brings a row back that has not closed up yet', async () => {
  await holdMovements();
  await openApp('/today', { items });
  await toggle('Call Bo');
  await expect.poll(leaving).toHaveLength(1);
  await said('Todo updated');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Call Bo')).toBeVisible();
  await expect.poll(leaving).toEqual([]);
});

test.each(['/queue', '/my-list', '/upcoming', '/'])(
  '[LIST-30] the list of %s keeps a completed row for a while, and an item that leaves otherwise goes at once',
  async (path) => {
    const { end } = await holdMovements();
    const done: SeedItem = { type: 'todo', title: 'Done', status: 'completed' };
    await openApp(path, { items: path === '/' ? [...items, done] : items });
    if (path === '/') await button('Hide completed').click();
    await expect.poll(leaving).toEqual([]);
    await toggle('Call Bo');
    await expect.poll(titlesLeaving).toEqual([expect.stringContaining('Call Bo')]);
    end();
    await expect.poll(leaving).toEqual([]);
    await press(openPart('Ring Ada'), '{Delete}');
    await expect.element(row('Ring Ada')).not.toBeInTheDocument();
    expect(leaving()).toEqual([]);
  },
);

test('[LIST-30] an item completed earlier leaves at once when it is hidden or deleted', async () => {
  const { end } = await holdMovements();
  await openApp('/', { items });
  for (const title of ['Call Bo', 'Ring Ada']) {
    await toggle(title);
    await said('Todo updated', `“${title}” is completed.`);
  }
  end();
  await press(openPart('Ring Ada'), '{Delete}');
  await expect.element(row('Ring Ada')).not.toBeInTheDocument();
  expect(leaving()).toEqual([]);
  await button('Hide completed').click();
  await expect.element(row('Call Bo')).not.toBeInTheDocument();
  expect(leaving()).toEqual([]);
});

test('[LIST-30] with reduced motion a completed row goes at once', async () => {
  await openApp('/today', { items });
  await toggle('Call Bo');
  await expect.element(row('Call Bo')).not.toBeInTheDocument();
  expect(leaving()).toEqual([]);
});

test.each([
  { path: '/my-list', staying: 0 },
  { path: '/queue', staying: 0 },
  { path: '/', staying: 0 },
  { path: '/today', staying: 1 },
  { path: '/upcoming', staying: 1 },
])(
  '[REPEAT-23] a double click on $path completes a repeating item once, and reopens nothing',
  async ({ path, staying }) => {
    await holdMovements();
    const daily = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: due_date } as const;
    await openApp(path, {
      items: [{ type: 'todo', title: 'Water', due_date, ...daily }, ...items],
    });
    await row('Water').getByRole('button', { name: 'Complete Water' }).dblClick();
    await said('Todo updated', '“Water” is done. Next: tomorrow.');
    await expect.poll(leaving).toHaveLength(staying);
    for (const title of ['Call Bo', 'Ring Ada']) {
      await expect
        .element(row(title).getByRole('button', { name: `Complete ${title}` }))
        .toBeVisible();
    }
  },
);

test('[LIST-30] a row of a long list stays too, and those below close up after it', async () => {
  const { end } = await holdMovements();
  const many = Array.from({ length: 90 }, (_, place): SeedItem => ({
    type: 'todo',
    title: `Todo ${place}`,
  }));
  await openApp('/queue', { items: many });
  await expect.element(main.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '90');
  const top = () => row('Todo 86').element().getBoundingClientRect().top;
  const before = top();
  await toggle('Todo 88');
  await expect.poll(titlesLeaving).toEqual([expect.stringContaining('Todo 88')]);
  await expect.element(row('Todo 88')).not.toBeInTheDocument();
  expect(top()).toBe(before);
  end();
  await expect.poll(leaving).toEqual([]);
  await expect.poll(top).toBe(before - 41);
});

test('[LIST-30] a card of a campaign stays too, also the last one', async () => {
  const { end } = await holdMovements();
  const campaigns = ['Sail north', 'Sail south'].map((title): SeedItem => ({
    type: 'campaign',
    title,
  }));
  await openApp('/queue', { items: campaigns });
  await main.getByRole('tab', { name: /^Campaigns/ }).click();
  const width = () => leaving()[0]?.offsetWidth;
  for (const { title } of campaigns) {
    const card = await row(title).findElement();
    const cardPx = Math.round(card.getBoundingClientRect().width);
    await toggle(title);
    await expect.poll(titlesLeaving).toEqual([expect.stringContaining(title)]);
    expect(width()).toBe(cardPx);
    await expect.element(row(title)).not.toBeInTheDocument();
    end();
    await expect.poll(leaving).toEqual([]);
  }
  await expect.element(main.getByRole('list')).not.toBeInTheDocument();
});

test.each(['/today', '/upcoming'])(
  '[LIST-30] on %s the last overdue row stays too, then its list goes',
  async (path) => {
    const { end } = await holdMovements();
    const late: SeedItem = { type: 'todo', title: 'Late', due_date: '2020-01-01' };
    await openApp(path, { items: [late, ...items] });
    const overdue = main.getByRole('region', { name: 'Overdue' });
    await press(openPart('Late'), 'c');
    await expect.poll(titlesLeaving).toEqual([expect.stringContaining('Late')]);
    await expect.element(overdue).toBeVisible();
    await expect.element(openPart('Call Bo')).toHaveFocus();
    end();
    await expect.element(overdue).not.toBeInTheDocument();
    await expect.element(openPart('Call Bo')).toHaveFocus();
  },
);
