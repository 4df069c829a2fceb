// @ts-check
import { requireNode } from './terminal.mjs';

requireNode();
const { makePackage } = await import('./make-package.mjs');

const { archive, bytes } = await makePackage({
  withPostgres: !process.argv.includes('--without-postgres'),
});
console.log(`The package is in ${archive} (${(bytes / 1e6).toFixed(1)} MB).`);
