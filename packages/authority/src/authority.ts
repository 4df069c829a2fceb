import type {
  ActivityPage,
  BatchAnswer,
  BatchEntry,
  ChangesDelta,
  ItemsDelta,
  ItemsPage,
  Mutual,
  Ref,
  SelfCheck,
  TrashList,
  TrashQuery,
  WireItem,
} from '@foray/contract';
import { err, ok } from '@foray/domain';
import type { ItemType, Person, Result } from '@foray/domain';
import { getMe, mustChooseStart, renameUser, signIn } from './account/account.ts';
import type { SignIn } from './account/account.ts';
import { standardLimits } from './store/authority-limits.ts';
import { campaignActivity } from './queries/campaign-activity.ts';
import { changesDelta } from './feed/changes.ts';
import { importContacts, listMutuals } from './account/contacts.ts';
import type { ImportAnswer, ImportedNumber } from './account/contacts.ts';
import { deleteAccount } from './account/erase-account.ts';
import { EpochChanged } from './epochs/epoch-changed.ts';
import { execute } from './commands/execute.ts';
import { cleanUp } from './ops/clean-up.ts';
import type { CleanedUp } from './ops/clean-up.ts';
import { epochCheckedStore } from './epochs/epoch-checked-store.ts';
import { markRead } from './feed/notifications.ts';
import { getItem, itemsDelta, listItems, searchItems } from './queries/read-items.ts';
import type { StreamQuery } from './queries/read-items.ts';
import type { Answer, Caller, CommandRequest } from './store/request.ts';
import { runBatch, runRequest } from './commands/run-request.ts';
import type { ItemRequest, RequestPorts } from './commands/run-request.ts';
import { selfCheck } from './feed/self-check.ts';
import { listTrash } from './queries/deleted-items.ts';

/**
 * Everything the server decides; each method is documented at its use case. What is asked in a caller's
 * name throws `EpochChanged` where their device was told what this history does not contain; a page of
 * a stream answers it.
 */
export interface Authority {
  /** The epoch of everybody whose own was never renewed, for `/api/config`. */
  readonly epoch: () => string;
  /** The server's time, UTC ISO 8601 with milliseconds. */
  readonly now: () => string;
  readonly execute: (caller: Caller, request: CommandRequest) => Promise<Answer>;
  readonly request: (caller: Caller, request: ItemRequest) => Promise<Answer>;
  readonly batch: (
    caller: Caller,
    entries: readonly BatchEntry[],
    deadlineMs: number,
  ) => Promise<BatchAnswer>;
  readonly get: (caller: Caller, ref: Ref) => Promise<WireItem | null>;
  readonly list: (
    caller: Caller,
    query: { readonly type: ItemType | null; readonly page: number },
  ) => Promise<ItemsPage>;
  readonly search: (caller: Caller, text: string) => Promise<readonly WireItem[]>;
  readonly delta: (
    caller: Caller,
    query: StreamQuery & { readonly type: ItemType },
  ) => Promise<Result<ItemsDelta, EpochChanged>>;
  readonly changes: (
    caller: Caller,
    query: StreamQuery,
  ) => Promise<Result<ChangesDelta, EpochChanged>>;
  readonly selfCheck: (caller: Caller) => Promise<SelfCheck>;
  readonly trash: (caller: Caller, query: TrashQuery) => Promise<TrashList>;
  readonly cleanUp: () => Promise<CleanedUp>;
  readonly activity: (caller: Caller, ref: Ref, page: number) => Promise<ActivityPage | null>;
  readonly importContacts: (
    caller: Caller,
    numbers: readonly ImportedNumber[],
  ) => Promise<ImportAnswer>;
  readonly markRead: (caller: Caller, upTo: number) => Promise<void>;
  readonly mutuals: (caller: Caller) => Promise<readonly Mutual[]>;
  readonly mustChooseStart: (phone: string) => Promise<boolean>;
  readonly signIn: (who: SignIn) => Promise<Person>;
  readonly me: (caller: Caller) => Promise<Person | null>;
  readonly deleteAccount: (caller: Caller) => Promise<void>;
  readonly rename: (caller: Caller, name: string) => Promise<Result<Person, 'not_found'>>;
}

/** Composes the use cases over a store and the other ports. It keeps no state of its own. */
export function createAuthority(ports: RequestPorts): Authority {
  const { store } = ports;
  const of = (caller: Caller) => epochCheckedStore(store, caller);
  const now = () => new Date(ports.nowMs()).toISOString();
  return {
    epoch: () => store.epoch,
    now,
    execute: (caller, request) => execute(ports, caller, request),
    request: (caller, request) => runRequest(ports, caller, request),
    batch: (caller, entries, deadlineMs) => runBatch(ports, caller, entries, deadlineMs),
    get: (caller, ref) => getItem(of(caller), caller, ref),
    list: (caller, query) => listItems(of(caller), caller, query),
    search: (caller, text) => searchItems(of(caller), caller, text),
    delta: (caller, query) => asResult(itemsDelta(of(caller), caller, now(), query)),
    changes: (caller, query) => asResult(changesDelta(of(caller), caller, now(), query)),
    selfCheck: (caller) => selfCheck(of(caller), caller, now()),
    trash: (caller, query) => listTrash(of(caller), caller, now(), query),
    cleanUp: () => cleanUp(store, now()),
    activity: (caller, ref, page) => campaignActivity(of(caller), caller, ref, page),
    importContacts: (caller, numbers) =>
      importContacts(of(caller), now(), caller, numbers, ports.limits ?? standardLimits),
    markRead: (caller, upTo) => markRead(of(caller), now(), caller, upTo),
    mutuals: (caller) => listMutuals(of(caller), caller),
    mustChooseStart: (phone) => mustChooseStart(store, phone),
    signIn: (who) => signIn(store, now(), who),
    me: (caller) => getMe(of(caller), caller),
    deleteAccount: (caller) => deleteAccount(store, now(), caller),
    rename: (caller, name) => renameUser(of(caller), now(), caller, name),
  };
}

async function asResult<T>(work: Promise<T>): Promise<Result<T, EpochChanged>> {
  try {
    return ok(await work);
  } catch (error) {
    if (error instanceof EpochChanged) return err(error);
    throw error;
  }
}
