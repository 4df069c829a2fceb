import { instantOf } from '@foray/domain';
import { errorStatus, notRun, wireError } from '@foray/contract';
import type {
  BatchAnswer,
  BatchEntry,
  BatchResult,
  StreamsDelta,
  StreamsQuery,
} from '@foray/contract';
import { EpochChangedError, epochCheckedStore } from '../epochs/epoch-checked-store.ts';
import { pullStreams } from '../feed/pull.ts';
import { rememberingTx } from '../store/remembering-tx.ts';
import type { Answer, Caller, CommandRequest } from '../store/request.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import type { FeedPosition } from '../store/store.ts';
import { executeIn } from './execute.ts';
import { readRequest, runRequest } from './run-request.ts';
import type { ItemRequest, RequestPorts } from './run-request.ts';

/** How many requests share a transaction at most, because other requests wait for its locks. */
const maxTogether = 50;

/**
 * Runs the requests of a batch in order, each with its own status (sync.md, section 2). Some dozens share a
 * transaction if it does not collide with another; otherwise, and if one of them fails, each runs in its
 * own. Requests that are reached at or after `deadlineMs` (milliseconds since 1970) do not run, except the
 * first, so that every batch makes progress. An unreachable store fails the batch, which can be sent again
 * unchanged. So does a history that lacks what the device received or an earlier entry wrote: a database
 * may be restored between two entries.
 */
export async function runBatch(
  ports: RequestPorts,
  caller: Caller,
  entries: readonly BatchEntry[],
  deadlineMs: number,
  pull?: StreamsQuery,
): Promise<BatchAnswer> {
  const results: BatchResult[] = [];
  let last: FeedPosition | null = null;
  const onPosition = (position: FeedPosition): void => void (last = position);
  const isLate = (): boolean => ports.nowMs() >= deadlineMs;
  /** The caller of the next transaction, whose device has received what the previous one wrote. */
  const next = (): Caller => {
    const positions = [...(caller.positions ?? []), ...(last === null ? [] : [last])];
    return { ...caller, positions, onPosition };
  };
  while (results.length < entries.length && (results.length === 0 || !isLate())) {
    const portion = entries.slice(results.length, results.length + maxTogether);
    const answers = await runTogether(ports, next(), portion, isLate);
    for (const [index, answer] of answers.entries()) {
      results.push({ id: portion[index]?.id ?? '', ...answer });
    }
    for (const entry of answers.length > 0 ? [] : portion) {
      if (results.length > 0 && isLate()) break;
      results.push({ id: entry.id, ...(await runAlone(ports, next(), entry)) });
    }
  }
  for (const { id } of entries.slice(results.length)) results.push({ id, status: 0, code: notRun });
  // If every entry failed, none of them has reported the feed's position.
  const position = last ?? (await readPosition(ports, caller));
  caller.onPosition?.(position);
  const now = instantOf(ports.nowMs());
  const answer = { results, epoch: position.epoch, now };
  if (pull === undefined) return answer;
  const positions = [...(caller.positions ?? []), position];
  const delta = await readDelta(ports, { ...caller, positions }, pull);
  return delta === null ? answer : { ...answer, delta };
}

/**
 * The changes that a batch asked for, read after its last request; null if they cannot be read, since the
 * requests have taken effect and a later pull brings the changes. A history that lacks what the device
 * received fails the batch, as it does between two entries.
 */
async function readDelta(
  ports: RequestPorts,
  caller: Caller,
  query: StreamsQuery,
): Promise<StreamsDelta | null> {
  try {
    const store = epochCheckedStore(ports.store, caller);
    return await pullStreams(store, caller, instantOf(ports.nowMs()), query);
  } catch (error) {
    if (error instanceof EpochChangedError) throw error;
    if (!(error instanceof StoreUnavailable)) ports.reportBug(error);
    return null;
  }
}

function readPosition({ store }: RequestPorts, caller: Caller): Promise<FeedPosition> {
  const silent = { ...caller, onPosition: undefined };
  return epochCheckedStore(store, silent).read(async (_, position) => position);
}

/**
 * Runs entries in one transaction until the deadline, and returns the responses of those that ran. Returns
 * none if it collided with another transaction or an entry failed: then each runs alone and shows its own
 * error.
 */
async function runTogether(
  ports: RequestPorts,
  caller: Caller,
  entries: readonly BatchEntry[],
  isLate: () => boolean,
): Promise<readonly Answer[]> {
  const ids = new Set(entries.map(({ id }) => id));
  // A repeated key has one effect, which its second request must be able to find.
  if (entries.length === 1 || ids.size < entries.length) return [];
  try {
    return await epochCheckedStore(ports.store, caller).tryTxOf(
      [...ids],
      async (plainTx, { epoch }, ops) => {
        const requests = entries.map((entry) => readRequest(ports, requestOf(entry)));
        const tx = rememberingTx(plainTx, requests.flatMap(newUuidOf));
        const answers: Answer[] = [];
        for (const request of requests) {
          if (answers.length > 0 && isLate()) break;
          const now = instantOf(ports.nowMs());
          const known = ops.find(({ op_id }) => op_id === request.op?.id) ?? null;
          answers.push(await executeIn({ tx, caller, epoch, now, known }, ports, request));
        }
        return answers;
      },
    );
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof EpochChangedError) throw error;
    return [];
  }
}

/** The uuid that a create names for its item, if any. */
function newUuidOf({ command }: CommandRequest): readonly string[] {
  return command.kind === 'create' && command.uuid != null ? [command.uuid] : [];
}

async function runAlone(ports: RequestPorts, caller: Caller, entry: BatchEntry): Promise<Answer> {
  try {
    return await runRequest(ports, caller, requestOf(entry));
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof EpochChangedError) throw error;
    ports.reportBug(error);
    return { status: errorStatus.internal, body: { error: wireError('internal') } };
  }
}

function requestOf({ id, import: isImport, ...request }: BatchEntry): ItemRequest {
  return { ...request, opId: id, isImport };
}
