import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dataDir = await mkdtemp(join(tmpdir(), 'foray-bench-'));

/** Starts a program, waits until it has printed an address, and ends it; milliseconds to the address. */
async function msToAddress(args: string[]): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0', FORAY_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    return await new Promise<number>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('http://')) resolve(performance.now() - startedMs);
      });
      child.once('close', (code) => reject(new Error(`it ended with ${code} and no address`)));
    });
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

const bareServer = `require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('http://'))`;

/** The first start makes the database and is not counted. */
export const setUp = (): Promise<number> => msToAddress(['scripts/start.mjs']);

/** Removes the data folder of the measured server. */
export const tearDown = (): Promise<void> => rm(dataDir, { recursive: true, force: true });

/** A second `npm start`, from the command to the address, against Node serving nothing. */
export const cases = [
  {
    name: 'second start',
    unit: 'ms',
    measured: true,
    ours: () => msToAddress(['scripts/start.mjs']),
    floor: () => msToAddress(['-e', bareServer]),
  },
];
