import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { orNull } from './or-null.ts';

/** The system's data about a process. Unknown texts are empty, never guessed. */
export interface ProcessEntry {
  readonly state: 'running' | 'zombie';
  /** Distinguishes this process from a later one with the same pid; comparable only on the same host. */
  readonly startedAt: string;
  readonly parentPid: number;
  readonly command: string;
}

/** Looks up a pid; null if there is no such process. A zombie is reported, because its lock is void. */
export function findProcess(pid: number): ProcessEntry | null {
  const { platform } = process;
  const read = platform === 'linux' ? fromProc : platform === 'win32' ? fromTasklist : fromPs;
  return orNull(() => read(pid)) ?? fromSignal(pid);
}

/**
 * The space in which a pid is meaningful: host and, on Linux, pid namespace. It differs between two
 * containers that share a data folder, so a pid from one means nothing in the other.
 */
export function pidSpace(): string {
  if (process.platform !== 'linux') return hostname();
  return `${hostname()} ${orNull(() => readlinkSync('/proc/self/ns/pid')) ?? ''}`;
}

function fromProc(pid: number): ProcessEntry {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may itself contain spaces and parentheses, so fields count from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const bootId = orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  return {
    state: fields[0] === 'Z' || fields[0] === 'X' ? 'zombie' : 'running',
    parentPid: Number(fields[1]),
    startedAt: `${bootId ?? ''} ${fields[19]}`,
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
  };
}

function fromPs(pid: number): ProcessEntry | null {
  const format = ['-o', 'stat=,ppid=,lstart=,command=', '-p', String(pid)];
  const line = execFileSync('ps', format, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found = /^(\S+)\s+(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line.trim());
  if (!found) return null;
  const [, stat = '', parentPid, startedAt = '', command = ''] = found;
  const state = stat.startsWith('Z') ? 'zombie' : 'running';
  return { state, parentPid: Number(parentPid), startedAt, command };
}

function fromTasklist(pid: number): ProcessEntry | null {
  const args = ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'];
  const line = execFileSync('tasklist', args, { encoding: 'utf8', windowsHide: true });
  const [, command, found] = /^"([^"]+)","(\d+)"/m.exec(line) ?? [];
  if (command === undefined || Number(found) !== pid) return null;
  return { state: 'running', parentPid: 0, startedAt: '', command };
}

/** Another user's process may be hidden from us; then only its existence is known. */
function fromSignal(pid: number): ProcessEntry | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  return { state: 'running', parentPid: 0, startedAt: '', command: '' };
}
