import { wireError } from '@foray/contract';
import { startTestPostgres, until, untilFound } from '@foray/embedded-postgres/testing';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  bundleServer,
  type ServerPrograms,
  type ServerProcess,
} from '../testing/server-process.ts';
import { freePort, startProgram, stopPrograms } from '../testing/started-program.ts';

const deploy = fileURLToPath(new URL('../../../../deploy', import.meta.url));
const password = 'a-password';

let folder: string;
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let programs: ServerPrograms;
const children: ChildProcess[] = [];
beforeAll(async () => {
  [postgres, programs] = await Promise.all([startTestPostgres(), bundleServer()]);
  folder = mkdtempSync(join(tmpdir(), 'foray-deployed-'));
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  await stopPrograms(children);
  programs?.remove();
  await postgres?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

test(
  '[PACK-03] behind the proxy and the pooler of deploy no request fails while a node stops, or after one was killed',
  { timeout: 120_000 },
  async () => {
    const [pooler, proxy, plain, ...nodes] = await Promise.all(Array.from({ length: 5 }, freePort));
    await startPooler(pooler!);
    const { host, user, database } = postgres.connection;
    const startNode = (port: number): ServerProcess => {
      const node = programs.run({
        PORT: String(port),
        AUTH: 'code',
        SMS: 'console',
        DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${pooler}/${database}`,
        DATABASE_DIRECT_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
        FORAY_SECRET: 's'.repeat(32),
        PUBLIC_URL: `https://localhost:${proxy}`,
        TRUST_PROXY: 'loopback',
      });
      children.push(node.child);
      return node;
    };
    const [first, second] = nodes.map(startNode);
    await Promise.all([first!.address, second!.address]);
    const get = await startProxy({ proxy: proxy!, plain: plain!, nodes });
    const isServing = async (): Promise<boolean> =>
      (await get('/readyz').catch(() => null))?.status === 200;
    await until('a node behind the proxy', isServing);
    first!.child.kill('SIGTERM');
    const stopped = { is: false };
    void first!.ended.then(() => (stopped.is = true));
    const answers = [(await get('/api/config')).status];
    while (!stopped.is) answers.push((await get('/api/config')).status);
    expect(new Set(answers)).toEqual(new Set([200]));

    await startNode(nodes[0]!).address;
    second!.child.kill('SIGKILL');
    await second!.ended;
    // Until the proxy has noticed through its probes, half of the requests would reach the node that is gone.
    for (let turn = 0; turn < 40; turn += 1) expect((await get('/api/config')).status).toBe(200);
  },
);

test('[PACK-03] without a node the proxy of deploy refuses requests as a node does', async () => {
  const [proxy, plain, ...nodes] = await Promise.all(Array.from({ length: 4 }, freePort));
  const get = await startProxy({ proxy: proxy!, plain: plain!, nodes });
  const refused = await untilFound('a proxy that knows of no node', async () => {
    const answer = await get('/api/config').catch(() => null);
    return answer?.status === 503 ? answer : null;
  });
  expect(refused.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '2',
  });
  expect(JSON.parse(refused.body)).toEqual({ error: wireError('unavailable') });
});

/** A file of deploy with this machine's names and ports in place of those of compose.yaml. */
function fileOfDeploy(name: string, changes: readonly (readonly [string, string])[]): string {
  let text = readFileSync(join(deploy, name), 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  return text;
}

/** Starts Debian's PgBouncer by the command of compose.yaml, as the owner of PostgreSQL's socket. */
async function startPooler(port: number): Promise<void> {
  const { host } = postgres.connection;
  const own = join(folder, 'pooler');
  mkdirSync(own);
  const [settings, users] = [join(own, 'pgbouncer.ini'), join(own, 'users.txt')];
  const changes = [
    ['host=database', `host=${host}`],
    ['listen_addr = *', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/tmp/users.txt', users],
  ] as const;
  writeFileSync(settings, fileOfDeploy('pgbouncer.ini', changes));
  const compose = fileOfDeploy('compose.yaml', [
    ['/tmp/users.txt', users],
    ['exec pgbouncer /etc/pgbouncer/foray.ini', `exec pgbouncer ${settings}`],
  ]);
  const command = /^ *CMD (\[.*pgbouncer.*)$/m.exec(compose)?.[1] ?? '[]';
  // A single $ is replaced when the image is built, which would put the password into it.
  expect(command.replaceAll('$$', '')).not.toContain('$');
  const [shell = '', ...args] = JSON.parse(command.replaceAll('$$', '$')) as readonly string[];
  const { uid, gid } = statSync(host);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [own, settings]) chownSync(path, uid, gid);
  const env = { PATH: process.env['PATH'], POSTGRES_PASSWORD: password };
  const settled = { env, children, ready: 'process up', ...(isRoot && { uid, gid }) };
  await startProgram(shell, args, settled);
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts Debian's Caddy in front of nodes, and checks it with a GET. */
async function startProxy({
  proxy,
  plain,
  nodes,
}: Record<'proxy' | 'plain', number> & { readonly nodes: readonly number[] }): Promise<
  (path: string) => Promise<Answer>
> {
  const settings = join(folder, 'Caddyfile');
  const local = `{
  local_certs
  skip_install_trust
  http_port ${plain}
  https_port ${proxy}
  admin off
}
`;
  const upstreams = nodes.map((port) => `127.0.0.1:${port}`).join(' ');
  const site = fileOfDeploy('Caddyfile', [['node1:3000 node2:3000', upstreams]]);
  writeFileSync(settings, local + site);
  const env = {
    PATH: process.env['PATH'],
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    FORAY_NAME: 'localhost',
  };
  const args = ['run', '--config', settings, '--adapter', 'caddyfile'];
  const ready = 'serving initial configuration';
  await startProgram('caddy', args, { env, children, ready });
  const root = join(folder, 'caddy/pki/authorities/local/root.crt');
  await until('a certificate of the proxy', () => existsSync(root));
  return async (path) => {
    const url = `https://localhost:${proxy}${path}`;
    const request = https.get(url, { ca: readFileSync(root), agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };
}
