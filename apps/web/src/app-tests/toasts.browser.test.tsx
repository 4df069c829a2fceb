/// <reference types="@vitest/browser-playwright" />
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { focus, heading, press, row, toast } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeededItem } from './testing/seed.ts';
import { stopTime } from '../ui/testing/fake-time.ts';

const shown = toast.getByRole('listitem');
const remove = (title: string) =>
  press(row(title).getByRole('button', { name: title, exact: true }), '{Delete}');

/** Tells for how long the next toast was open, in ms of the stopped clock: an expectation notices it later. */
function watchToast(): () => number {
  let [openedMs, closedMs] = [Number.NaN, Number.NaN];
  const observer = new MutationObserver(() => {
    const isOpen = document.querySelector('[data-toast-region] > li[data-state="open"]') !== null;
    if (isOpen && Number.isNaN(openedMs)) openedMs = Date.now();
    if (!isOpen && openedMs <= Date.now() && Number.isNaN(closedMs)) closedMs = Date.now();
  });
  observer.observe(document.body, {
    attributeFilter: ['data-state'],
    childList: true,
    subtree: true,
  });
  onTestFinished(() => observer.disconnect());
  return () => closedMs - openedMs;
}

test('[LAYOUT-15] [LAYOUT-16] one toast at a time, for five seconds, with its action; F8 reaches it, a swipe to the right ends it', async () => {
  await openApp('/', {
    items: ['One', 'Two', 'Three', 'Four'].map((title): SeededItem => ({ type: 'todo', title })),
  });
  await expect.element(row('One')).toBeVisible();
  // It comes after the first paint: until then a toast has its time and is not to be seen.
  await expect.poll(() => document.querySelector('[data-toast-region]')).not.toBeNull();
  const pass = stopTime();
  const openMs = watchToast();
  await remove('One');
  await pass(0);
  await expect.element(shown).toHaveTextContent('Todo deleted');
  await expect.element(shown.getByRole('button', { name: 'Undo' })).toBeVisible();
  await pass(5100);
  expect(openMs()).toBeGreaterThan(4900);
  expect(openMs()).toBeLessThan(5100);
  await expect.element(shown).not.toBeInTheDocument();

  await remove('Two');
  await pass(0);
  await expect.element(shown).toHaveLength(1);
  // One takes the place of the other: only then is it the one that the keyboard holds.
  const second = shown.element();
  await remove('Three');
  await pass(100);
  await expect.poll(() => second.isConnected).toBe(false);
  await expect.element(shown).toHaveLength(1);

  await userEvent.keyboard('{F8}');
  await expect.poll(() => toast.element().contains(document.activeElement)).toBe(true);
  await focus(heading('Home'));
  await userEvent.hover(heading('Home'));
  await pass(6000);
  await expect.element(shown).not.toBeInTheDocument();

  await remove('Four');
  await pass(0);
  await expect.element(shown).toHaveLength(1);
  await swipe(shown.element(), 80);
  await pass(1000);
  await expect.element(shown).not.toBeInTheDocument();
});

/** Draws the mouse over an element to the right, the button held down. */
async function swipe(element: Element, byPx: number): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const x = box.left + 20 + (frame?.left ?? 0);
  const y = box.top + box.height / 2 + (frame?.top ?? 0);
  const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', at: number) =>
    cdp().send('Input.dispatchMouseEvent', {
      type,
      x: at,
      y,
      button: 'left',
      buttons: 1,
      clickCount: 1,
    });
  await mouse('mousePressed', x);
  for (let step = 1; step <= 5; step += 1) await mouse('mouseMoved', x + (byPx * step) / 5);
  await mouse('mouseReleased', x + byPx);
}

test('after Undo the focus is on the item that came back', async () => {
  await openApp('/queue', {
    items: ['One', 'Two'].map((title): SeededItem => ({ type: 'todo', title })),
  });
  const two = page.getByRole('button', { name: 'Two', exact: true });
  const undo = toast.getByRole('button', { name: 'Undo' });
  for (const key of ['{Delete}', 'c']) {
    await press(two, key);
    await expect.element(row('Two')).not.toBeInTheDocument();
    await expect.element(undo).toBeVisible();
    // The region, the message, its button.
    await userEvent.keyboard('{F8}{Tab}{Tab}');
    await expect.element(undo).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(two).toHaveFocus();
  }
});

test('on a tablet a toast lies over the bottom bar, not on it, and quotes the beginning of a long title', async () => {
  await openApp('/', {
    size: { width: 820, height: 1180 },
    items: [{ type: 'todo', title: `Plan ${'the way over the mountains '.repeat(8)}`.trim() }],
  });
  await page.getByRole('button', { name: /^Complete Plan/ }).click();
  await expect
    .element(toast)
    .toHaveTextContent(/Plan the way over the mountains .*…” is completed/);
  const said = shown.element().getBoundingClientRect();
  const bar = page.getByRole('navigation').filter({ hasText: 'Queue' });
  const visible = bar.elements().filter((element) => element.checkVisibility());
  expect(visible).toHaveLength(1);
  expect(said.height).toBeGreaterThan(0);
  expect(said.bottom).toBeLessThanOrEqual(visible[0]?.getBoundingClientRect().top ?? 0);
});
