import { until, untilFound } from '@foray/embedded-postgres/testing';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startServerUnderTest, type ServerUnderTest } from '../http/testing/server-under-test.ts';
import type { TestClient } from '../http/testing/test-client.ts';
import { freePort, startProgram, stopPrograms } from '../testing/started-program.ts';

const deploy = fileURLToPath(new URL('../../../../deploy', import.meta.url));
const examples = fileURLToPath(new URL('../../../../docs/operations', import.meta.url));

/** A proxy in front of a node: its address, and the certificate that it has. */
interface Proxy {
  readonly port: number;
  readonly ca: Buffer;
}

let server: ServerUnderTest;
let folder: string;
let ann: TestClient;
/** The event streams that the node has open. */
let streams = 0;
const proxies: Record<string, Proxy> = {};
const children: ChildProcess[] = [];
beforeAll(async () => {
  server = await startServerUnderTest('own');
  folder = mkdtempSync(join(tmpdir(), 'foray-proxies-'));
  const ports = await Promise.all(Array.from({ length: 6 }, freePort));
  const place = (at: number) => ({ port: ports[at]!, plain: ports[at + 3]! });
  const config = { trustProxy: ['loopback'], publicUrl: 'https://localhost' };
  const node = await server.build(config, { directAddress: server.address });
  node.addHook('onRequest', async ({ ip, protocol, host }, reply) => {
    reply.headers({ 'x-seen': JSON.stringify({ ip, protocol, host }) });
  });
  node.addHook('onRequest', async ({ url }, { raw }) => {
    if (url !== '/api/events') return;
    streams += 1;
    raw.on('close', () => (streams -= 1));
  });
  const upstream = new URL(await node.listen({ host: '127.0.0.1', port: 0 })).host;
  ann = server.client(node);
  await ann.signIn('Ann');
  await Promise.all([
    startNginx({ ...place(0), upstream }),
    startCaddy(
      'Caddy',
      fileOf(examples, 'Caddyfile', [
        ['foray.example.org {', 'localhost {'],
        ['127.0.0.1:3000', upstream],
      ]),
      place(1),
    ),
    startCaddy(
      'the Caddy of deploy',
      fileOf(deploy, 'Caddyfile', [
        ['{$FORAY_NAME}', 'localhost'],
        ['node1:3000 node2:3000', upstream],
      ]),
      place(2),
    ),
  ]);
});
afterAll(async () => {
  await stopPrograms(children);
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

describe.each(['nginx', 'Caddy', 'the Caddy of deploy'])('%s', (name) => {
  test('[PACK-07] it encrypts, and names the address of the client, which no client can make up', async () => {
    const answer = await get(name, '/api/config', {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'http',
    });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(await text(answer))).toMatchObject({ auth: 'open' });
    const seen = JSON.parse(String(answer.headers['x-seen'])) as Record<string, string>;
    expect(seen).toMatchObject({ ip: '127.0.0.1', protocol: 'https' });
    expect(seen['host']).toMatch(/^localhost/);
    expect(answer.headers['strict-transport-security']).toBeDefined();
  });

  test('[PACK-07] an event arrives while its stream stays open, and the stream ends with its client', async () => {
    const cookie = [...ann.cookies].map((pair) => pair.join('=')).join('; ');
    const stream = await get(name, '/api/events', { cookie });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    let received = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    await until('the beginning of the stream', () => received.includes(': open'));
    await ann.create();
    await until('the event', () => received.includes('event: newer'));
    expect(stream.readableEnded).toBe(false);
    expect(streams).toBe(1);
    stream.destroy();
    await until('the end of the stream at the node', () => streams === 0);
  });
});

async function get(
  name: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const { port, ca } = proxies[name]!;
  const options = { ca, headers, agent: false };
  const request = https.get(`https://localhost:${port}${path}`, options);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

/** A file with the names and ports of this machine. */
function fileOf(
  from: string,
  name: string,
  changes: readonly (readonly [string, string])[],
): string {
  let text = readFileSync(join(from, name), 'utf8');
  for (const [own, here] of changes) {
    expect(text).toContain(own);
    text = text.replaceAll(own, here);
  }
  return text;
}

interface Place {
  readonly port: number;
  readonly plain: number;
  readonly upstream: string;
}

/** Starts Debian's nginx with a certificate that signs itself. */
async function startNginx({ port, plain, upstream }: Place): Promise<void> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...made, '-days', '2', ...named], { stdio: 'pipe' });
  const letsencrypt = '/etc/letsencrypt/live/foray.example.org';
  const site = fileOf(examples, 'nginx.conf', [
    [`${letsencrypt}/fullchain.pem`, certificate],
    [`${letsencrypt}/privkey.pem`, key],
    ['/var/log/nginx/foray.log', join(folder, 'access.log')],
    ['listen [::]:443 ssl http2;', ''],
    ['listen [::]:80;', ''],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['foray.example.org', 'localhost'],
    ['127.0.0.1:3000', upstream],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const settings = join(folder, 'nginx.conf');
  writeFileSync(
    settings,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr notice;
events {}
http {
${temporary.join('\n')}
${site}
}
`,
  );
  const ready = 'start worker processes';
  await startProgram('nginx', ['-c', settings, '-e', 'stderr'], { children, ready });
  proxies['nginx'] = { port, ca: readFileSync(certificate) };
}

/** Starts Debian's Caddy with certificates of its own. */
async function startCaddy(name: string, site: string, { port, plain }: Omit<Place, 'upstream'>) {
  const own = join(folder, name);
  mkdirSync(own);
  const settings = join(own, 'Caddyfile');
  writeFileSync(
    settings,
    `{
	local_certs
	skip_install_trust
	http_port ${plain}
	https_port ${port}
	admin off
}
${site}`,
  );
  const env = { PATH: process.env['PATH'], XDG_DATA_HOME: own, XDG_CONFIG_HOME: own };
  const args = ['run', '--config', settings, '--adapter', 'caddyfile'];
  const ready = 'serving initial configuration';
  await startProgram('caddy', args, { env, children, ready });
  const root = join(own, 'caddy/pki/authorities/local/root.crt');
  await until('a certificate authority', () => existsSync(root));
  proxies[name] = { port, ca: readFileSync(root) };
  await untilFound('a certificate', () => get(name, '/healthz').catch(() => null));
}
