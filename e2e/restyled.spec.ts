import { expect, type Page } from '@playwright/test';
import { guestAt, seed } from './guest.ts';
import { test } from './test.ts';

/** The most elements of which the styles were computed at once during `work`. */
async function mostRestyled(page: Page, work: () => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  let most = 0;
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as readonly TraceEvent[]) {
      if (name === 'UpdateLayoutTree') most = Math.max(most, args.elementCount ?? 0);
    }
  });
  const ended = new Promise<void>((resolve) => {
    devtools.once('Tracing.tracingComplete', () => resolve());
  });
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await work();
  await devtools.send('Tracing.end');
  await ended;
  await devtools.detach();
  return most;
}

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly elementCount?: number };
}

/** A whole row has more elements, and a page of them has many more. */
const partOfRows = 12;

test('[PERF-13] keys and the pointer in a list restyle a part of two rows, and a layer not the page below it', async ({
  browser,
  server,
}) => {
  const guest = await guestAt(browser, server.url);
  const titles = Array.from({ length: 40 }, (_, place) => `Todo ${place}`);
  await seed(
    guest,
    titles.map((title) => ({ type: 'todo', title })),
  );
  const { page } = guest;
  await page.goto('/queue');
  const lines = page.locator('main [data-line]');
  // The keys of the list load with the layers.
  await expect(page.getByRole('region', { name: /^Messages/ })).toBeAttached();
  await lines.nth(1).focus();
  await page.keyboard.press('j');
  await expect(lines.nth(2)).toBeFocused();

  const byKeys = await mostRestyled(page, async () => {
    for (const place of [3, 4, 5]) {
      await page.keyboard.press('j');
      await expect(lines.nth(place)).toBeFocused();
    }
  });
  const rowOf = (place: number) => page.locator('main [data-uuid] > div').nth(place);
  const byPointer = await mostRestyled(page, async () => {
    for (const place of [7, 8, 9]) await rowOf(place).hover({ position: { x: 500, y: 20 } });
  });
  const byMove = await mostRestyled(page, async () => {
    await rowOf(10).evaluate(async (row: HTMLElement) => {
      for (const px of [10, 20, 30]) {
        row.style.transform = `translateX(${px}px)`;
        await new Promise(requestAnimationFrame);
      }
    });
  });
  expect(byKeys).toBeLessThanOrEqual(partOfRows);
  expect(byPointer).toBeLessThanOrEqual(partOfRows);
  expect(byMove).toBeLessThanOrEqual(partOfRows / 3);

  const dialog = page.getByRole('dialog');
  const restyledBy = async (key: string) =>
    mostRestyled(page, async () => {
      await page.keyboard.press(key);
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });
  const ofPage = await page.evaluate(() => document.querySelectorAll('#root *').length);
  await lines.nth(3).focus();
  for (const key of ['d', 'o']) {
    // The first time, its code and styles load.
    await restyledBy(key);
    expect(await restyledBy(key)).toBeLessThan(ofPage / 2);
  }
});

test('[PERF-13] a press beside a menu or a dialog closes it, and reaches nothing of the page below', async ({
  browser,
  server,
}) => {
  const guest = await guestAt(browser, server.url);
  await guest.quickAdd('todo', 'Coil the ropes');
  const { page } = guest;
  const rope = guest.row('Coil the ropes');
  const box = await rope.locator('[data-control=status]').boundingBox();
  if (box === null) throw new Error('the row has no status');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await rope.locator('[data-line]').focus();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.mouse.click(x, y);
  await dialog.waitFor({ state: 'detached' });
  await rope.locator('[data-control=menu]').click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  await page.mouse.click(x, y);
  await menu.waitFor({ state: 'detached' });
  await expect(rope.getByRole('button', { name: 'Complete Coil the ropes' })).toBeVisible();
});
