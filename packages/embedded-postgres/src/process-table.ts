import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What the system says of one process. Unknown texts are empty, never guessed. */
export interface ProcessEntry {
  readonly state: 'running' | 'zombie';
  /** Distinguishes this process from a later one with the same pid; comparable only on the same host. */
  readonly startedAt: string;
  readonly parentPid: number;
  readonly command: string;
}

/** Looks a pid up; null if no such process exists. A zombie is reported as one: its lock is void. */
export function findProcess(pid: number): ProcessEntry | null {
  if (process.platform === 'linux') return fromProc(pid) ?? fromSignal(pid);
  if (process.platform === 'win32') return fromTasklist(pid);
  return fromPs(pid) ?? fromSignal(pid);
}

/**
 * Names the space in which a pid has a meaning: host and, on Linux, pid namespace. Two containers
 * that share a data folder differ in it, so a pid written by one says nothing in the other.
 */
export function pidSpace(): string {
  return process.platform === 'linux'
    ? `${hostname()} ${readLinkOr('/proc/self/ns/pid', '')}`
    : hostname();
}

function fromProc(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may itself hold spaces and parentheses: fields count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      state: fields[0] === 'Z' || fields[0] === 'X' ? 'zombie' : 'running',
      parentPid: Number(fields[1]),
      startedAt: `${bootId()} ${fields[19]}`,
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    };
  } catch {
    return null;
  }
}

function fromPs(pid: number): ProcessEntry | null {
  try {
    const format = ['-o', 'stat=,ppid=,lstart=,command=', '-p', String(pid)];
    const line = execFileSync('ps', format, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const found = /^(\S+)\s+(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line.trim());
    if (!found) return null;
    const [, state = '', parentPid, startedAt = '', command = ''] = found;
    return {
      state: state.startsWith('Z') ? 'zombie' : 'running',
      parentPid: Number(parentPid),
      startedAt,
      command,
    };
  } catch {
    return null;
  }
}

function fromTasklist(pid: number): ProcessEntry | null {
  try {
    const args = ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'];
    const line = execFileSync('tasklist', args, { encoding: 'utf8', windowsHide: true });
    const [, command, found] = /^"([^"]+)","(\d+)"/m.exec(line) ?? [];
    if (command === undefined || Number(found) !== pid) return null;
    return { state: 'running', parentPid: 0, startedAt: '', command };
  } catch {
    return fromSignal(pid);
  }
}

/** Another user's process may be hidden from us; that it exists is all that can be said then. */
function fromSignal(pid: number): ProcessEntry | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  return { state: 'running', parentPid: 0, startedAt: '', command: '' };
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function readLinkOr(path: string, fallback: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return fallback;
  }
}
