import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './apps/item-server.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'foray-bench-'));

/**
 * Starts a program, waits until it has printed an address, and ends it; returns the milliseconds to the
 * address.
 */
async function msToAddress(args: string[]): Promise<number> {
  const startedMs = performance.now();
  const program = startProgram(args, dataDir);
  try {
    await program.address;
    return performance.now() - startedMs;
  } finally {
    await program.stop();
  }
}

const bareServer = `require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('http://bare:0'))`;

/** The first start creates the database and is not counted. */
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
