// @ts-check
import { requireNode } from './terminal.mjs';

requireNode();
const { runServerCommand } = await import('./server-command.mjs');

await runServerCommand('invite', { names: 'a CSV file' });
