/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test';
import { startBarePage } from './apps/bare-page.ts';
import { bareReactScript } from './apps/bare-react.ts';
import { BenchApp } from './apps/bench-app.ts';
import { fillGuest } from './data/filled-guest.ts';
import { longestTask, type LongestTask } from './measures/longest-task.ts';

const items = 10_000;
/** People who type or scroll notice longer tasks. */
const maxTaskMs = 50;
/** A highlight that comes later lags behind the typing. */
const maxHighlightMs = 100;
/** A row that takes longer to move lags behind the finger. */
const frameMs = 1000 / 60;
/** A phone that is a few years old. */
const slowness = 4;

const app = await BenchApp.start();
const bare = await startBarePage(await bareReactScript());
/** A page of the app with 10,000 items that has been open for a while. */
let page: Page;

/** Slows the processor of a page down. */
async function slowDown(slow: Page, rate: number): Promise<void> {
  const session = await slow.context().newCDPSession(slow);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

const firstRow = (shown: Page) => shown.locator('main [role=listitem]').first();

/** The longest task of a slow processor while a page starts. */
async function startOf(url: string, started: Page, text: string): Promise<LongestTask> {
  await slowDown(started, slowness);
  const longest = await longestTask(started, async () => {
    await started.goto(url);
    await started.getByText(text).first().waitFor();
    // Reads the rest, and whatever follows once the browser is idle.
    await started.waitForTimeout(5_000);
  });
  await started.context().close();
  return longest;
}

async function startWithItems(): Promise<number> {
  const started = await app.newPage();
  await fillGuest(started, app.server.url, items);
  return (await startOf(`${app.server.url}/`, started, 'anchor')).cpuMs;
}

/** Ends the servers and the browser. */
export async function tearDown(): Promise<void> {
  bare.stop();
  await app.stop();
}

/** Opens that page. */
export async function setUp(): Promise<void> {
  page = await app.newPage();
  await fillGuest(page, app.server.url, items);
  await page.goto(`${app.server.url}/`);
  await firstRow(page).waitFor();
  await page.waitForTimeout(5_000);
  await slowDown(page, slowness);
}

let made = 0;

async function create(): Promise<void> {
  const title = `Buy rope ${(made += 1)}`;
  const field = page.locator('main form input').first();
  await field.fill(title);
  await field.press('Enter');
  await firstRow(page).getByText(title).waitFor();
  await page.locator('[data-toast-region]').getByText('Item created').first().waitFor();
}

async function toggle(): Promise<void> {
  await firstRow(page).locator('[data-control="status"]').click();
  await page.locator('[data-toast-region]').getByText('Todo updated').first().waitFor();
}

async function changeRoute(): Promise<void> {
  for (const name of ['Queue', 'Home'] as const) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await firstRow(page).waitFor();
  }
}

/** Opens the screen of a link, and waits until it has been still for a while. */
async function goTo(name: 'Queue' | 'Home'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await firstRow(page).waitFor();
  await page.waitForTimeout(2_000);
}

/** The longest task while keys lead down and up through the rows of a long list. */
async function taskOfArrowLine(): Promise<number> {
  const rows = 60;
  const lineAt = (place: number) => page.locator(`main [aria-posinset="${place}"] [data-line]`);
  await goTo('Queue');
  await lineAt(1).focus();
  const { cpuMs } = await longestTask(page, async () => {
    for (const [key, end] of [
      ['j', rows + 1],
      ['k', 1],
    ] as const) {
      for (let pressed = 0; pressed < rows; pressed += 1) await page.keyboard.press(key);
      await expect(lineAt(end)).toBeFocused();
    }
  });
  await goTo('Home');
  return cpuMs;
}

/** The longest task while a finger moves a row sideways and back. */
async function taskOfSwipe(): Promise<number> {
  await goTo('Queue');
  const touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const box = await firstRow(page).boundingBox();
  if (box === null) throw new Error('the list has no row');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const move = (wayPx: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + wayPx, y }],
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  // The first moves find the direction, and render what the row uncovers.
  for (const wayPx of [4, 8, 12, 16]) await move(wayPx);
  await page.locator('[data-swipe]').waitFor();
  const { cpuMs } = await longestTask(page, async () => {
    for (let wayPx = 16; wayPx < 140; wayPx += 2) await move(wayPx);
    for (let wayPx = 140; wayPx > 16; wayPx -= 2) await move(wayPx);
  });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await touch.detach();
  await goTo('Home');
  return cpuMs;
}

/** Opens the date dialog of a row by its key, goes through a month, and closes it. */
async function dateDialog(): Promise<void> {
  await firstRow(page).locator('[data-line]').focus();
  await page.keyboard.press('d');
  const month = page.getByRole('dialog').getByRole('grid');
  await month.waitFor();
  await month.locator('[tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'PageDown', 'PageUp']) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press('Escape');
  await month.waitFor({ state: 'detached' });
}

const phrase = 'Call mum every first monday at 6pm #family !high';

/** Types a title of which each part is recognised. */
async function typePhrase(): Promise<void> {
  const field = page.locator('main form input').first();
  await field.fill('');
  await field.pressSequentially(phrase);
  await page.getByRole('list', { name: 'Recognised in the title' }).getByText('High').waitFor();
  await field.fill('');
}

/** The longest time from a key of the phrase to the frame that shows it, with its highlight. */
async function paintOfKeys(): Promise<number> {
  await page.evaluate(() => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') durations.push(duration);
      }
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { durations });
  });
  await typePhrase();
  return page.evaluate(() => Math.max(...(window as never as { durations: number[] }).durations));
}

const shared = { unit: 'ms', measured: true, statistic: 'max' } as const;
const pressing = (name: string, work: () => Promise<void>) => ({
  ...shared,
  name: `${name}, 4x slower, 10,000 items`,
  ours: async () => (await longestTask(page, work)).cpuMs,
  floor: () => maxTaskMs,
});

/** The longest tasks of the main thread on a phone, by the processor's time. */
export const cases = [
  {
    ...shared,
    name: 'longest task of a start, 4x slower, 10,000',
    ours: startWithItems,
    floor: async () => {
      const started = await app.newPage();
      return (await startOf(bare.url, started, 'ready')).cpuMs + maxTaskMs;
    },
  },
  pressing('create', create),
  pressing('complete', toggle),
  pressing('two routes', changeRoute),
  {
    ...shared,
    name: 'arrow line, 4x slower, 10,000 items',
    ours: taskOfArrowLine,
    floor: () => maxTaskMs,
  },
  {
    ...shared,
    name: 'moves of a swipe, 4x slower, 10,000 items',
    ours: taskOfSwipe,
    floor: () => frameMs,
  },
  pressing('date dialog', dateDialog),
  pressing('typed phrase', typePhrase),
  {
    ...shared,
    name: 'key to the highlight of a typed phrase, 4x slower, 10,000 items',
    ours: paintOfKeys,
    floor: () => maxHighlightMs,
  },
];
