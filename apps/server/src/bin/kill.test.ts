import type { BatchEntry, DeltaItem, ItemsDelta } from '@foray/contract';
import { randomUUID } from 'node:crypto';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTestCluster, readPostmasterFile, untilFound } from '@foray/embedded-postgres/testing';
import { bundleServer, type ServerPrograms } from '../testing/server-process.ts';

// The process on its own durable PostgreSQL, killed again and again while clients write.

const cycles = Number(process.env['KILL_CYCLES'] ?? 3);
const writers = 6;
/** The number of answered requests in a cycle before the kill. */
const leastAnswers = 30;
const mostAnswers = 130;

let programs: ServerPrograms;
let dataDir: string;
let server: ChildProcess | null = null;
let address = '';

beforeAll(async () => {
  programs = await bundleServer();
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'foray-kill-')));
  chmodSync(dataDir, 0o711);
  await copyTestCluster(join(dataDir, 'postgres'));
});

afterAll(async () => {
  if (server !== null) await end(server, 'SIGTERM');
  programs?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const started = programs.run({ FORAY_DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  server = started.child;
  address = await started.address;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** Kills in turn only the server, the server with PostgreSQL, and PostgreSQL just before the server. */
async function kill(cycle: number): Promise<void> {
  const child = server;
  if (child === null) throw new Error('there is no server to kill');
  server = null;
  const postmaster = readPostmasterFile(join(dataDir, 'postgres'))?.pid;
  const killPostgres = (): void => {
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
  };
  if (cycle % 3 === 2) killPostgres();
  const ended = end(child, 'SIGKILL');
  if (cycle % 3 === 1) killPostgres();
  await ended;
}

/** A request that changes an item, as a device queues it, with the same key and body when it is repeated. */
type Change = Pick<BatchEntry, 'id' | 'method' | 'url'> & {
  readonly data: Readonly<Record<string, unknown>>;
};

/** The number of changes of an item that a writer saw answered with success. */
interface Known {
  readonly uuid: string;
  title: string;
  changes: number;
}

/** A device that writes one change after the other and remembers the answered ones. */
class Writer {
  readonly items = new Map<string, Known>();
  /** Changes that were sent and not answered; repeating them reveals their result. */
  unanswered: readonly Change[] = [];
  /** The last answered changes. */
  answered: readonly Change[] = [];
  readonly #cookies: string;
  readonly #token: string;
  #count = 0;

  constructor(cookies: string, token: string) {
    this.#cookies = cookies;
    this.#token = token;
  }

  /** Writes until the server is gone, and reports each success. */
  async write(onAnswer: () => void): Promise<void> {
    for (;;) {
      this.unanswered = this.#nextChanges();
      if (!(await this.sendUnanswered())) return;
      onAnswer();
    }
  }

  /** Sends the unanswered changes; false if there is no response again. */
  async sendUnanswered(): Promise<boolean> {
    if (this.unanswered.length === 0) return true;
    if (!(await this.send(this.unanswered))) return false;
    for (const { method, url, data } of this.unanswered) {
      const uuid = method === 'POST' ? String(data['uuid']) : (url.split('/').at(-1) ?? '');
      const known = this.items.get(uuid) ?? { uuid, title: '', changes: 0 };
      this.items.set(uuid, { uuid, title: String(data['title']), changes: known.changes + 1 });
    }
    this.answered = this.unanswered;
    this.unanswered = [];
    return true;
  }

  /**
   * True if each was applied; false if no response came. A 503 decides nothing, so they are repeated then.
   */
  async send(changes: readonly Change[]): Promise<boolean> {
    const [first] = changes;
    if (first === undefined) return true;
    return untilFound('an answer that decides', async () => {
      const statuses = await this.#statusesOf(first, changes);
      if (statuses === null) return false;
      if (statuses.some((status) => status === 503 || status === 0)) return null;
      for (const status of statuses) {
        if (status !== 200 && status !== 201) throw new Error(`a change was answered ${status}`);
      }
      return true;
    });
  }

  /** The status of each change, or of all of them; null if no response came. */
  async #statusesOf(first: Change, changes: readonly Change[]): Promise<readonly number[] | null> {
    try {
      const answer =
        changes.length === 1
          ? await this.#fetch(first.method, first.url, first.data, first.id)
          : await this.#fetch('POST', '/api/batch', { requests: changes });
      const body = (await answer.json()) as { results?: { status: number }[] };
      return body.results?.map(({ status }) => status) ?? [answer.status];
    } catch (error) {
      if (error instanceof TypeError || (error as Error).name === 'AbortError') return null;
      throw error;
    }
  }

  /** Everything that the server has for this user, by the stream that devices read. */
  async readAll(): Promise<readonly DeltaItem[]> {
    const items: DeltaItem[] = [];
    for (let since = 0, more = true; more;) {
      const answer = await whenNotBusy(() =>
        this.#fetch('GET', `/api/items?type=todo&since=${since}`),
      );
      if (answer.status !== 200) throw new Error(`the stream answered ${answer.status}`);
      const page = (await answer.json()) as ItemsDelta;
      items.push(...page.data);
      since = page.cursor;
      more = page.more;
    }
    return items;
  }

  #nextChanges(): readonly Change[] {
    const count = (this.#count += 1);
    const last = [...this.items.keys()].at(-1);
    if (last !== undefined && count % 4 !== 0) {
      return [this.#patch(last, `Change ${count}`)];
    }
    const uuid = randomUUID();
    const data = { uuid, type: 'todo', title: `Item ${count}` };
    const create = { id: randomUUID(), method: 'POST' as const, url: '/api/items', data };
    return count % 8 === 0 ? [create, this.#patch(uuid, `Both ${count}`)] : [create];
  }

  #patch(uuid: string, title: string): Change {
    return { id: randomUUID(), method: 'PATCH', url: `/api/items/${uuid}`, data: { title } };
  }

  #fetch(method: string, url: string, body?: unknown, key?: string): Promise<Response> {
    return fetch(`${address}${url}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: this.#cookies,
        'x-xsrf-token': this.#token,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

/** Signs in a new user, once: sessions survive the kills too. */
async function newWriter(index: number): Promise<Writer> {
  const jar = new Map<string, string>();
  const keep = (answer: Response): void => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
  };
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  keep(await whenNotBusy(() => fetch(`${address}/csrf-cookie`)));
  const answer = await whenNotBusy(() =>
    fetch(`${address}/api/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: cookies(),
        'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
      },
      body: JSON.stringify({ phone: `+1555000${1000 + index}`, name: `Writer ${index}` }),
    }),
  );
  expect(answer.status).toBe(200);
  keep(answer);
  return new Writer(cookies(), jar.get('XSRF-TOKEN') ?? '');
}

/** Repeats a request while the server answers 503 because the machine is busy. */
function whenNotBusy(ask: () => Promise<Response>): Promise<Response> {
  return untilFound('an answer but 503', async () => {
    const answer = await ask();
    return answer.status === 503 ? null : answer;
  });
}

/** Expects that everything answered exists once, and nothing else. */
async function verify(writer: Writer): Promise<void> {
  const byUuid = (a: { uuid: string }, b: { uuid: string }): number => (a.uuid < b.uuid ? -1 : 1);
  const found = (await writer.readAll()).map(({ uuid, title, version }) => ({
    uuid,
    title,
    changes: version,
  }));
  expect(found.toSorted(byUuid)).toEqual([...writer.items.values()].toSorted(byUuid));
}

test(
  `[I3] in ${cycles} kill -9 cycles under writing load no acknowledged write is lost or doubled`,
  async () => {
    await start();
    const all = await Promise.all(Array.from({ length: writers }, (_, index) => newWriter(index)));
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const enough = leastAnswers + Math.floor(Math.random() * (mostAnswers - leastAnswers));
      let answers = 0;
      let killed: Promise<void> | null = null;
      const onAnswer = (): void => {
        answers += 1;
        if (answers === enough) killed = kill(cycle);
      };
      await Promise.all(all.map((writer) => writer.write(onAnswer)));
      await (killed ?? Promise.reject(new Error('the writers stopped before the kill')));
      expect(all.some((writer) => writer.unanswered.length > 0)).toBe(true);

      await start();
      for (const writer of all) {
        expect(await writer.sendUnanswered()).toBe(true);
        // Changes that were answered before the kill have no effect when they are repeated.
        expect(await writer.send(writer.answered)).toBe(true);
        await verify(writer);
      }
    }
    const processes = execFileSync('ps', ['-eo', 'stat=,command='], { encoding: 'utf8' });
    const postmasters = processes
      .split('\n')
      .filter((line) => line.includes(join(dataDir, 'postgres')) && !line.startsWith('Z'))
      .filter((line) => / -D /.test(line));
    expect(postmasters).toHaveLength(1);
  },
  cycles * 60_000,
);
