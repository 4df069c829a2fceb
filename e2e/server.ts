import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A separate Foray for a test: the same server as `npm start`, on a new data folder. */
export interface RunningServer {
  /** Its address, which stays the same over restarts. */
  readonly url: string;
  /** Kills the server's process at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same folder, or another program in its place, and waits until it serves. */
  start(program?: string): Promise<void>;
  /** Stops it cleanly and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a server on a free port and waits until it serves; throws with its output if it does not. */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foray-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function start(program = 'scripts/start.mjs'): Promise<void> {
    const started = spawn(process.execPath, [program], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        FORAY_DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that all of it can be killed at once.
      detached: true,
    });
    child = started;
    await new Promise<void>((resolve, reject) => {
      let output = '';
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(url)) resolve();
      };
      started.stdout?.on('data', read);
      started.stderr?.on('data', read);
      started.once('exit', (code) => reject(new Error(`The server ended (${code}):\n${output}`)));
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    process.kill(-ending.pid, signal);
    await ended;
  }

  await start();
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGINT');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/**
 * A port on which nobody listens. The system uses ports from 32,768 upwards for connections, so that no
 * connection has this port when the server starts or restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
