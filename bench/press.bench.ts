/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test';
import { startBarePage } from './apps/bare-page.ts';
import { bareListScript } from './apps/bare-react.ts';
import { BenchApp } from './apps/bench-app.ts';
import { fillGuest } from './data/filled-guest.ts';
import { plannedItems } from './data/sample-items.ts';
import { sharedRuns } from './measures/shared-runs.ts';

/** How often each is pressed in a run. */
const presses = 12;
const sizes = [10, 10_000, 100_000];
const plannedSize = 10_000;

const app = await BenchApp.start();
const bare = await startBarePage(await bareListScript());

/** The durations of presses, from the event to the frame that shows their effect, in milliseconds. */
interface Pressed {
  readonly created: readonly number[];
  readonly done: readonly number[];
  /** The renderer's main-thread time for a click on done and everything that follows. */
  readonly cpuMs: number;
}

/** In the page: notes when an effect of the next press is painted. */
function watchPresses(): void {
  const watch = (type: string, isThere: (title: string) => boolean, title: string): void => {
    const noted = new Promise<number>((resolve) => {
      const onPress = ({ timeStamp }: Event): void => {
        const observer = new MutationObserver(() => {
          if (!isThere(title)) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            // The first task after the frame was painted.
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(performance.now() - timeStamp));
            port1.start();
            port2.postMessage(null);
          });
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      };
      addEventListener(type, onPress, { once: true, capture: true });
    });
    Object.assign(window, { pressed: noted });
  };
  const isListed = (title: string): boolean =>
    document.querySelector('main :is(li, [role=listitem])')?.textContent?.includes(title) ?? false;
  const isOpen = (title: string): boolean =>
    document.querySelector(`main [aria-label="Complete ${title}"]`) !== null;
  Object.assign(window, {
    watchCreate: (title: string) => watch('keydown', isListed, title),
    watchDone: (title: string) => watch('click', (one) => !isOpen(one), title),
  });
}

const pressed = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { pressed: Promise<number> }).pressed);

/** The working time of the page's main thread, once it is idle. */
async function idleTaskMs(page: Page, session: CDPSession): Promise<number> {
  for (let before = -1; ;) {
    const { metrics } = await session.send('Performance.getMetrics');
    const now = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    if (now - before < 3) return now;
    before = now;
    await page.waitForTimeout(250);
  }
}

async function pressAll(url: string, fill: (page: Page) => Promise<void>): Promise<Pressed> {
  const context = await app.newContext();
  await context.addInitScript(watchPresses);
  const page = await context.newPage();
  await fill(page);
  await page.goto(url);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const field = page.locator('main form input').first();
  await field.fill('warm');
  await idleTaskMs(page, session);
  const watch = (name: keyof Watchers, title: string): Promise<void> =>
    page.evaluate(([one, of]) => (window as never as Watchers)[one](of), [name, title] as const);
  const titles = Array.from({ length: presses + 1 }, (_, count) => `Buy rope ${count}`);
  const created: number[] = [];
  for (const title of titles) {
    await field.fill(title);
    await watch('watchCreate', title);
    await field.press('Enter');
    created.push(await pressed(page));
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('form input')?.value === '',
    );
  }
  const done: number[] = [];
  let startMs = 0;
  for (const title of titles) {
    // The first of each is a warm-up.
    if (done.length === 1) startMs = await idleTaskMs(page, session);
    await watch('watchDone', title);
    await page.locator(`main [aria-label="Complete ${title}"]`).click();
    done.push(await pressed(page));
  }
  const cpuMs = ((await idleTaskMs(page, session)) - startMs) / presses;
  await context.close();
  return { created: created.slice(1), done: done.slice(1), cpuMs };
}

interface Watchers {
  readonly watchCreate: (title: string) => void;
  readonly watchDone: (title: string) => void;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

const floor = sharedRuns(() => pressAll(bare.url, async () => undefined));

/** Ends the servers and the browser. */
export async function tearDown(): Promise<void> {
  bare.stop();
  await app.stop();
}

const plain = new Map(
  sizes.map((size) => [
    size,
    sharedRuns(() =>
      pressAll(`${app.server.url}/`, (page) => fillGuest(page, app.server.url, size)),
    ),
  ]),
);

function casesOf(
  items: string,
  ours: ReturnType<typeof sharedRuns<Pressed>>,
  least: ReturnType<typeof sharedRuns<Pressed>>,
) {
  const of = (name: string, valueOf: (run: Pressed) => number) => ({
    name: `${name}, ${items}`,
    unit: 'ms',
    measured: true,
    ours: ours(valueOf),
    floor: least(valueOf),
  });
  return [
    of('Enter to the painted row', ({ created }) => quantile(created, 0.5)),
    of('the same, 90th percentile', ({ created }) => quantile(created, 0.9)),
    of('click to the painted done', ({ done }) => quantile(done, 0.5)),
    of('that, 90th percentile', ({ done }) => quantile(done, 0.9)),
    of('main thread of one click to done', ({ cpuMs }) => cpuMs),
  ];
}

const planned = sharedRuns(() =>
  pressAll(`${app.server.url}/`, (page) =>
    fillGuest(page, app.server.url, plannedItems(plannedSize)),
  ),
);

/**
 * A guest presses keys and buttons, against a page of ten rows that React keeps in memory; among items with
 * labels and rules, against the same among items without.
 */
export const cases = [
  ...[...plain].flatMap(([size, ours]) =>
    casesOf(`${size.toLocaleString('en')} items`, ours, floor),
  ),
  ...casesOf('10,000 planned', planned, plain.get(plannedSize) ?? floor),
];
