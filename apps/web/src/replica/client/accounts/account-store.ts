import { err } from '@foray/domain';
import type { Person, Result } from '@foray/domain';
import {
  accountStateOf,
  transitionOf,
  beginSignOut,
  moveOwnItems,
  claimStore,
  finishSignOut,
  ownerOf,
} from '@foray/sync';
import type { AccountKey, SyncContext, LocalStore, StoreFailure } from '@foray/sync';
import type { AccountPorts } from '../state/client-ports.ts';
import { accountsOf } from './account-databases.ts';

/** Keys of data that was set aside: beyond every id that a server assigns. */
const firstAside = 2 ** 48;

/** The ports that opening an account's store needs. */
type AccountStorePorts = Pick<AccountPorts, 'stores' | 'memory' | 'clock' | 'ids'>;

/**
 * Opens the store of a user's account. Data of another user under the same id is set aside first, under
 * their name, and reported like every account with unsent changes; if that fails, nothing is opened
 * (decision 0080).
 */
export async function openAccountStore(
  ports: AccountStorePorts,
  user: Person,
): Promise<Result<LocalStore, StoreFailure>> {
  const opened = await ports.stores.open(user.id);
  if (!opened.ok) return opened;
  const owner = await strangerIn(opened.value, user);
  if (owner === null) return opened;
  await setAside(ports, opened.value, user.id, owner);
  await opened.value.close();
  const again = await ports.stores.open(user.id);
  if (!again.ok || (await strangerIn(again.value, user)) === null) return again;
  await again.value.close();
  return err({ code: 'unavailable', detail: 'somebody else’s' });
}

/**
 * Moves items that the user of `device` created here under other ids, by `moveOwnItems`. Data of an account
 * whose deletion was requested is erased instead: the user has a new account, so the old one is gone. If
 * another person gave up the number, the data may be theirs, and nothing is moved (decision 0123). Returns
 * the number of moved items.
 */
export async function moveFormerItems(
  { stores, memory }: Pick<AccountStorePorts, 'stores' | 'memory'>,
  here: readonly AccountKey[],
  device: SyncContext,
): Promise<number> {
  if (device.account.kind === 'guest') return 0;
  const { user } = device.account;
  // The owner was remembered without a number, so they are unknown.
  if (!user.phone || user.taken_over) return 0;
  const remembered = await memory.load();
  const phones = new Map(remembered.known.map(({ userId, phone }) => [userId, phone]));
  let count = 0;
  for (const key of accountsOf(here, remembered)) {
    const phone = phones.get(key) ?? user.phone;
    const isGoing = accountStateOf(remembered, key).kind === 'signingOut';
    if (key === 0 || key === user.id || isGoing || phone !== user.phone) continue;
    const opened = await stores.openExisting(key);
    if (!opened.ok) continue;
    const owner = await ownerOf(opened.value, key);
    const isOwn = owner.ok && (owner.value ?? phones.get(key)) === user.phone;
    if (isOwn && remembered.deletions.some(({ userId }) => userId === key)) {
      await opened.value.close();
      await eraseAccount({ stores, memory }, key);
      continue;
    }
    const moved = isOwn ? await moveOwnItems(opened.value, key, device) : null;
    await opened.value.close();
    if (moved?.ok !== true) continue;
    count += moved.value;
    const left = await stores.openExisting(key);
    if (left.ok) await left.value.close();
    else if (left.error.code === 'closed')
      await memory.change(transitionOf({ kind: 'dataErased', userIds: [key] }));
  }
  return count;
}

/** Erases an account's local data, by the mark of a sign-out, so that the next start finishes it after a kill. */
export async function eraseAccount(
  { stores, memory }: Pick<AccountStorePorts, 'stores' | 'memory'>,
  key: AccountKey,
): Promise<void> {
  const opened = await stores.openExisting(key);
  if (!opened.ok) return;
  const { leaving } = await beginSignOut(memory, opened.value, key, 'discard');
  await finishSignOut(memory, stores, opened.value, leaving);
}

/** The phone number of the store's owner, if that is another user. */
async function strangerIn(store: LocalStore, user: Person): Promise<string | null> {
  const claimed = await claimStore(store, user);
  if (claimed.ok) return claimed.value;
  // A full disk accepts no claim, but the owner can still be read.
  const owner = await ownerOf(store, user.id);
  const isOther = owner.ok && owner.value !== null && !isNumberOf(user, owner.value);
  return isOther ? owner.value : null;
}

function isNumberOf({ phone, former_phones = [] }: Person, number: string): boolean {
  return number === phone || former_phones.includes(number);
}

async function setAside(
  { stores, memory, clock, ids }: AccountStorePorts,
  store: LocalStore,
  userId: number,
  phone: string,
): Promise<void> {
  const { known } = await memory.load();
  const before = known.find((one) => one.userId >= firstAside && one.phone === phone);
  const key = before?.userId ?? firstAside + Math.floor(ids.random() * firstAside);
  await memory.change(transitionOf({ kind: 'dataSetAside', account: { userId: key, phone } }));
  const aside = await stores.open(key);
  if (!aside.ok) return;
  const at = new Date(clock.nowMs()).toISOString();
  const user = { id: key, name: '', phone, created_at: at, updated_at: at };
  const claimed = await claimStore(aside.value, user);
  const changes = { publish: () => undefined };
  const device = {
    account: { kind: 'user', user },
    store: aside.value,
    clock,
    ids,
    changes,
  } as const;
  if (claimed.ok && claimed.value === null) await moveOwnItems(store, userId, device);
  await aside.value.close();
}
