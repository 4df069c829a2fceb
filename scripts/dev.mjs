// @ts-check
import { requireNode } from './terminal.mjs';

requireNode();
const { ensureInstalled, root } = await import('./install.mjs');
process.chdir(root);
await ensureInstalled();
const { develop } = await import('./development.mjs');
await develop();
