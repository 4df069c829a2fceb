// @ts-check
import { requireNode } from './terminal.mjs';

requireNode();
const { ensureInstalled, root } = await import('./install.mjs');
const { ensureBuilt } = await import('./build.mjs');

// `npm start` runs here too: a relative FORAY_DATA_DIR means the same folder either way.
process.chdir(root);
await ensureInstalled();
await ensureBuilt();
process.setSourceMapsEnabled(true);
const server = new URL('../apps/server/dist/main.js', import.meta.url);
await import(server.href);
