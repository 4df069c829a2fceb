import type { DeltaItem } from '@foray/contract';
import { itemTypes, type Item, type Person } from '@foray/domain';
import { createEngine } from '@foray/sync';
import type {
  Connectivity,
  Engine,
  LocalItem,
  LocalStore,
  Reply,
  Scheduler,
  SyncContext,
  Transport,
} from '@foray/sync';
import { MemoryStore, TestConnectivity, TestLocks } from '@foray/sync/testing';
import { HttpCalls } from '@foray/web/http-calls';
import { createHttpTransport } from '@foray/web/http-transport';
import { randomUUID } from 'node:crypto';
import { HttpSite } from './http-site.ts';

/** The part of an item that a person sees on each of their devices, and that the server has. */
export type VisibleItem = Pick<
  Item,
  'uuid' | 'title' | 'description' | 'status' | 'parent_uuid' | 'assigned_to' | 'user_id'
> &
  Pick<LocalItem, 'permission'> & { readonly version: number | undefined };

/** Each connection of a node breaks once, when the database has been unavailable. */
const triesMost = 30;
/** A call that is refused for now is repeated after a pause that grows by this. */
const pauseMs = 20;

/** Timers of this process. */
export const timers: Scheduler = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, work) {
    const timer = setInterval(work, periodMs);
    return () => clearInterval(timer);
  },
};

/** The parts of a device that is not a new browser with a network. */
interface DeviceParts {
  readonly store?: LocalStore;
  readonly site?: HttpSite;
  readonly connectivity?: Connectivity;
}

/** One browser of a person: the real engine on a store in memory, and the app's own calls over HTTP. */
export class HttpDevice {
  readonly user: Person;
  readonly device: SyncContext;
  readonly engine: Engine;
  readonly #calls: HttpCalls;
  readonly #transport: Transport;
  readonly #store: LocalStore;

  private constructor(
    user: Person,
    calls: HttpCalls,
    transport: Transport,
    { store = new MemoryStore(), connectivity = new TestConnectivity() }: DeviceParts,
  ) {
    this.user = user;
    this.#store = store;
    this.#calls = calls;
    this.#transport = transport;
    this.device = {
      account: { kind: 'user', user },
      store: this.#store,
      clock: { nowMs: Date.now },
      ids: { uuid: randomUUID, random: Math.random },
      changes: { publish: () => undefined },
    };
    this.engine = createEngine({
      device: this.device,
      transport,
      scheduler: timers,
      locks: new TestLocks(),
      connectivity,
      isResolvingConflicts: () => false,
    });
  }

  /** Signs in at a server, in open mode, and syncs what the store holds. */
  static async signIn(
    url: string,
    { phone, name }: Pick<Person, 'phone' | 'name'>,
    parts: DeviceParts = {},
  ): Promise<HttpDevice> {
    const calls = new HttpCalls(parts.site ?? new HttpSite(url));
    const transport = createHttpTransport(calls);
    const reply = await signInAt(transport, { phone, name });
    const device = new HttpDevice(reply.body.user, calls, transport, parts);
    await device.sync();
    return device;
  }

  /** Imports the phone numbers of others; people who also have this person's number are mutual contacts. */
  async importContacts(...people: readonly Person[]): Promise<void> {
    const body = { contacts: people.map(({ phone }) => phone) };
    await untilAnswered(() => this.#calls.call('syncContacts', { body }));
  }

  /**
   * Presses Sync Now until it runs. If the session was lost with a restored backup, the person signs in
   * again.
   */
  async sync(): Promise<void> {
    for (let tries = 0; tries < triesMost; tries += 1) {
      const outcome = await this.engine.run('sync_now');
      if (outcome.kind !== 'failed') return;
      const { problem } = outcome;
      if (problem.code === 'signed_out') await signInAt(this.#transport, this.user);
      else if (problem.code !== 'unavailable') throw new Error(JSON.stringify(problem));
      await pauseAfter(tries);
    }
    throw new Error('the server never answered');
  }

  /** Leaves the data as the last release would have: it kept no positions. */
  async leaveAsLastRelease(): Promise<void> {
    const left = await this.#store.write(async (tx) => {
      const { epoch = '' } = (await tx.meta('epoch', 'server')) ?? {};
      await tx.putMeta('epoch', 'server', { epoch });
      for (const { id } of await tx.metaOf('position')) await tx.deleteMeta('position', id);
    });
    if (!left.ok) throw new Error(left.error.detail);
  }

  /** The number of server hits for a text; null without a response. */
  async search(text: string): Promise<number | null> {
    const reply = await this.#calls.call('searchItems', { query: { q: text } });
    return reply.kind === 'answer' ? reply.body.length : null;
  }

  /** Every item that the server has for this person, page by page, bypassing the device. */
  async itemsAtServer(): Promise<readonly DeltaItem[]> {
    const items: DeltaItem[] = [];
    for (const type of itemTypes) {
      for (let since = 0, more = true; more;) {
        const query = { type, since, limit: 500 };
        const reply = await untilAnswered(() => this.#calls.call('listItems', { query }));
        items.push(...reply.body.data);
        ({ cursor: since, more } = reply.body);
      }
    }
    return items;
  }

  /** Whether nothing waits here, for the server or for a decision of its user. */
  get isAtRest(): boolean {
    const { pending, blocked, conflicts } = this.engine.state();
    return pending + blocked + conflicts === 0;
  }

  /** The items that the person sees, by uuid. */
  async shown(): Promise<ReadonlyMap<string, VisibleItem>> {
    const rows = await this.#store.read((tx) => tx.allItems());
    if (!rows.ok) throw new Error(rows.error.detail);
    const living = rows.value.filter(({ _deleted }) => !_deleted);
    return new Map(
      living.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)).map((row) => [row.uuid, shownOf(row)]),
    );
  }
}

function shownOf(row: LocalItem): VisibleItem {
  const { uuid, title, description, status, parent_uuid, assigned_to, user_id, permission } = row;
  const { version } = row.base ?? {};
  const place = { uuid, parent_uuid, user_id, assigned_to, permission, version };
  return { ...place, title, description, status };
}

function signInAt(transport: Transport, { phone, name }: Pick<Person, 'phone' | 'name'>) {
  return untilAnswered(() => transport.login({ phone, name }));
}

/**
 * Repeats a call while the server is too busy, also the call for an anti-forgery token; any other failure
 * throws.
 */
async function untilAnswered<T>(ask: () => Promise<Reply<T>>) {
  for (let tries = 0; tries < triesMost; tries += 1) {
    const reply = await ask();
    if (reply.kind === 'answer') return reply;
    const isForNow =
      reply.kind === 'refusal' && (reply.status === 503 || reply.error?.code === 'csrf');
    if (!isForNow) throw new Error(JSON.stringify(reply));
    await pauseAfter(tries);
  }
  throw new Error('the server never answered');
}

function pauseAfter(tries: number): Promise<void> {
  return new Promise((resolve) => void timers.after(tries * pauseMs, resolve));
}
