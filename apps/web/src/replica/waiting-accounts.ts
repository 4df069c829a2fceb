import { ownerOf } from '@foray/sync';
import type { AccountKey, LocalStore, LocalStores, RememberedAccount } from '@foray/sync';
import { countChanges } from './accounts-here.ts';

/** An account with changes on this device that no server has, and nobody signed in to it. */
export interface WaitingAccount {
  readonly userId: number;
  /** Null if this device does not know it any more. */
  readonly phone: string | null;
  readonly changes: number;
  /** Its person asked to delete it, and whether the server did is not known (decision 0097). */
  readonly isDeletionAsked: boolean;
  /**
   * Of a former account of who is signed in, whose number the server gives another id: nobody can sign in
   * to it any more. `toBring`: not all of their own items have come along yet. `rest`: what is left never
   * comes along (decision 0090). Null for anybody else's.
   */
  readonly former: 'toBring' | 'rest' | null;
}

/**
 * Looks into the databases of everybody who is not signed in: `here` as far as the browser lists them,
 * and those that are remembered. What a sign-out is about to erase waits for nobody, and a guest's items
 * wait for no server.
 */
export async function findWaiting(
  stores: LocalStores,
  here: readonly AccountKey[],
  remembered: RememberedAccount,
): Promise<readonly WaitingAccount[]> {
  const { user, known, leaving, deletions } = remembered;
  const phones = new Map(known.map(({ userId, phone }) => [userId, phone]));
  const skipped = new Set([0, user?.id ?? 0, ...leaving.map(({ userId }) => userId)]);
  const found: WaitingAccount[] = [];
  for (const userId of new Set([...here, ...phones.keys()])) {
    if (skipped.has(userId)) continue;
    const opened = await stores.openExisting(userId);
    if (!opened.ok) continue;
    const store = opened.value;
    const left = await store.read((tx) => tx.meta('left', 'account'));
    const owner = await ownerOf(store, userId);
    const changes = await countChanges(store);
    const isFormer =
      owner.ok && isOfNumber(user?.phone, [phones.get(userId), owner.value]) && changes > 0;
    const hasOwn = isFormer && (await holdsItemsOf(store, userId));
    await store.close();
    if (!left.ok || !owner.ok || changes === 0) continue;
    // Whose items were to come to their present account, and did not, has them here.
    const isGoing = left.value !== undefined && left.value.isFormer !== true;
    const phone = phones.get(userId) || owner.value;
    const isDeletionAsked = deletions.some((asked) => asked.userId === userId);
    const former = !isFormer ? null : hasOwn && !isDeletionAsked ? 'toBring' : 'rest';
    if (!isGoing) found.push({ userId, phone, changes, isDeletionAsked, former });
  }
  return found;
}

/**
 * What is said to wait when an account is opened, of what was said before: who is signed in waits for
 * nothing, and whose former accounts there are is to be found again.
 */
export function beforeLooking(
  said: readonly WaitingAccount[],
  opened: AccountKey,
): readonly WaitingAccount[] {
  return said.filter(({ userId, former }) => userId !== opened && former === null);
}

/** Whether all that says whose a store is names that number, and something does. */
function isOfNumber(
  phone: string | undefined,
  said: readonly (string | null | undefined)[],
): boolean {
  const told = said.filter(Boolean);
  return Boolean(phone) && told.length > 0 && told.every((one) => one === phone);
}

async function holdsItemsOf(store: LocalStore, userId: number): Promise<boolean> {
  const items = await store.read((tx) => tx.allItems());
  // Of one that cannot be read nothing is to be given up.
  return !items.ok || items.value.some((row) => row.user_id === userId && !row._deleted);
}
