import { readFileSync, readdirSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second on every Linux that Node runs on. */
const msPerTick = 10;

/**
 * The processor time of a process and its descendants, in milliseconds; null where /proc does not provide it.
 */
export function processorTimeMs(rootPid: number): number | null {
  const processes = readProcesses();
  if (!processes.has(rootPid)) return null;
  let sum = 0;
  const waiting = [rootPid];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    sum += processes.get(pid)?.ms ?? 0;
    for (const [child, { parent }] of processes) if (parent === pid) waiting.push(child);
  }
  return sum;
}

/** All processes by id, each with its own time and the time of its ended children. */
function readProcesses(): ReadonlyMap<number, { readonly parent: number; readonly ms: number }> {
  const found = new Map<number, { parent: number; ms: number }>();
  for (const name of namesIn('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = textOrNull(`/proc/${name}/stat`);
    // The name of the program is in parentheses and may contain anything.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields === undefined) continue;
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    found.set(Number(name), { parent: Number(fields[1]), ms: ticks * msPerTick });
  }
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
