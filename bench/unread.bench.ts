import { readFile, rm, mkdtemp } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProgram } from './apps/item-server.ts';

const people = 20;
const connections = 2_000;
/** Requests of each connection for a page of 1 MB. */
const requests = 12;
const watchMs = 45_000;
const page = '/api/items?type=todo&since=0&limit=500';

const dataDir = await mkdtemp(join(tmpdir(), 'foray-bench-'));
const program = startProgram(['scripts/start.mjs'], dataDir, {
  RATE_LIMITS: 'on',
  LOG_LEVEL: 'error',
});
let url: URL;
/** The cookies of the people, each of whom has a page of 1 MB. */
let cookies: readonly string[] = [];

/** The resident size of the server's process, in megabytes; the system must be Linux. */
async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${program.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Signs a new person in and gives them 34 items of 30 KB; returns the cookies. */
async function filledPerson(place: number): Promise<string> {
  const jar = new Map<string, string>();
  const call = async (method: string, path: string, body?: unknown): Promise<void> => {
    const token = jar.get('XSRF-TOKEN') ?? '';
    const headers = {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      'x-xsrf-token': decodeURIComponent(token),
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(new URL(path, url), init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
  };
  await call('GET', '/csrf-cookie');
  await call('POST', '/api/login', { phone: `+4915112${345_600 + place}`, name: 'Ada' });
  const description = '語'.repeat(10_000);
  for (let count = 0; count < 34; count += 1) {
    await call('POST', '/api/items', { type: 'todo', title: `Todo ${count}`, description });
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Requests pages on a connection from an address of the person, and reads none. */
function askUnread(place: number): Socket {
  const person = place % people;
  const socket = connect({
    host: '127.0.0.1',
    port: Number(url.port),
    localAddress: `127.0.1.${person + 1}`,
  });
  socket.on('error', () => undefined);
  const request = `GET ${page} HTTP/1.1\r\nhost: ${url.host}\r\ncookie: ${cookies[person]}\r\n\r\n`;
  socket.write(request.repeat(requests));
  return socket.pause();
}

/** The resident size after each person has read their page, and before anybody leaves one unread. */
let sizeAtRest = 0;
/** The largest resident size of each round. */
const peaks: number[] = [];

/** The people with their items, who read them. */
export async function setUp(): Promise<void> {
  url = new URL(await program.address);
  const filled: string[] = [];
  for (let place = 0; place < people; place += 1) filled.push(await filledPerson(place));
  cookies = filled;
  for (const cookie of cookies)
    await (await fetch(new URL(page, url), { headers: { cookie } })).text();
  sizeAtRest = await residentMegabytes();
}

/** Ends the server and removes its data. */
export async function tearDown(): Promise<void> {
  await program.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** The largest resident size until the server has ended the connections. */
async function peakOfRound(): Promise<number> {
  const sockets = Array.from({ length: connections }, (_, place) => askUnread(place));
  let peak = 0;
  for (let waitedMs = 0; waitedMs < watchMs; waitedMs += 500) {
    peak = Math.max(peak, await residentMegabytes());
    await delay(500);
  }
  for (const socket of sockets) socket.destroy();
  peaks.push(peak);
  return peak;
}

/** 2,000 connections that request 23 GB and read nothing, three times. */
export const cases = [
  {
    name: 'server, 2,000 unread connections, peak',
    unit: 'MB',
    counted: true,
    ours: peakOfRound,
    floor: () => sizeAtRest,
  },
  {
    name: 'server, the third time, peak',
    unit: 'MB',
    counted: true,
    async ours() {
      await peakOfRound();
      return peakOfRound();
    },
    floor: () => peaks[0],
  },
];
