import type {} from '@vitest/browser-playwright';
import { addDays } from '@foray/domain';
import { onTestFinished, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import { withTouch } from '../ui/testing/tap.ts';
import { goOn, heading, main, row, said, toast } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const today = dayAt(Date.now());
const items: readonly SeedItem[] = [
  { type: 'todo', title: 'Call Bo', due_date: today },
  { type: 'todo', title: 'Buy a rope', due_date: addDays(today, -1) },
];
const details = (title: string) => row(title).getByRole('link', { name: `Details of ${title}` });

/** Opens the app on a phone, and waits for the swipes, which load with the layers. */
async function openTouch(path: string, seeded: readonly SeedItem[] = items) {
  await withTouch();
  const app = await openApp(path, { items: seeded, size: phone });
  await expect.poll(() => document.documentElement.matches('.swipe-rows')).toBe(true);
  if (path !== '/preferences') await rowsAtRest();
  return app;
}

/** Waits until rows are shown, and no longer moved by parts of the page that load later. */
async function rowsAtRest(): Promise<void> {
  const last = () => main.getByRole('listitem').last().query()?.getBoundingClientRect().top;
  let before = last();
  const isStill = () => {
    const now = last();
    const is = now !== undefined && now === before;
    before = now;
    return is;
  };
  await expect.poll(isStill, { interval: 200 }).toBe(true);
}

/** A point of the page, for the window around its frame. */
function pointOf(x: number, y: number) {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth);
  const scale = frame.width / innerWidth;
  return { x: frame.left + x * scale, y: frame.top + y * scale };
}

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly [number, number][]) =>
  cdp().send('Input.dispatchTouchEvent', {
    type,
    touchPoints: at.map(([x, y]) => pointOf(x, y)),
  });

