import {
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { orNull } from './or-null.ts';
import { reasonOf, StartupFailure } from './startup-failure.ts';
import { findProcess, pidSpace } from './process-table.ts';

const heartbeatMs = 2_000;
const observeMsDefault = 10_000;

/** The lock by which one Foray process owns a data folder. */
export interface FolderLock {
  /** Releases the folder; may be called twice. */
  release(): void;
}

/** The holder of a lock, as its file records. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  readonly pidSpace: string;
}

/**
 * Acquires `foray.lock` in `folder`, or throws `folder_in_use` while another running Foray holds it.
 *
 * A holder on this machine is identified by pid and start time, so a recycled pid does not count. A holder on
 * another machine or in another container, or one that the system hides, cannot be queried: its heartbeat, the
 * file's modification time, is watched for `observeMs`, and the lock is taken over only if there is none.
 */
export async function lockFolder(
  folder: string,
  options: { readonly observeMs?: number; readonly log?: (line: string) => void } = {},
): Promise<FolderLock> {
  const path = join(folder, 'foray.lock');
  const mine = JSON.stringify({
    pid: process.pid,
    startedAt: findProcess(process.pid)?.startedAt ?? '',
    pidSpace: pidSpace(),
  } satisfies Holder);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    if (tryCreate(path, mine)) return holdLock(path, mine);
    const text = readOrNull(path);
    if (text === null) continue;
    const holder = parseHolder(text);
    if (await isAlive(path, holder, options.observeMs ?? observeMsDefault, options.log)) break;
    removeStale(path, text);
  }
  const holder = parseHolder(readOrNull(path) ?? '');
  const who = holder ? ` (process ${holder.pid} on ${holder.pidSpace.split(' ')[0]})` : '';
  throw new StartupFailure(
    'folder_in_use',
    `The data folder ${folder} is in use by another Foray${who}: stop that one first, or set FORAY_DATA_DIR to a folder of its own.`,
  );
}

/** Makes the lock appear with its content or not at all: writes it aside and links it into place. */
function tryCreate(path: string, content: string): boolean {
  const aside = `${path}.${process.pid}`;
  try {
    writeFileSync(aside, content, { mode: 0o644 });
    try {
      linkSync(aside, path);
    } catch (error) {
      // Some network and FAT file systems have no links; there exclusive creation must suffice.
      if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error))) throw error;
      writeFileSync(path, content, { flag: 'wx' });
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new StartupFailure(
      'folder_unusable',
      `The data folder ${join(path, '..')} cannot be written to (${reasonOf(error)}): give this user the right to write there, or set FORAY_DATA_DIR to another folder.`,
    );
  } finally {
    rmSync(aside, { force: true });
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function holdLock(path: string, mine: string): FolderLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    // A process that checks the file notices when it is missing; the database has a lock of its own as well.
    orNull(() => utimesSync(path, now, now));
  }, heartbeatMs);
  heartbeat.unref();
  let held = true;
  return {
    release() {
      clearInterval(heartbeat);
      if (!held) return;
      held = false;
      if (readOrNull(path) === mine) rmSync(path, { force: true });
    },
  };
}

async function isAlive(
  path: string,
  holder: Holder | null,
  observeMs: number,
  log: ((line: string) => void) | undefined,
): Promise<boolean> {
  if (holder === null) return false;
  if (holder.pidSpace === pidSpace()) {
    const found = findProcess(holder.pid);
    if (found?.state !== 'running') return false;
    if (found.startedAt === holder.startedAt) return true;
    if (!isUnsure(found.startedAt, holder.startedAt)) return false;
  }
  log?.(
    `The data folder was last used on ${holder.pidSpace.split(' ')[0]}; watching ${observeMs / 1000} s whether it still is.`,
  );
  const before = modifiedAtMs(path);
  await delay(observeMs);
  return modifiedAtMs(path) !== before;
}

/**
 * Whether two different start times may be of the same process: a service that systemd protects sees neither
 * processes of other accounts (`ProtectProc`) nor the id of the boot before its own time (`ProcSubset`).
 */
function isUnsure(...times: readonly [string, string]): boolean {
  const [one, other] = times.map((time) => time.split(' ').at(-1));
  return times.includes('') || (one === other && times.some((time) => time.startsWith(' ')));
}

/**
 * Two processes that find the same dead lock must not remove each other's new one, so the moved file is
 * checked.
 */
function removeStale(path: string, decided: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== decided) linkSync(aside, path);
  } catch {
    // Another process was faster; the next round reads the lock again.
  } finally {
    rmSync(aside, { force: true });
  }
}

function parseHolder(text: string): Holder | null {
  const holder = orNull(() => JSON.parse(text) as Partial<Holder> | null);
  if (typeof holder?.pid !== 'number' || typeof holder.startedAt !== 'string') return null;
  return typeof holder.pidSpace === 'string' ? (holder as Holder) : null;
}

function readOrNull(path: string): string | null {
  return orNull(() => readFileSync(path, 'utf8'));
}

function modifiedAtMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
