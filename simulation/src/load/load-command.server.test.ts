import { bundleServer, startListeningServer } from '@foray/server/testing';
import type { ListeningServer, ServerPrograms } from '@foray/server/testing';
import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { phaseLines } from './load-report.ts';
import { startOwnDatabase } from './own-database.ts';
import { startOwnServer } from './own-server.ts';
import { runLoad } from './run-load.ts';

/** For busy machines. */
const longMs = 600_000;

let server: ListeningServer;
let programs: ServerPrograms;
let folder: string;
beforeAll(async () => {
  server = await startListeningServer();
  programs = await bundleServer();
  folder = await bundleCommand();
}, longMs);
afterAll(async () => {
  await server?.stop();
  programs?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test(
  '[LOAD-01] the command ends with 1 and names the creates if a proxy duplicates them, and with 0 without the proxy @full',
  async () => {
    const proxy = await startDoublingProxy(server.url);
    try {
      const doubled = await runCommand(proxy.url);
      expect(doubled.out).toMatch(/\[I3\] item \S+ of user \d+: doubled, no device made this one/);
      expect(doubled.out).toMatch(/acknowledged changes, \d+ faults/);
      expect(doubled.code).toBe(1);
    } finally {
      await proxy.stop();
    }
    const { code, out } = await runCommand(server.url);
    expect(out).toMatch(/none lost, none doubled\n$/);
    expect(code).toBe(0);
  },
  longMs,
);

test(
  '[LOAD-04] a started server reports its processor time, separate from PostgreSQL and the tool, its statements by kind, and its bytes @full',
  async () => {
    const counter = new URL('../../../scripts/count-statements.mjs', import.meta.url);
    const own = await startOwnServer(programs.main, counter);
    try {
      const { faults, phases } = await runLoad(
        { devices: 4, end: { kind: 'steps', stepsEach: 4 }, everyMs: 100, seed: 1 },
        {
          url: own.url,
          look: async () => ({ server: await own.look(), toolCpuMs: 0 }),
        },
      );
      expect(faults).toEqual([]);
      const [, working] = phases;
      if (working === undefined) throw new Error('nobody worked');
      const { before, after } = working;
      expect(after.server.nodeCpuMs).toBeGreaterThan(before.server.nodeCpuMs ?? Infinity);
      expect(after.server.postgresCpuMs).toBeGreaterThan(0);
      expect(after.server.bytesSent).toBeGreaterThan(before.server.bytesSent ?? Infinity);
      // Each device has a stream.
      expect(after.server.openConnections).toBeGreaterThanOrEqual(4);
      const kinds = [...after.server.statements.keys()];
      expect(kinds).toEqual(
        expect.arrayContaining(['insert into items', 'insert into ops', 'commit', 'pg_notify']),
      );
      const lines = phaseLines(working, 4).join('\n');
      for (const part of ['node  ', 'PostgreSQL', 'this tool', 'p99 ms', 'insert into ops']) {
        expect(lines).toContain(part);
      }
    } finally {
      await own.stop();
    }
  },
  longMs,
);

test(
  '[LOAD-07] a started server with standbys reports their processor time and statements separately @full',
  async () => {
    const counter = new URL('../../../scripts/count-statements.mjs', import.meta.url);
    const given = new Promise<never>(() => {});
    const own = await startOwnServer(programs.main, counter, given, await startOwnDatabase(1));
    try {
      const { faults, phases } = await runLoad(
        { devices: 4, end: { kind: 'steps', stepsEach: 8 }, everyMs: 500, seed: 1 },
        { url: own.url, look: async () => ({ server: await own.look(), toolCpuMs: 0 }) },
      );
      expect(faults).toEqual([]);
      const [, working] = phases;
      if (working === undefined) throw new Error('nobody worked');
      expect(working.after.server.standbysCpuMs).toBeGreaterThan(0);
      const kinds = [...working.after.server.statements.keys()];
      expect(kinds).toEqual(expect.arrayContaining(['insert into ops', 'standby: commit']));
      expect(phaseLines(working, 4).join('\n')).toContain('standbys  ');
    } finally {
      await own.stop();
    }
  },
  longMs,
);

describe('a run that is interrupted', () => {
  /** Less than for other tests, because these are about runs that do not end. */
  const endMs = 180_000;
  /** The folder with the parts of the command, and its temporary folder. */
  let root: string;
  let temporary: string;
  beforeEach(() => {
    root = mkdtempSync(join(folder, 'root-'));
    temporary = mkdtempSync(join(tmpdir(), 'foray-load-test-'));
    // PostgreSQL runs under another account if root starts it.
    chmodSync(temporary, 0o711);
    mkdirSync(join(root, 'apps/server'), { recursive: true });
    symlinkSync(dirname(programs.main), join(root, 'apps/server/dist'));
    symlinkSync(fileURLToPath(new URL('../../../scripts', import.meta.url)), join(root, 'scripts'));
  });
  afterEach(() => rmSync(temporary, { recursive: true, force: true }));

  /** Calls `end` once all devices have signed in to the run's own server. */
  async function runAndEnd(end: (tool: number) => void) {
    const env = { ...process.env, TMPDIR: temporary };
    const run = startCommand(['--devices', '2', '--minutes', '30'], { cwd: root, env });
    await expect.poll(run.out, { timeout: endMs }).toContain('sign in: ');
    end(run.pid);
    return { code: await run.ended, err: run.err() };
  }

  test(
    '[LOAD-06] leaves neither a server nor a folder after Ctrl-C @full',
    async () => {
      const { code, err } = await runAndEnd((tool) => process.kill(tool, 'SIGTERM'));
      // The line is among the server's own log on a slow machine.
      expect(err).toMatch(/^The run was given up \(SIGTERM\): /m);
      expect([code, readdirSync(temporary)]).toEqual([1, []]);
    },
    endMs,
  );

  test(
    '[LOAD-06] leaves no folder after its server dies @full',
    async () => {
      const { code, err } = await runAndEnd((tool) => {
        const children = readFileSync(`/proc/${tool}/task/${tool}/children`, 'utf8');
        process.kill(Number(children.trim()), 'SIGKILL');
      });
      expect(err).toMatch(/^The run was given up \(the server ended with null\): /m);
      expect([code, readdirSync(temporary)]).toEqual([1, []]);
    },
    endMs,
  );

  test(
    '[LOAD-06] leaves no server after it is killed itself @full',
    async () => {
      await runAndEnd((tool) => process.kill(tool, 'SIGKILL'));
      const running = () =>
        readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((path) =>
          path.endsWith('postmaster.pid'),
        );
      await expect.poll(running, { timeout: endMs }).toEqual([]);
    },
    endMs,
  );

  test('[LOAD-06] says in one sentence that it finds no server @full', async () => {
    // No program listens on the discard port.
    const { code, err } = await runCommand('http://127.0.0.1:9');
    expect([code, err.split('\n').length]).toEqual([1, 2]);
    expect(err).toMatch(/^The run was given up \(.*\): is the server there/);
  });
});

/** The command's program, bundled as scripts/load.mjs does it. */
async function bundleCommand(): Promise<string> {
  const made = mkdtempSync(resolve('node_modules/.foray-load-'));
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./main.ts', import.meta.url)),
    platform: 'node',
    external: (id) => /^[a-z@]/.test(id) && !id.startsWith('@foray/'),
    logLevel: 'silent',
  });
  await bundle.write({ dir: made, format: 'esm', entryFileNames: '[name].js' });
  await bundle.close();
  return made;
}

