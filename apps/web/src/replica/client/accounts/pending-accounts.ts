import { accountStateOf, ownerOf } from '@foray/sync';
import type {
  AccountKey,
  LocalStore,
  LocalStores,
  RememberedAccount,
  StoreFailure,
} from '@foray/sync';
import { readChanges } from './account-databases.ts';

/** An account without a signed-in user that has, or may have, unsent changes on this device. */
export type PendingAccount = CountedAccount | UncountedAccount;

interface Waiting {
  readonly userId: number;
  /** Null if this device no longer knows it. */
  readonly phone: string | null;
  /** The person requested its deletion, and it is unknown whether the server deleted it (decision 0087). */
  readonly isDeletionRequested: boolean;
}

/** An account whose database cannot be opened or read, so its changes cannot be counted. */
interface UncountedAccount extends Waiting {
  readonly changes: null;
  readonly former: null;
}

/** An account whose database was read. */
export interface CountedAccount extends Waiting {
  readonly changes: number;
  /**
   * For a former account of the signed-in user, whose number now has another id: no sign-in leads to it any
   * more. `toBring`: some of their own items are not moved yet. `rest`: the remaining items never move
   * (decision 0080). Null for another user's account.
   */
  readonly former: 'toBring' | 'rest' | null;
}

/**
 * Checks the databases of all users who are not signed in: those that the browser lists (`here`), and those
 * that are remembered. Data that a sign-out is about to erase does not count, nor do a guest's items. An
 * unreadable database is reported too, because it may have unsent changes.
 */
export async function findPending(
  stores: LocalStores,
  here: readonly AccountKey[],
  remembered: RememberedAccount,
): Promise<readonly PendingAccount[]> {
  const { user, known, deletions } = remembered;
  const phones = new Map(known.map(({ userId, phone }) => [userId, phone]));
  const found: PendingAccount[] = [];
  // Data under a number that another person gave up may be theirs (decision 0123).
  const ownPhone = user?.taken_over ? undefined : user?.phone;
  for (const userId of new Set([...here, ...phones.keys()])) {
    const { kind } = accountStateOf(remembered, userId);
    if (userId === 0 || kind === 'signedIn' || kind === 'signingOut') continue;
    const remembers = phones.get(userId);
    const account = await lookInto(stores, userId, ownPhone, remembers);
    if (account === 'nothing') continue;
    const isDeletionRequested = deletions.some((asked) => asked.userId === userId);
    if (account === 'unknown') {
      const phone = remembers || null;
      found.push({ userId, phone, changes: null, isDeletionRequested, former: null });
      continue;
    }
    const { owner, changes, isFormer, hasOwn } = account;
    const former = !isFormer ? null : hasOwn && !isDeletionRequested ? 'toBring' : 'rest';
    found.push({ userId, phone: remembers || owner, changes, isDeletionRequested, former });
  }
  return found;
}

/** The unsent changes in an account's database; `unknown` if it exists and cannot be read. */
async function lookInto(
  stores: LocalStores,
  userId: number,
  ownPhone: string | undefined,
  remembers: string | undefined,
) {
  const opened = await stores.openExisting(userId);
  if (!opened.ok) return withoutReading(opened.error);
  const store = opened.value;
  const left = await store.read((tx) => tx.meta('left', 'account'));
  const owner = await ownerOf(store, userId);
  const changes = await readChanges(store);
  const isFormer = owner.ok && isOfNumber(ownPhone, [remembers, owner.value]);
  const hasOwn = isFormer && (await holdsItemsOf(store, userId));
  await store.close();
  if (!left.ok) return withoutReading(left.error);
  if (!owner.ok) return withoutReading(owner.error);
  if (!changes.ok) return withoutReading(changes.error);
  // Items that could not be moved to their current account are still here.
  const isGoing = left.value !== undefined && left.value.isFormer !== true;
  if (isGoing || changes.value === 0) return 'nothing';
  return { owner: owner.value, changes: changes.value, isFormer, hasOwn };
}

/** A database that is absent or is erased meanwhile is `closed`. */
function withoutReading({ code }: StoreFailure): 'nothing' | 'unknown' {
  return code === 'closed' ? 'nothing' : 'unknown';
}

/**
 * The waiting accounts to show until they are looked up again: without the account being opened, and
 * without former ones, which depend on the signed-in user.
 */
export function pendingUntilFound(
  waiting: readonly PendingAccount[],
  opened: AccountKey,
): readonly PendingAccount[] {
  return waiting.filter(({ userId, former }) => userId !== opened && former === null);
}

/** Whether at least one record contains the owner's phone number, and all that do contain this one. */
function isOfNumber(
  phone: string | undefined,
  phones: readonly (string | null | undefined)[],
): boolean {
  const found = phones.filter(Boolean);
  return Boolean(phone) && found.length > 0 && found.every((one) => one === phone);
}

async function holdsItemsOf(store: LocalStore, userId: number): Promise<boolean> {
  const items = await store.read((tx) => tx.allItems());
  // No data in an unreadable database is given up.
  return !items.ok || items.value.some((row) => row.user_id === userId && !row._deleted);
}
