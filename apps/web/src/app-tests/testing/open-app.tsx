import type { LocalStores } from '@foray/sync';
import { deleteDB } from 'idb';
import { Fragment, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { browserAccountMirror } from '../../adapters/storage/account-mirror.ts';
import { clientPorts } from '../../adapters/client-ports.ts';
import { App } from '../../app/app.tsx';
import { lazyPorts } from '../../app/lazy-ports.ts';
import { closeOverlay } from '../../app/layers/overlays.ts';
import { ScreenBoundary } from '../../app/routing/screen-boundary.tsx';
import { beginVisitAt } from '../../app/testing/begin-visit.ts';
import { ClientProvider, createClient } from '../../replica/index.ts';
import { clearToast } from '../../ui/layers/toast.ts';
import type { ServerAccount, AppServer } from './app-server.ts';
import { putItems, type SeedItem } from './seed.ts';

const desktop = { width: 1280, height: 720 };
export const phone = { width: 390, height: 780 };

/** A running app. */
export interface RunningApp {
  /** Closes the app and opens it at the same address, with these items in place of the earlier ones. */
  reopenWith(items: readonly SeedItem[]): Promise<void>;
  /** Closes the app and opens it at the same address. */
  reopen(): Promise<void>;
  /** As `reopen`, after the browser has erased the databases, or everything except the cookies. */
  reopenErased(what?: 'databases' | 'all'): Promise<void>;
  /** Closes the app and opens it at `path`, as the first page of a visit. */
  visit(path: string): Promise<void>;
  /** The calls to the server. */
  readonly calls: readonly string[];
}

/**
 * Opens the whole app at `path` until the test ends: the real screens, styles and local database of a guest
 * who has been through the tutorial. Without a `server` no call is answered; with one, `user` is signed in.
 */
export async function openApp(
  path = '/',
  {
    items = [],
    size = desktop,
    tutorial = 'skipped',
    server = null,
    user = null,
    prepare = async () => undefined,
  }: {
    readonly items?: readonly SeedItem[];
    readonly size?: { readonly width: number; readonly height: number };
    readonly tutorial?: 'skipped' | 'ahead';
    readonly server?: AppServer | null;
    readonly user?: ServerAccount | null;
    /** Runs once the items are stored, before the app starts. */
    readonly prepare?: () => Promise<void>;
  } = {},
): Promise<RunningApp> {
  const place = location.pathname + location.search;
  if (innerWidth !== size.width || innerHeight !== size.height) {
    await page.viewport(size.width, size.height);
  }
  beginVisitAt(path);
  remember(tutorial);
  const calls: string[] = [];
  const asked = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    calls.push(input instanceof Request ? input.url : input.toString());
    if (server !== null) return server.fetch(input, init);
    throw new TypeError('This test has no server.');
  });
  server?.serve();
  if (user !== null) server?.signIn(user);
  await putItems(items);
  await prepare();
  let running = await mount(server);
  onTestFinished(async () => {
    await running.close();
    asked.mockRestore();
    await deleteDatabases();
    remember('ahead');
    closeOverlay();
    clearToast();
    beginVisitAt(place);
  });
  const reopen = async (): Promise<void> => {
    await running.close();
    running = await mount(server);
  };
  return {
    calls,
    reopen,
    async reopenErased(what = 'databases') {
      await running.close();
      await deleteDatabases();
      if (what === 'all') remember('ahead');
      clearToast();
      running = await mount(server);
    },
    async visit(next) {
      await running.close();
      beginVisitAt(next);
      running = await mount(server);
    },
    async reopenWith(next) {
      await running.close();
      await deleteDatabases();
      await putItems(next);
      running = await mount(server);
    },
  };
}

/** Deletes the databases of the guest and of every account. */
async function deleteDatabases(): Promise<void> {
  const databases = await indexedDB.databases();
  for (const { name } of databases) if (name?.startsWith('foray')) await deleteDB(name);
}

