import { isContactsSyncAnswer } from '@foray/contract';
import type { Item, Person } from '@foray/domain';
import { createEngine } from '@foray/sync';
import type { SyncContext, Engine, LocalItem, LocalStore, Scheduler, Transport } from '@foray/sync';
import { MemoryStore, TestConnectivity, TestLocks } from '@foray/sync/testing';
import { HttpCalls } from '@foray/web/http-calls';
import { createHttpTransport } from '@foray/web/http-transport';
import { randomUUID } from 'node:crypto';

/** What a person sees of an item on each of their devices, and the server has. */
export type Shown = Pick<
  Item,
  'uuid' | 'title' | 'description' | 'status' | 'parent_uuid' | 'assigned_to' | 'user_id'
> &
  Pick<LocalItem, 'permission'> & { readonly version: number | undefined };

/** Each connection of a node breaks once, when the database has been away. */
const triesMost = 30;

/** Timers of this process. */
const timers: Scheduler = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, work) {
    const timer = setInterval(work, periodMs);
    return () => clearInterval(timer);
  },
};

/** One browser of a person: the real engine on a store in memory, and the app's own calls over HTTP. */
export class HttpDevice {
  readonly user: Person;
  readonly device: SyncContext;
  readonly engine: Engine;
  readonly #calls: HttpCalls;
  readonly #transport: Transport;
  readonly #store: LocalStore;

  private constructor(user: Person, calls: HttpCalls, transport: Transport, store: LocalStore) {
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
      connectivity: new TestConnectivity(),
      isResolvingConflicts: () => false,
    });
  }

  /** Signs in at a server, in open mode, and syncs what the store holds. */
  static async signIn(
    url: string,
    { phone, name }: Pick<Person, 'phone' | 'name'>,
    store: LocalStore = new MemoryStore(),
  ): Promise<HttpDevice> {
    const calls = callsOf(url);
    const transport = createHttpTransport(calls);
    const reply = await signInAt(transport, { phone, name });
    const device = new HttpDevice(reply.body.user, calls, transport, store);
    await device.sync();
    return device;
  }

  /** Has the phone numbers of others; who have this person's too are their contacts. */
  async importContacts(...people: readonly Person[]): Promise<void> {
    const reply = await this.#calls.change('POST', '/api/contacts/sync', isContactsSyncAnswer, {
      body: { contacts: people.map(({ phone }) => phone) },
    });
    if (reply.kind !== 'answer') throw new Error(`contacts: ${JSON.stringify(reply)}`);
  }

  /** Sync Now, until it runs. Where the session went with a restored backup, the person signs in again. */
  async sync(): Promise<void> {
    for (let tries = 0; tries < triesMost; tries += 1) {
      const outcome = await this.engine.run('sync_now');
      if (outcome.kind !== 'failed') return;
      const { problem } = outcome;
      if (problem.code === 'signed_out') await signInAt(this.#transport, this.user);
      else if (problem.code !== 'unavailable') throw new Error(JSON.stringify(problem));
    }
    throw new Error('the server never answered');
  }

  /** As the last release would have left it: it kept no positions. */
  async leaveAsLastRelease(): Promise<void> {
    const left = await this.#store.write(async (tx) => {
      const { epoch = '' } = (await tx.meta('epoch', 'server')) ?? {};
      await tx.putMeta('epoch', 'server', { epoch });
      for (const { id } of await tx.metaOf('position')) await tx.deleteMeta('position', id);
    });
    if (!left.ok) throw new Error(left.error.detail);
  }

  /** Whether nothing waits here, for the server or for its person. */
  get isAtRest(): boolean {
    const { pending, blocked, conflicts } = this.engine.state();
    return pending + blocked + conflicts === 0;
  }

  /** What the person sees, by uuid. */
  async shown(): Promise<ReadonlyMap<string, Shown>> {
    const rows = await this.#store.read((tx) => tx.allItems());
    if (!rows.ok) throw new Error(rows.error.detail);
    const living = rows.value.filter(({ _deleted }) => !_deleted);
    return new Map(
      living.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)).map((row) => [row.uuid, shownOf(row)]),
    );
  }
}

function shownOf(row: LocalItem): Shown {
  const { uuid, title, description, status, parent_uuid, assigned_to, user_id, permission } = row;
  const { version } = row.base ?? {};
  const place = { uuid, parent_uuid, user_id, assigned_to, permission, version };
  return { ...place, title, description, status };
}

async function signInAt(transport: Transport, { phone, name }: Pick<Person, 'phone' | 'name'>) {
  for (let tries = 0; tries < triesMost; tries += 1) {
    const reply = await transport.login({ phone, name });
    if (reply.kind === 'answer') return reply;
    if (reply.kind !== 'refusal' || reply.status !== 503) throw new Error(JSON.stringify(reply));
  }
  throw new Error('the server never answered');
}

/** The calls of one browser: it keeps its own cookies. */
function callsOf(url: string): HttpCalls {
  const cookies = new Map<string, string>();
  const pairs = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new HttpCalls({
    cookies: pairs,
    fetch: async (path, asked) => {
      const headers = { ...asked.headers, cookie: pairs() };
      const response = await fetch(url + path, { ...asked, headers });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return response;
    },
  });
}
