import { instantOf } from '@foray/domain';
import { errorStatus, notRun, parseItemRequest, wireError } from '@foray/contract';
import type { BatchAnswer, BatchEntry, BatchResult } from '@foray/contract';
import { execute } from './execute.ts';
import type { ExecutePorts } from './execute.ts';
import { EpochChanged, epochCheckedStore } from '../epochs/epoch-checked-store.ts';
import type { Answer, Caller } from '../store/request.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { Standing } from '../store/store.ts';

/** One request that changes an item, as it arrived, with the values of its headers. */
export interface ItemRequest {
  readonly method: string;
  /** The path from the root of the host. */
  readonly url: string;
  /** The parsed JSON body; undefined if there was none. */
  readonly data?: unknown;
  /** The Idempotency-Key. */
  readonly opId?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly after?: string | undefined;
  readonly isImport?: boolean | undefined;
}

/** What running requests needs of the world. */
export interface RequestPorts extends ExecutePorts {
  /** A short text for a long one, different for different ones (a cryptographic hash). */
  readonly digest: (text: string) => string;
  /** Called with the error that made an entry of a batch fail with 500, which appears nowhere else. */
  readonly reportBug: (error: unknown) => void;
}

/**
 * Reads and runs one request, alone or of a batch. What cannot be read is refused under its key.
 */
export async function runRequest(
  ports: RequestPorts,
  caller: Caller,
  request: ItemRequest,
): Promise<Answer> {
  const { method, url, data, opId, ifMatch, after, isImport } = request;
  const read = parseItemRequest(method, url, data);
  const command = read.ok ? read.value : ({ kind: 'unread', refusal: read.error } as const);
  // Equal for the same method, url and data, in any order of the fields in its objects.
  const said = `${method} ${url} ${canonicalJson(data ?? null)}`;
  const op = opId === undefined ? undefined : { id: opId, fingerprint: ports.digest(said) };
  return execute(ports, caller, { command, op, ifMatch, after, isImport });
}

/**
 * Runs the requests of a batch in order, each in its own transaction with its own outcome (sync.md,
 * section 2). Those that are reached at or after `deadlineMs` (milliseconds since 1970) are not run;
 * the first always is, so that every batch gets somewhere. A store that cannot be reached fails the
 * batch, which can be sent again as it is. So does a history that lacks what the device
 * received, or what an earlier entry wrote: a database may be restored between two of them.
 */
export async function runBatch(
  ports: RequestPorts,
  caller: Caller,
  entries: readonly BatchEntry[],
  deadlineMs: number,
): Promise<BatchAnswer> {
  const results: BatchResult[] = [];
  let last: Standing | null = null;
  const onStanding = (standing: Standing): void => void (last = standing);
  for (const entry of entries) {
    if (results.length > 0 && ports.nowMs() >= deadlineMs) {
      results.push({ id: entry.id, status: 0, code: notRun });
    } else {
      const positions = [...(caller.positions ?? []), ...(last === null ? [] : [last])];
      const answer = await runEntry(ports, { ...caller, positions, onStanding }, entry);
      results.push({ id: entry.id, ...answer });
    }
  }
  // Where every entry failed, none of them has said where the feed stands.
  const standing = last ?? (await standingOf(ports, caller));
  caller.onStanding?.(standing);
  const now = instantOf(ports.nowMs());
  return { results, epoch: standing.epoch, now };
}

function standingOf({ store }: RequestPorts, caller: Caller): Promise<Standing> {
  const silent = { ...caller, onStanding: undefined };
  return epochCheckedStore(store, silent).read(async (_, standing) => standing);
}

async function runEntry(ports: RequestPorts, caller: Caller, entry: BatchEntry): Promise<Answer> {
  const { id, import: isImport, ...request } = entry;
  try {
    return await runRequest(ports, caller, { ...request, opId: id, isImport });
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof EpochChanged) throw error;
    ports.reportBug(error);
    return { status: errorStatus.internal, body: { error: wireError('internal') } };
  }
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join()}}`;
}
