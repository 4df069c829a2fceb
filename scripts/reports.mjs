// @ts-check
import { requireNode } from './terminal.mjs';

requireNode();
const { ensureInstalled, root } = await import('./install.mjs');
const { ensureBuilt } = await import('./build.mjs');

// As `npm start` does: a relative FORAY_DATA_DIR means the same folder. What is printed may be read by a program.
process.chdir(root);
await ensureInstalled();
await ensureBuilt({ log: (line) => void process.stderr.write(`${line}\n`) });
process.setSourceMapsEnabled(true);
const reports = new URL('../apps/server/dist/reports.js', import.meta.url);
await import(reports.href);
