import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { installedPackage } from '../binaries.ts';

/** A process that holds an embedded PostgreSQL, and its files, in a place that every account can reach. */
export interface HolderProgram {
  /** The folder of all these files, for the test to remove. */
  readonly folder: string;
  /** Run it with Node, with a data folder and `packageFolder` as arguments. */
  readonly script: string;
  readonly packageFolder: string;
}

/** Bundles the holder, because Node 20 cannot run its sources. */
export async function buildHolderProgram(): Promise<HolderProgram> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'foray-holder-')));
  chmodSync(folder, 0o755);
  const source = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
  const script = join(folder, 'holder.mjs');
  await build({
    input: source('holder.fixture.ts'),
    platform: 'node',
    external: ['pg-native'],
    output: { file: script },
    logLevel: 'silent',
  });
  cpSync(source('keeper.mjs'), join(folder, 'keeper.mjs'));
  const packageFolder = join(folder, 'package');
  execFileSync('cp', ['-a', installedPackage(), packageFolder]);
  // The tests may run, and the package may have been installed, under any umask.
  execFileSync('chmod', ['-R', 'u+w,a+rX', folder]);
  return { folder, script, packageFolder };
}
