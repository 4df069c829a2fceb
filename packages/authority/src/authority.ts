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
  TrashedItem,
  WireItem,
} from '@foray/contract';
import type { ItemType, Person, Result } from '@foray/domain';
import { getMe, mustChooseStart, renameUser, signIn } from './account.ts';
import type { SignIn } from './account.ts';
import { campaignActivity } from './campaign-activity.ts';
import { changesDelta } from './changes.ts';
import { importContacts, listMutuals } from './contacts.ts';
import type { ImportAnswer, ImportedNumber } from './contacts.ts';
import { deleteAccount } from './erase-account.ts';
import { execute } from './execute.ts';
import { housekeep } from './housekeeping.ts';
import type { Housekeeping } from './housekeeping.ts';
import { markRead } from './notifications.ts';
import { getItem, itemsDelta, listItems, searchItems } from './read-items.ts';
import type { StreamQuery } from './read-items.ts';
import type { Answer, Caller, CommandRequest } from './request.ts';
import { runBatch, runRequest } from './run-request.ts';
import type { ItemRequest, RequestPorts } from './run-request.ts';
import { selfCheck } from './self-check.ts';
import { listTrash } from './trash.ts';

/** Everything the server decides; each method is documented at its use case. */
export interface Authority {
  /** The epoch of the store, for `/api/config` and X-Epoch. */
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
  ) => Promise<Result<ItemsDelta, 'epoch_changed'>>;
  readonly changes: (
    caller: Caller,
    query: StreamQuery,
  ) => Promise<Result<ChangesDelta, 'epoch_changed'>>;
  readonly selfCheck: (caller: Caller) => Promise<SelfCheck>;
  readonly trash: (caller: Caller) => Promise<readonly TrashedItem[]>;
  readonly housekeep: () => Promise<Housekeeping>;
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
  const now = () => new Date(ports.nowMs()).toISOString();
  return {
    epoch: () => store.epoch,
    now,
    execute: (caller, request) => execute(ports, caller, request),
    request: (caller, request) => runRequest(ports, caller, request),
    batch: (caller, entries, deadlineMs) => runBatch(ports, caller, entries, deadlineMs),
    get: (caller, ref) => getItem(store, caller, ref),
    list: (caller, query) => listItems(store, caller, query),
    search: (caller, text) => searchItems(store, caller, text),
    delta: (caller, query) => itemsDelta(store, caller, now(), query),
    changes: (caller, query) => changesDelta(store, caller, now(), query),
    selfCheck: (caller) => selfCheck(store, caller, now()),
    trash: (caller) => listTrash(store, caller, now()),
    housekeep: () => housekeep(store, now()),
    activity: (caller, ref, page) => campaignActivity(store, caller, ref, page),
    importContacts: (caller, numbers) => importContacts(store, now(), caller, numbers),
    markRead: (caller, upTo) => markRead(store, now(), caller, upTo),
    mutuals: (caller) => listMutuals(store, caller),
    mustChooseStart: (phone) => mustChooseStart(store, phone),
    signIn: (who) => signIn(store, now(), who),
    me: (caller) => getMe(store, caller),
    deleteAccount: (caller) => deleteAccount(store, now(), caller),
    rename: (caller, name) => renameUser(store, now(), caller, name),
  };
}