/** The middle of a row, at which a swipe begins by default. */
function middleOf(title: string): { readonly x: number; readonly y: number } {
  const box = row(title).element().getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Moves a finger over a row in steps, from its middle or `from`, and lifts it unless `isHeld`. */
async function swipe(
  title: string,
  wayPx: number,
  { from = middleOf(title).x, downPx = 0, isHeld = false } = {},
): Promise<void> {
  const { y } = middleOf(title);
  const steps = 6;
  await touch('touchStart', [from, y]);
  for (let step = 1; step <= steps; step += 1) {
    await touch('touchMove', [from + (wayPx * step) / steps, y + (downPx * step) / steps]);
  }
  if (!isHeld) await touch('touchEnd');
}

const part = (title: string) => row(title).element().firstElementChild as HTMLElement;

/** The number of rows that follow a finger. */
const swiped = () => document.querySelectorAll('[data-swipe]').length;

test('[TOUCH-01] a swipe to the right completes an item, and its message undoes that', async () => {
  await openTouch('/today');
  await swipe('Call Bo', 140);
  await said('Todo updated', '“Call Bo” is completed.');
  await expect.element(row('Call Bo')).not.toBeInTheDocument();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(details('Call Bo')).toBeVisible();
});

test('[TOUCH-01] a swipe to the left opens the date, and a day of it can be undone', async () => {
  await openTouch('/today');
  await swipe('Call Bo', -140);
  const dialog = page.getByRole('dialog', { name: /Call Bo/ });
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click();
  await said('Todo updated', '“Call Bo” is now due tomorrow.');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(details('Call Bo')).toBeVisible();
});

test('[USE-02] by touch tomorrow takes a swipe and a tap, completing a swipe, and undoing a tap', async () => {
  await openTouch('/today');
  let touches = 0;
  const count = () => (touches += 1);
  addEventListener('pointerdown', count, true);
  onTestFinished(() => removeEventListener('pointerdown', count, true));
  await swipe('Call Bo', -140);
  // The touches of a test follow each other so fast that a tap would only stop the swipe before it.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tomorrow/ })
    .click();
  await said('Todo updated', '“Call Bo” is now due tomorrow.');
  expect(touches).toBe(2);
  await rowsAtRest();
  await swipe('Buy a rope', 140);
  await said('Todo updated', '“Buy a rope” is completed.');
  expect(touches).toBe(3);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.element(details('Buy a rope')).toBeVisible();
  expect(touches).toBe(4);
});

test('[TOUCH-02] the row follows the finger, by its transform alone, and a short swipe does nothing', async () => {
  await openTouch('/today');
  await expect.element(details('Call Bo')).toBeVisible();
  const box = row('Call Bo').element();
  await swipe('Call Bo', 30, { isHeld: true });
  await expect.poll(() => part('Call Bo').style.transform).toBe('translateX(30px)');
  await expect.element(row('Call Bo').getByText('Complete', { exact: true })).toBeVisible();

  const changes: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { target, attributeName } of records)
      changes.push(target === part('Call Bo') ? `${attributeName}` : 'another');
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const { x, y } = middleOf('Call Bo');
  for (const wayPx of [40, 55, 70]) await touch('touchMove', [x + wayPx, y]);
  await expect.poll(() => part('Call Bo').style.transform).toBe('translateX(70px)');
  observer.disconnect();
  expect(new Set(changes)).toEqual(new Set(['style']));

  await touch('touchEnd');
  await expect.poll(() => box.hasAttribute('data-swipe')).toBe(false);
  expect(part('Call Bo').style.transform).toBe('');
  expect(box.children).toHaveLength(1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(toast.getByRole('listitem')).not.toBeInTheDocument();
});

test('[TOUCH-02] a swipe that has become long enough ticks once, and one that goes back does nothing', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  onTestFinished(() => vibrate.mockRestore());
  await openTouch('/today');
  await main.getByRole('heading', { name: 'Today', level: 1 }).click();
  await swipe('Call Bo', 130, { isHeld: true });
  await expect.poll(() => vibrate.mock.calls.length).toBe(1);
  const { x, y } = middleOf('Call Bo');
  await touch('touchMove', [x + 60, y]);
  await touch('touchEnd');
  await expect.poll(() => row('Call Bo').element().hasAttribute('data-swipe')).toBe(false);
  await expect.element(toast.getByRole('listitem')).not.toBeInTheDocument();
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('[TOUCH-03] a swipe that begins at an edge or goes down first moves no row', async () => {
  const many = Array.from({ length: 30 }, (_, at): SeedItem => ({
    type: 'todo',
    title: `Todo ${at}`,
  }));
  await openTouch('/queue', many);
  await expect.element(details('Todo 29')).toBeVisible();
  const seen: number[] = [];
  const observer = new MutationObserver(() => seen.push(swiped()));
  observer.observe(document.body, { subtree: true, attributeFilter: ['data-swipe'] });
  await swipe('Todo 29', 200, { from: 20 });
  await swipe('Todo 29', -200, { from: innerWidth - 20 });
  // A scroll that drifts sideways scrolls.
  await swipe('Todo 25', 60, { downPx: -220 });
  await expect.poll(() => window.scrollY).toBeGreaterThan(100);
  observer.disconnect();
  expect(seen).toEqual([]);
  await expect.element(toast.getByRole('listitem')).not.toBeInTheDocument();
});

test('[TOUCH-03] a second finger ends a swipe without effect', async () => {
  await openTouch('/today');
  const { x, y } = middleOf('Call Bo');
  await touch('touchStart', [x, y]);
  await touch('touchMove', [x + 60, y]);
  await expect.poll(swiped).toBe(1);
  await touch('touchStart', [x + 60, y], [x, y + 100]);
  try {
    await expect.poll(swiped).toBe(0);
  } finally {
    await touch('touchEnd');
  }
  await expect.element(toast.getByRole('listitem')).not.toBeInTheDocument();
});

test('[TOUCH-03] a finger on a row that closes up moves nothing sideways, so that the browser does not go back', async () => {
  const media = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    });
  await media('no-preference');
  onTestFinished(async () => void (await media('reduce')));
  const { animate } = Element.prototype;
  const held = vi.spyOn(Element.prototype, 'animate').mockImplementation(function (
    this: Element,
    ...how
  ) {
    const movement = animate.apply(this, how);
    movement.pause();
    return movement;
  });
  onTestFinished(() => held.mockRestore());
  await openTouch('/today');
  const { x, y } = middleOf('Call Bo');
  await row('Call Bo').getByRole('button', { name: 'Complete Call Bo' }).click();
  await expect.poll(() => document.querySelectorAll('[data-leaving]').length).toBe(1);
  const under = document.elementFromPoint(x, y);
  expect(under?.querySelector('[data-leaving]')).not.toBeNull();
  expect(under && getComputedStyle(under).touchAction).toBe('pan-y pinch-zoom');
});

test('[TOUCH-04] on a page that is read from right to left the swipes are mirrored', async () => {
  await openTouch('/today');
  document.documentElement.dir = 'rtl';
  onTestFinished(() => void (document.documentElement.dir = ''));
  await swipe('Call Bo', -140);
  await said('Todo updated', '“Call Bo” is completed.');
});

test('[TOUCH-04] rows do not move once the swipes are switched off in Preferences', async () => {
  const app = await openTouch('/preferences');
  await page.getByText('Swipe rows', { exact: true }).click();
  await expect.poll(() => document.documentElement.matches('.swipe-rows')).toBe(false);
  goOn('/today');
  await expect.element(heading('Today')).toBeVisible();
  await expect.element(details('Call Bo')).toBeVisible();
  await swipe('Call Bo', 140);
  await swipe('Call Bo', -140);
  expect(document.querySelector('[data-swipe]')).toBeNull();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await app.reopen();
  await userEvent.keyboard('{Escape}');
  expect(document.documentElement.matches('.swipe-rows')).toBe(false);
});
