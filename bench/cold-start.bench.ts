import { startBarePage } from './apps/bare-page.ts';
import { bareReactScript } from './apps/bare-react.ts';
import { BenchApp } from './apps/bench-app.ts';
import { sharedRuns } from './measures/shared-runs.ts';
import { noteShown, shownMs } from './measures/shown-time.ts';

const app = await BenchApp.start();
const bare = await startBarePage(await bareReactScript());

/** The cost of one start: the time until its text appeared, and the renderer's processor time. */
interface Start {
  readonly usableMs: number;
  readonly cpuMs: number;
}

/** Opens a page with an empty profile, and waits until `text` is there. */
async function startCold(url: string, text: string): Promise<Start> {
  const context = await app.newContext();
  await noteShown(context, 'body', text);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  const usableMs = await shownMs(session);
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  await context.close();
  return { usableMs, cpuMs: seconds * 1000 };
}

const ours = sharedRuns(() => startCold(`${app.server.url}/`, 'No items yet'));
const floor = sharedRuns(() => startCold(bare.url, 'ready'));
const usable = ({ usableMs }: Start): number => usableMs;
const mainThread = ({ cpuMs }: Start): number => cpuMs;

/** Ends the servers and the browser. */
export async function tearDown(): Promise<void> {
  bare.stop();
  await app.stop();
}

/**
 * A guest's first visit, compared with a page of one paragraph by React. Both are compressed, and
 * the profile is empty.
 */
export const cases = [
  {
    name: 'cold start of a guest, until usable',
    unit: 'ms',
    measured: true,
    rounds: 9,
    ours: ours(usable),
    floor: floor(usable),
  },
  {
    name: 'main thread of that start',
    unit: 'ms',
    measured: true,
    rounds: 9,
    ours: ours(mainThread),
    floor: floor(mainThread),
  },
];
