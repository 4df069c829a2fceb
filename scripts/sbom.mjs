// @ts-check
import { requireNode } from './terminal.mjs';

requireNode();
const { ensureInstalled } = await import('./install.mjs');
const { formatSbom, makeSbom } = await import('./make-sbom.mjs');

await ensureInstalled();
const withPostgres = !process.argv.includes('--without-postgres');
process.stdout.write(formatSbom(await makeSbom({ withPostgres })));
