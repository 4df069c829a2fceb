import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { freePort } from './server.ts';

// Tests the commands of docs/operations.md, word for word, with the embedded database.

const root = fileURLToPath(new URL('..', import.meta.url));

/** The commands of each block of a chapter, line by line. */
async function documentedCommands(chapter: string): Promise<string[][]> {
  const text = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const [, from = ''] = text.split(`\n## ${chapter}\n`);
  const [body = ''] = from.split('\n## ');
  return [...body.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block.trim().split('\n'));
}

interface Place {
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
}

async function placeFor(home: string, dataDir: string): Promise<Place> {
  const port = await freePort();
  const env = {
    ...process.env,
    HOME: home,
    FORAY_DATA_DIR: join(home, dataDir),
    PORT: String(port),
    RATE_LIMITS: 'off',
  };
  return { url: `http://127.0.0.1:${port}`, env };
}

/** Runs a command to its end, and returns its output. */
function run(command: string, { env }: Place): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** Starts a server with a command; the returned function stops it. */
async function start(command: string, { url, env }: Place): Promise<() => Promise<void>> {
  const child = spawn('bash', ['-c', command], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes(`ready at ${url}`)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`The server ended:\n${said}`)));
  });
  return async () => {
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
  };
}

/** A session, which continues on a restored server. */
class Session {
  readonly #cookies = new Map<string, string>();

  async call(url: string, method = 'GET', body?: unknown): Promise<Response> {
    const token = decodeURIComponent(this.#cookies.get('XSRF-TOKEN') ?? '');
    const answer = await fetch(url, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-XSRF-TOKEN': token,
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  async signIn(at: string): Promise<void> {
    await this.call(`${at}/csrf-cookie`);
    const answer = await this.call(`${at}/api/login`, 'POST', {
      phone: '+4915100000001',
      name: 'Ada',
    });
    expect(answer.status).toBe(200);
  }

  async create(at: string, title: string): Promise<void> {
    const uuid = crypto.randomUUID();
    const answer = await this.call(`${at}/api/items`, 'POST', { type: 'todo', title, uuid });
    expect(answer.status).toBe(201);
  }

  async titles(at: string): Promise<string[]> {
    const answer = await this.call(`${at}/api/items?type=todo&since=0`);
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { title: string }[] };
    return data.map(({ title }) => title).toSorted();
  }
}

test('[BACKUP-01] [BACKUP-04] [BACKUP-07] a backup can be made, restored and moved to a new machine by the operators’ guide @full', async () => {
  const [backUp = [], putBack = [], move = [], ...others] =
    await documentedCommands('Backup and restore');
  expect(others).toEqual([]);
  const home = await mkdtemp(join(tmpdir(), 'foray-home-'));
  const here = await placeFor(home, 'here');
  const ada = new Session();
  const stop = await start('npm start', here);
  try {
    await ada.signIn(here.url);
    await ada.create(here.url, 'Before');
    for (const command of backUp) run(command, here);
    await ada.create(here.url, 'After');
    expect(await ada.titles(here.url)).toEqual(['After', 'Before']);
    for (const command of putBack) run(command, here);
    expect(await ada.titles(here.url)).toEqual(['Before']);
  } finally {
    await stop();
  }
  const there = await placeFor(home, 'there');
  const last = move.at(-1) ?? '';
  for (const command of move.slice(0, -1)) run(command, there);
  const stopThere = await start(last, there);
  try {
    expect(await ada.titles(there.url)).toEqual(['Before']);
    await ada.create(there.url, 'There');
  } finally {
    await stopThere();
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
