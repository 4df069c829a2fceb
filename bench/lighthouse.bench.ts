import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBarePage } from './apps/bare-page.ts';
import { bareReactScript } from './apps/bare-react.ts';
import { startItemServer } from './apps/item-server.ts';
import { sharedRuns } from './measures/shared-runs.ts';

const server = await startItemServer();
const bare = await startBarePage(await bareReactScript());

/** Lighthouse's computed figures for a page on a phone with a slow network. */
interface Marks {
  /** The points missing from 100 for performance. */
  readonly lost: number;
  readonly largestPaintMs: number;
  readonly blockedMs: number;
}

/** Loads a page as a new visitor, in a browser of its own. */
async function look(url: string): Promise<Marks> {
  const folder = await mkdtemp(join(tmpdir(), 'foray-lighthouse-'));
  const executablePath = process.env['FORAY_CHROMIUM'];
  const args = (process.env['FORAY_CHROMIUM_ARGS'] ?? '').split(' ').filter(Boolean);
  const browser = await chromium.launchPersistentContext(folder, {
    args: [...args, '--remote-debugging-port=0'],
    ...(executablePath && { executablePath }),
  });
  try {
    const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n');
    const ran = await lighthouse(url, {
      port: Number(port),
      logLevel: 'error',
      formFactor: 'mobile',
      onlyCategories: ['performance'],
    });
    if (!ran) throw new Error('Lighthouse gave no answer');
    const { audits, categories } = ran.lhr;
    return {
      lost: 100 - 100 * known('performance', categories['performance']?.score),
      largestPaintMs: valueOf(audits, 'largest-contentful-paint'),
      blockedMs: valueOf(audits, 'total-blocking-time'),
    };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function valueOf(
  audits: Readonly<Record<string, { numericValue?: number }>>,
  name: string,
): number {
  return known(name, audits[name]?.numericValue);
}

/** @throws {Error} if Lighthouse could not compute it */
function known(name: string, value: number | null | undefined): number {
  if (value === null || value === undefined) throw new Error(`Lighthouse did not measure ${name}`);
  return value;
}

const ours = sharedRuns(() => look(`${server.url}/`));
const floor = sharedRuns(() => look(bare.url));

/** Ends the servers. */
export async function tearDown(): Promise<void> {
  bare.stop();
  await server.stop();
}

/**
 * The first screen of a new visitor: against the goals, and its largest paint also against that of the bare
 * page.
 */
export const cases = [
  {
    name: 'Lighthouse mobile, points lost',
    unit: 'points',
    measured: true,
    ours: ours(({ lost }) => lost),
    floor: () => 5,
  },
  {
    name: 'its largest contentful paint',
    unit: 'ms',
    measured: true,
    ours: ours(({ largestPaintMs }) => largestPaintMs),
    floor: () => 2_000,
  },
  {
    name: 'that, against a bare page',
    unit: 'ms',
    measured: true,
    ours: ours(({ largestPaintMs }) => largestPaintMs),
    floor: floor(({ largestPaintMs }) => largestPaintMs),
  },
  {
    name: 'its total blocking time',
    unit: 'ms',
    measured: true,
    ours: ours(({ blockedMs }) => blockedMs),
    floor: () => 200,
  },
];
