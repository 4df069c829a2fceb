import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverBundle } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { requireNode } from './terminal.mjs';

// Many devices against the authority under a virtual clock: --seeds N --from S [--trace] [--keep name].
requireNode();
await ensureInstalled();
process.chdir(root);
const { build } = await import('rolldown');
const folder = join(root, 'node_modules/.cache/foray/simulation');
const input = join(root, 'simulation/src/main.ts');
await build({ ...serverBundle(folder), input, logLevel: 'silent' });
await import(pathToFileURL(join(folder, 'main.js')).href);