async function runCommand(url: string): Promise<{ code: unknown; out: string; err: string }> {
  const run = startCommand(['--url', url, '--devices', '4', '--steps', '4', '--every', '0.1']);
  const code = await run.ended;
  return { code, out: run.out(), err: run.err() };
}

/** Runs the command; gives its output so far, and finally its exit code. */
function startCommand(args: readonly string[], options: SpawnOptionsWithoutStdio = {}) {
  const child = spawn(process.execPath, [join(folder, 'main.js'), ...args], options);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
  return {
    pid: child.pid ?? 0,
    out: () => out,
    err: () => err,
    ended: once(child, 'close').then(([code]: unknown[]) => code),
  };
}

/** A proxy that sends each create a second time, under another key. */
async function startDoublingProxy(
  target: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const proxy: Server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = await bodyOf(request);
      const { host: _, 'content-length': __, ...kept } = request.headers;
      const init = { method: request.method ?? 'GET', headers: kept as Record<string, string> };
      const ask = (text: string) =>
        fetch(target + request.url, text === '' ? init : { ...init, body: text });
      const answer = await ask(body);
      if (request.url === '/api/batch' && body.includes('"POST"')) {
        await ask(
          body.replaceAll(/"(id|uuid)":"[^"]+"/g, (_all, name) => `"${name}":"${randomUUID()}"`),
        );
      }
      const {
        'content-encoding': ___,
        'content-length': ____,
        ...headers
      } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, {
        ...headers,
        'set-cookie': answer.headers.getSetCookie(),
      });
      if (answer.body !== null) for await (const chunk of answer.body) response.write(chunk);
      response.end();
    };
    pass().catch(() => response.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
