import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processorTimeMs } from './processor-time.ts';
import type { ServerUse } from './server-use.ts';

const pauseMs = 100;
const mostTries = 100;

/** A server started for this run alone, with its own PostgreSQL and folder. */
export interface OwnServer {
  readonly url: string;
  /** Rejects if the server ends before it is stopped. */
  readonly lost: Promise<never>;
  look(): Promise<ServerUse>;
  /** Ends the server, and removes its folder. */
  stop(): Promise<void>;
}

/** The server's report about itself, on request; see scripts/count-statements.mjs. */
interface Told extends Omit<
  ServerUse,
  'statements' | 'nodeCpuMs' | 'postgresCpuMs' | 'standbysCpuMs'
> {
  readonly cpuMs: number;
  readonly statements: Readonly<Record<string, number>>;
}

/** A PostgreSQL of the run, in place of the server's own. */
export interface OwnDatabase {
  readonly env: Readonly<Record<string, string>>;
  /** The processes of the primary and of the standbys. */
  readonly pids: { readonly primary: number; readonly standbys: readonly number[] };
  stop(): Promise<void>;
}

/**
 * Starts a program of the server, with `counter` loaded before it, on `database` if there is one. If that fails, or `givenUp` rejects
 * meanwhile, no part of it remains.
 */
export async function startOwnServer(
  program: string,
  counter: URL,
  givenUp: Promise<never> = new Promise(() => {}),
  database: OwnDatabase | null = null,
): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'foray-load-'));
  chmodSync(dataDir, 0o711);
  const child = spawn(process.execPath, ['--import', counter.href, program], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      FORAY_DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      BACKUP_HOURS: 'off',
      ...database?.env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const lost = ended.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)));
  lost.catch(() => undefined);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await database?.stop();
    await removeUnused(dataDir);
  };
  try {
    const url = await Promise.race([addressOf(child), lost, givenUp]);
    const postgres = database?.pids.primary ?? postmasterIn(dataDir);
    const standbys = database?.pids.standbys ?? [];
    return {
      url,
      lost,
      stop,
      async look() {
        const { cpuMs, statements, ...use } = await ask(child);
        return {
          ...use,
          nodeCpuMs: cpuMs,
          postgresCpuMs: postgres === null ? null : processorTimeMs(postgres),
          standbysCpuMs: standbys.length === 0 ? null : sumOf(standbys.map(processorTimeMs)),
          statements: new Map(Object.entries(statements)),
        };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes the folder of a server that has ended, once its PostgreSQL, which may outlive it for a moment, has ended as well. */
async function removeUnused(dataDir: string): Promise<void> {
  const postgres = lastPostmasterIn(dataDir);
  while (postgres !== null && isRunning(postgres)) await delay(pauseMs);
  for (let tries = 0; tries < mostTries; tries += 1) {
    rmSync(dataDir, { recursive: true, force: true });
    // Node 26 does not say that files came while it removed the others.
    if (!existsSync(dataDir)) return;
    await delay(pauseMs);
  }
  throw new Error(`${dataDir} could not be removed`);
}

/** Files may go while the folder is read. */
function lastPostmasterIn(dataDir: string): number | null {
  try {
    return postmasterIn(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return lastPostmasterIn(dataDir);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const address = /Foray is ready at (\S+)\n/.exec(out)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

async function ask(child: ChildProcess): Promise<Told> {
  const told = once(child, 'message');
  // If the server has ended, no report comes: see `lost`.
  child.send('look', () => undefined);
  const [message] = (await told) as [Told];
  return message;
}

function sumOf(times: readonly (number | null)[]): number {
  return times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
}

function postmasterIn(dataDir: string): number | null {
  const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('postmaster.pid'),
  );
  if (found === undefined) return null;
  return Number(readFileSync(join(dataDir, found), 'utf8').split('\n')[0]);
}
