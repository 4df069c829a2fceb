/// <reference lib="dom" />
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { launchBrowser, skipOnboarding } from './bench-browser.ts';
import { changedItems, filledItems, startItemServer } from './item-server.ts';
import type { ItemServer } from './item-server.ts';
import { longestTask } from './longest-task.ts';
import type { LongestTask } from './longest-task.ts';

const maxTaskMs = 50;
const who = { phone: '+15553300001', name: 'Ada' };

let server: ItemServer;
let browser: Browser;
let userId: number;
/** The app in a browser that holds everything and shows a list of it; opened once. */
let live: Page | null = null;

/** The real server with 10,000 items of one person, and a real Chromium. */
export async function setUp(): Promise<void> {
  server = await startItemServer();
  browser = await launchBrowser();
  const page = await signedIn();
  const me = await page.request.get('/api/me');
  userId = ((await me.json()) as { user: { id: number } }).user.id;
  await page.context().close();
  await server.fill(userId);
}

/** Ends the browser and the server. */
export async function tearDown(): Promise<void> {
  await browser?.close();
  await server?.stop();
}

/** A browser of its own with a session, at a page that is none of the app's. */
async function signedIn(): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/api/config');
  await page.evaluate(async (body) => {
    await fetch('/csrf-cookie');
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '');
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
    await fetch('/api/login', { method: 'POST', headers, body: JSON.stringify(body) });
  }, who);
  return page;
}

/** What a new device did with its first sync, in milliseconds after the first fetch began. */
interface FirstSync {
  readonly listMs: number;
  readonly endMs: number;
}

interface Watched {
  listAtMs: number;
  readonly stored: Map<number, number>;
  readonly committedAtMs: number[];
}

/** Notes when rows are durable and when a list stands, without asking the database anything. */
async function watch(context: BrowserContext): Promise<void> {
  await skipOnboarding(context);
  await context.addInitScript(() => {
    const watched: Watched = { listAtMs: 0, stored: new Map(), committedAtMs: [] };
    Object.assign(window, { watched });
    const heard = new WeakSet<IDBTransaction>();
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value: { id: number }, key?: IDBValidKey) {
      if (this.name === 'items') {
        watched.stored.set(value.id, (watched.stored.get(value.id) ?? 0) + 1);
        if (!heard.has(this.transaction)) {
          heard.add(this.transaction);
          const note = () => watched.committedAtMs.push(performance.now());
          this.transaction.addEventListener('complete', note);
        }
      }
      return key === undefined ? put.call(this, value) : put.call(this, value, key);
    };
    const look = () => {
      const isThere = document.querySelector('main')?.textContent?.includes('Measure the tide');
      if (isThere === true) watched.listAtMs = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Signs in by the app's own screen, in a browser that it was never open in. */
async function newDevice(): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  await watch(context);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(who.phone);
  await page.getByRole('textbox', { name: 'Name' }).fill(who.name);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  return page;
}

/** Waits until `count` different items were stored and nothing more is for a while. */
async function stored(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const { watched } = window as unknown as { watched: Watched };
      const lastMs = watched.committedAtMs.at(-1) ?? Infinity;
      return watched.stored.size >= wanted && performance.now() - lastMs > 1_500;
    },
    count,
    { polling: 200, timeout: 180_000 },
  );
}

/** The app on a new device: from its first fetch of items to the last row in its database. */
async function firstSync(): Promise<FirstSync> {
  const page = await newDevice();
  await stored(page, filledItems);
  const measured = await page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched };
    const first = performance
      .getEntriesByType('resource')
      .find((entry) => entry.name.includes('/api/items?'));
    const startMs = first?.startTime ?? 0;
    const endMs = (watched.committedAtMs.at(-1) ?? 0) - startMs;
    return { listMs: watched.listAtMs - startMs, endMs };
  });
  await page.context().close();
  if (measured.listMs >= measured.endMs) throw new Error('no list was painted before the end');
  return measured;
}

/** The least it can take: the same pages by bare fetch, the same rows by bare IndexedDB. */
async function bareSync(): Promise<number> {
  const page = await signedIn();
  const ms = await page.evaluate(async () => {
    const startMs = performance.now();
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('floor', 1);
      opening.onupgradeneeded = () => {
        const store = opening.result.createObjectStore('items', { keyPath: 'id' });
        const fields = ['type', 'user_id', 'assigned_to', 'parent_id', 'status', '_syncStatus'];
        for (const field of [...fields, 'parent_uuid', '_localVersion']) {
          store.createIndex(field, field);
        }
        store.createIndex('uuid', 'uuid', { unique: true });
        store.createIndex('top_created_at', ['top', 'created_at']);
        store.createIndex('type_created_at', ['type', 'created_at']);
        store.createIndex('status_sortKey', ['status', 'sortKey']);
      };
      opening.onsuccess = () => resolve(opening.result);
    });
    type Row = { id: number; parent_id: number | null; updated_at: string };
    const stream = async (type: string): Promise<void> => {
      let since = 0;
      for (let more = true; more;) {
        const answer = await fetch(`/api/items?type=${type}&since=${since}&limit=500`);
        const body = (await answer.json()) as { data: Row[]; cursor: number; more: boolean };
        for (let at = 0; at < body.data.length; at += 200) {
          const writing = database.transaction('items', 'readwrite', { durability: 'relaxed' });
          const store = writing.objectStore('items');
          for (const row of body.data.slice(at, at + 200)) {
            store.put({
              ...row,
              parent_id: row.parent_id ?? 0,
              base: row,
              rolled: null,
              _syncStatus: 'synced',
              _deleted: false,
              deletedBy: null,
              _localVersion: at,
              top: row.parent_id === null ? 1 : 0,
              sortKey: row.updated_at,
            });
          }
          await new Promise((resolve) => (writing.oncomplete = resolve));
        }
        since = body.cursor;
        more = body.more;
      }
    };
    await Promise.all(['campaign', 'task', 'todo'].map(stream));
    return performance.now() - startMs;
  });
  await page.context().close();
  return ms;
}

/** The longest task of the page while rows changed elsewhere come into a list that is on the screen. */
async function rowsArrive(): Promise<LongestTask> {
  live ??= await openList();
  const page = live;
  await page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched };
    watched.stored.clear();
    watched.committedAtMs.length = 0;
  });
  await server.changeThousand(userId);
  return longestTask(page, async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await stored(page, changedItems);
  });
}

async function openList(): Promise<Page> {
  const page = await newDevice();
  await stored(page, filledItems);
  await page.goto('/queue');
  await page.getByRole('main').getByText('Measure the tide').first().waitFor();
  return page;
}

let sync: FirstSync;

/** A new device against bare fetches and writes in the same browser; and what changes a list that lives. */
export const cases = [
  {
    name: 'first sync of 10,000 items',
    unit: 'ms',
    measured: true,
    ours: async () => (sync = await firstSync()).endMs,
    floor: bareSync,
  },
  {
    name: 'first list of a first sync, to its end',
    unit: 'ms',
    measured: true,
    ours: async () => (sync = await firstSync()).listMs,
    floor: () => sync.endMs,
  },
  {
    name: 'longest task, 1,000 rows into a list',
    unit: 'ms',
    measured: true,
    ours: async () => (await rowsArrive()).wallMs,
    floor: () => maxTaskMs,
  },
  {
    name: 'the same without waits for a processor',
    unit: 'ms',
    measured: true,
    ours: async () => (await rowsArrive()).cpuMs,
    floor: () => maxTaskMs,
  },
];