/** The uuids of items that are shown but not stored yet. */
function predictedOf(client: ReturnType<typeof createClient>): readonly string[] {
  const replica = client.replica.get();
  return [...replica.rows()].map(({ uuid }) => uuid).filter((uuid) => replica.isPredicted(uuid));
}

/** The users whose sign-out the server has not confirmed. */
const signingOut = () => browserAccountMirror.load()?.remembered.leaving ?? [];

/** Starts the app as `main.tsx` does, but renders at once, and waits for its screen. */
async function mount(server: AppServer | null) {
  const ending: (() => void)[] = [];
  const openings: ReturnType<LocalStores['open']>[] = [];
  let isClosed = false;
  const ended = (end: () => void) => {
    ending.push(end);
    return end;
  };
  const { scheduler, connectivity, visibility, locks } = clientPorts;
  const closed = new Promise<null>((resolve) => ended(() => resolve(null)));
  const client = createClient(
    {
      ...clientPorts,
      scheduler: {
        after: (delayMs, work) => ended(scheduler.after(delayMs, work)),
        every: (periodMs, work) => ended(scheduler.every(periodMs, work)),
      },
      connectivity: {
        ...connectivity,
        subscribe: (notify) => ended(connectivity.subscribe(notify)),
      },
      // A closing tab releases its locks.
      locks: { ifFree: (name, work) => locks.ifFree(name, () => Promise.race([work(), closed])) },
      visibility: { ...visibility, subscribe: (notify) => ended(visibility.subscribe(notify)) },
      openStores(listener) {
        const opener = clientPorts.openStores(listener);
        const kept = (opening: ReturnType<typeof opener.open>) => {
          openings.push(opening);
          return opening;
        };
        // The app opens a store again that was erased; a closed tab no longer does.
        const opened = (open: () => ReturnType<typeof opener.open>) =>
          isClosed ? new Promise<never>(() => undefined) : kept(open());
        return {
          open: (account) => opened(() => opener.open(account)),
          openExisting: (account) => opened(() => opener.openExisting(account)),
        };
      },
      openChannel(name, onChange) {
        const channel = clientPorts.openChannel(name, onChange);
        ended(() => channel.close());
        return channel;
      },
      // There is one tab, and the browser does not ask the person.
      onAccountChangedElsewhere: () => undefined,
      askToPersist: async () => undefined,
    },
    async () => ({
      ...lazyPorts,
      openEvents: (listener) => ended(lazyPorts.openEvents(listener)),
    }),
  );
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  // StrictMode makes some calls twice that the built app makes once.
  const Mode = server === null ? StrictMode : Fragment;
  root.render(
    <Mode>
      <ScreenBoundary path="">
        <ClientProvider client={client}>
          <App />
        </ClientProvider>
      </ScreenBoundary>
    </Mode>,
  );
  await expect.element(page.getByRole('heading').first()).toBeInTheDocument();
  return {
    async close() {
      await expect.poll(() => predictedOf(client)).toEqual([]);
      // A sign-out reaches the server after it is shown; a late one would end the session of the next test.
      if (server?.answers('POST', '/api/logout')) await expect.poll(signingOut).toEqual([]);
      isClosed = true;
      root.unmount();
      // The entry of an open layer is left by going back, which would change the address of the next test.
      const layers = () => (history.state as { readonly layers?: number } | null)?.layers ?? 0;
      await expect.poll(layers).toBe(0);
      place.remove();
      for (const end of ending) end();
      // A store that is still opening would prevent the deletion of the database.
      for (const opening of openings) {
        const opened = await opening;
        if (opened.ok) await opened.value.close();
      }
    },
  };
}

/** Replaces the browser's settings by the person's progress in the tutorial alone. */
function remember(tutorial: 'skipped' | 'ahead'): void {
  localStorage.clear();
  if (tutorial === 'skipped') {
    const state = {
      hasCompletedOnboarding: true,
      currentStep: 0,
      skippedAt: '2026-01-01T00:00:00.000Z',
      completedAt: null,
    };
    localStorage.setItem('onboarding-storage', JSON.stringify({ state, version: 0 }));
  }
  // Modules that have read it are notified as by another tab.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}
