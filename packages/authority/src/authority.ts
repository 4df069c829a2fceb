import type { BatchEntry, PrivateRowsBody, Ref, StreamsQuery, TrashQuery } from '@foray/contract';
import { err, instantOf, ok } from '@foray/domain';
import type { ItemType, Result } from '@foray/domain';
import { getMe, mustChooseStart, renameUser, signIn } from './account/account.ts';
import type { SignInRequest } from './account/account.ts';
import {
  blockContact,
  listBlocked,
  removeContact,
  reportContact,
  unblockContact,
} from './account/blocks.ts';
import type { PersonReport } from './account/blocks.ts';
import { changeNumber, isTakenNumber } from './account/change-number.ts';
import type { NewNumber } from './account/change-number.ts';
import { standardLimits } from './store/authority-limits.ts';
import { campaignActivity, itemActivity } from './queries/campaign-activity.ts';
import { markRead, selfCheck } from './feed/changes.ts';
import type { StreamQuery } from './feed/changes.ts';
import { changesDelta, itemsDelta, pullStreams } from './feed/pull.ts';
import { importContacts, listMutuals } from './account/contacts.ts';
import type { ImportedNumber } from './account/contacts.ts';
import { deleteAccount } from './account/erase-account.ts';
import { execute } from './commands/execute.ts';
import { cleanUp } from './ops/clean-up.ts';
import {
  EpochChangedError,
  epochCheckedStore,
  standbyCheckedStore,
} from './epochs/epoch-checked-store.ts';
import { putPrivateRows } from './account/private-rows.ts';
import { getItem, listItems, searchItems } from './queries/read-items.ts';
import type { Caller, CommandRequest } from './store/request.ts';
import { runBatch } from './commands/run-batch.ts';
import { runRequest } from './commands/run-request.ts';
import type { ItemRequest, RequestPorts } from './commands/run-request.ts';
import { listTrash } from './queries/deleted-items.ts';

/** Everything the server decides; each method is documented at its use case. */
export type Authority = ReturnType<typeof createAuthority>;

/**
 * Composes the use cases over a store and the other ports, without state of its own. A call on a caller's
 * behalf throws `EpochChangedError` if their device has received something that this history does not
 * contain; a page of a stream returns it as its error.
 */
export function createAuthority(ports: RequestPorts) {
  const { store } = ports;
  const of = (caller: Caller) => epochCheckedStore(store, caller);
  /** For reads that may lack what the caller's device cannot know of. */
  const lagging = (caller: Caller) => standbyCheckedStore(store, caller);
  const now = () => instantOf(ports.nowMs());
  return {
    /** The epoch of everybody whose own epoch was never renewed, for `/api/config`. */
    epoch: () => store.epoch,
    /** The server's time, UTC ISO 8601 with milliseconds. */
    now,
    execute: (caller: Caller, request: CommandRequest) => execute(ports, caller, request),
    request: (caller: Caller, request: ItemRequest) => runRequest(ports, caller, request),
    batch: (
      caller: Caller,
      entries: readonly BatchEntry[],
      deadlineMs: number,
      pull?: StreamsQuery,
    ) => runBatch(ports, caller, entries, deadlineMs, pull),
    get: (caller: Caller, ref: Ref) => getItem(of(caller), caller, ref),
    list: (caller: Caller, query: { readonly type: ItemType | null; readonly page: number }) =>
      listItems(of(caller), caller, query),
    search: (caller: Caller, text: string) => searchItems(lagging(caller), caller, text),
    delta: (caller: Caller, query: StreamQuery & { readonly type: ItemType }) =>
      asResult(itemsDelta(lagging(caller), caller, now(), query)),
    changes: (caller: Caller, query: StreamQuery) =>
      asResult(changesDelta(lagging(caller), caller, now(), query)),
    pull: (caller: Caller, query: StreamsQuery) =>
      asResult(pullStreams(lagging(caller), caller, now(), query)),
    selfCheck: (caller: Caller) => selfCheck(of(caller), caller, now()),
    trash: (caller: Caller, query: TrashQuery) => listTrash(of(caller), caller, now(), query),
    cleanUp: () => cleanUp(store, now()),
    activity: (caller: Caller, ref: Ref, page: number) =>
      campaignActivity(of(caller), caller, ref, page),
    itemActivity: (caller: Caller, ref: Ref, page: number) =>
      itemActivity(of(caller), caller, ref, page),
    importContacts: (caller: Caller, numbers: readonly ImportedNumber[]) =>
      importContacts(of(caller), now(), caller, numbers, ports.limits ?? standardLimits),
    markRead: (caller: Caller, upTo: number) => markRead(of(caller), now(), caller, upTo),
    putPrivateRows: (caller: Caller, rows: PrivateRowsBody['rows']) =>
      putPrivateRows(of(caller), now(), caller, rows),
    mutuals: (caller: Caller) => listMutuals(of(caller), caller),
    blocked: (caller: Caller) => listBlocked(of(caller), caller),
    removeContact: (caller: Caller, id: number) => removeContact(of(caller), caller, id),
    blockContact: (caller: Caller, id: number, how?: { readonly leave?: boolean | undefined }) =>
      blockContact(of(caller), now(), caller, id, how),
    unblockContact: (caller: Caller, id: number) => unblockContact(of(caller), caller, id),
    reportContact: (caller: Caller, id: number, report: PersonReport) =>
      reportContact(of(caller), now(), caller, id, report),
    mustChooseStart: (phone: string) => mustChooseStart(store, phone),
    signIn: (who: SignInRequest) => signIn(store, now(), who),
    changeNumber: (caller: Caller, number: NewNumber) =>
      changeNumber(of(caller), now(), caller, number),
    isTakenNumber: (caller: Caller, phone: string) =>
      isTakenNumber(of(caller), caller.userId, phone),
    me: (caller: Caller) => getMe(of(caller), caller),
    deleteAccount: (caller: Caller) => deleteAccount(store, now(), caller),
    rename: (caller: Caller, name: string) => renameUser(of(caller), now(), caller, name),
  };
}

async function asResult<T>(work: Promise<T>): Promise<Result<T, EpochChangedError>> {
  try {
    return ok(await work);
  } catch (error) {
    if (error instanceof EpochChangedError) return err(error);
    throw error;
  }
}
