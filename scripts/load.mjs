// @ts-check
import { requireNode } from './terminal.mjs';

// Simulated devices over HTTP that check for lost and duplicated changes: -- --devices 1000 --minutes 5.
requireNode();
const { join } = await import('node:path');
const { pathToFileURL } = await import('node:url');
const { ensureInstalled, root } = await import('./install.mjs');
process.chdir(root);
await ensureInstalled();
const { ensureBuilt, serverBundle } = await import('./build.mjs');
await ensureBuilt();
const { build } = await import('rolldown');
const folder = join(root, 'node_modules/.cache/foray/load');
const input = join(root, 'simulation/src/load/main.ts');
await build({ ...serverBundle(folder), input, logLevel: 'silent' });
await import(pathToFileURL(join(folder, 'main.js')).href);
