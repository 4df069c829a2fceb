import { storedName } from '@foray/sync';
import type { Browser, BrowserContext } from '@playwright/test';
import { antiForgery } from '../anti-forgery.ts';
import { skipTutorial } from '../guest.ts';
import { logIn, type SignedInAccount } from '../signed-in.ts';
import type { Status } from './ledger.ts';
import { expect, listen, StoryTab } from './tab.ts';

/** The part of a row of the device's own database that stories check. */
export interface StoredRow {
  readonly id: number;
  readonly uuid: string;
  readonly type: string;
  readonly title: string;
  readonly status: Status;
  readonly parent_uuid: string | null;
  readonly assigned_to: number | null;
  readonly permission: string;
  readonly base: { readonly version: number; readonly rev: number } | null;
  readonly _syncStatus: string;
  readonly _deleted: boolean;
}

/** The content of an account's database. */
export interface DatabaseContent {
  readonly items: readonly StoredRow[];
  readonly queue: readonly { readonly url: string; readonly state: { readonly kind: string } }[];
  readonly conflicts: readonly string[];
  readonly buffered: readonly string[];
}

/** An item as the server shows it to one person. */
export interface ServedItem {
  readonly id: number;
  readonly uuid: string;
  readonly type: string;
  readonly title: string;
  readonly status: Status;
  readonly parent_uuid: string | null;
  readonly assigned_to: number | null;
  readonly permission: string;
  readonly version: number;
  readonly rev: number;
}

/** A browser of one person with two tabs, which reaches the server through the story's proxy. */
export class StoryDevice {
  readonly name: string;
  readonly person: SignedInAccount;
  readonly context: BrowserContext;
  readonly tabs: [StoryTab, StoryTab];
  readonly errors: string[] = [];
  isOnline = true;
  /** Nobody has signed in here yet. */
  isGuest = false;
  #opened = 0;

  private constructor(
    name: string,
    person: SignedInAccount,
    context: BrowserContext,
    tabs: [StoryTab, StoryTab],
  ) {
    this.name = name;
    this.person = person;
    this.context = context;
    this.tabs = tabs;
    this.#opened = tabs.length;
  }

  /** A browser in which the person has signed in before; `prepare` runs before its tabs. */
  static async signedIn(
    browser: Browser,
    url: string,
    name: string,
    phone: string,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<StoryDevice> {
    const context = await newContext(browser, url);
    await prepare?.(context);
    const user = await logIn(context, phone, `Person ${phone.slice(-7)}`);
    const first = await StoryTab.open(context, `${name}1`);
    const second = await StoryTab.open(context, `${name}2`);
    return new StoryDevice(name, user, context, [first, second]);
  }

  /** A browser in which nobody has signed in; only the story knows the person. */
  static async asGuest(
    browser: Browser,
    url: string,
    name: string,
    person: SignedInAccount,
  ): Promise<StoryDevice> {
    const context = await newContext(browser, url);
    const first = await StoryTab.open(context, `${name}1`);
    const second = await StoryTab.open(context, `${name}2`);
    const device = new StoryDevice(name, person, context, [first, second]);
    device.isGuest = true;
    return device;
  }

  /** Takes the network away or restores it. */
  async setOnline(isOnline: boolean): Promise<void> {
    // Only from then on are unused parts of the app available without a network.
    if (!isOnline) await this.readyForOffline();
    this.isOnline = isOnline;
    await this.context.setOffline(!isOnline);
  }

  /** Replaces a closed tab by a new one. */
  async reopen(place: 0 | 1): Promise<void> {
    this.errors.push(...this.tabs[place].errors);
    this.#opened += 1;
    this.tabs[place] = await StoryTab.open(this.context, `${this.name}${this.#opened}`);
  }

  /** Waits until the service worker has the app, so that a tab can be opened without a network. */
  async readyForOffline(): Promise<void> {
    await this.tabs[0].page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
        if (navigator.serviceWorker.controller) resolve();
      });
    });
  }

  /** The content of the person's database here, read in one transaction. */
  stored(): Promise<DatabaseContent> {
    return this.tabs[0].page.evaluate(
      ([name, bufferedKind]) =>
        new Promise<DatabaseContent>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(new Error(`cannot open ${name}`));
          opening.onsuccess = () => {
            const database = opening.result;
            const reading = database.transaction(['items', 'syncQueue', 'meta']);
            const items = reading.objectStore('items').getAll();
            const queue = reading.objectStore('syncQueue').getAll();
            const meta = reading.objectStore('meta').getAllKeys();
            reading.onabort = () => reject(new Error(`cannot read ${name}`));
            reading.oncomplete = () => {
              database.close();
              const keys = meta.result as [string, string][];
              const ofKind = (kind: string) =>
                keys.flatMap(([of, id]) => (of === kind ? [id] : []));
              const conflicts = ofKind('conflict');
              const buffered = ofKind(bufferedKind);
              resolve({ items: items.result, queue: queue.result, conflicts, buffered });
            };
          };
        }),
      [this.isGuest ? 'foray' : `foray-${this.person.id}`, storedName.buffered] as const,
    );
  }

  /** Waits until nothing is queued here except requests that need attention or are in conflict. */
  async sent(): Promise<void> {
    const waiting = async () => {
      const { queue, conflicts } = await this.stored();
      return conflicts.length > 0 ? 0 : queue.filter(({ state }) => state.kind === 'queued').length;
    };
    await expect.poll(waiting, { intervals: [50, 100] }).toBe(0);
  }

  /** All items that the server shows to the person. */
  async served(): Promise<ServedItem[]> {
    const items: ServedItem[] = [];
    for (const type of ['campaign', 'task', 'todo']) {
      const answer = await this.context.request.get(`/api/items?type=${type}&since=0&limit=500`);
      expect(answer.status()).toBe(200);
      items.push(...((await answer.json()) as { data: ServedItem[] }).data);
    }
    return items;
  }

  /** Ends this browser's session on the server, as another device of the person could. */
  async endSession(): Promise<void> {
    const list = await this.context.request.get('/api/sessions');
    const { data } = (await list.json()) as { data: { id: string; current: boolean }[] };
    const current = data.find((session) => session.current);
    const ended = await this.context.request.delete(`/api/sessions/${current?.id}`, {
      headers: await antiForgery(this.context),
    });
    expect(ended.status()).toBe(204);
  }
}

/** Makes two people contacts: each has the other's number. */
export async function makeMutual(one: StoryDevice, other: StoryDevice): Promise<void> {
  for (const [mine, theirs] of [
    [one, other],
    [other, one],
  ] as const) {
    const answer = await mine.context.request.post('/api/contacts/sync', {
      headers: await antiForgery(mine.context),
      data: { contacts: [theirs.person.phone.replace(/\D/g, '')] },
    });
    expect(answer.status()).toBe(200);
  }
}

async function newContext(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url });
  await context.addInitScript(listen);
  await context.addInitScript(skipTutorial);
  return context;
}
