import { ownerOf } from '@foray/sync';
import type { AccountKey, LocalStores, RememberedAccount } from '@foray/sync';
import { countChanges } from './accounts-here.ts';

/** An account with changes on this device that no server has, and nobody signed in to it. */
export interface WaitingAccount {
  readonly userId: number;
  /** Null if this device does not know it any more. */
  readonly phone: string | null;
  readonly changes: number;
  /** Its person asked to delete it, and whether the server did is not known (decision 0097). */
  readonly isDeletionAsked: boolean;
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
    await store.close();
    if (!left.ok || !owner.ok || changes === 0) continue;
    // Whose items were to come to their present account, and did not, has them here.
    const isGoing = left.value !== undefined && left.value.isFormer !== true;
    const phone = phones.get(userId) || owner.value;
    const isDeletionAsked = deletions.some((asked) => asked.userId === userId);
    if (!isGoing) found.push({ userId, phone, changes, isDeletionAsked });
  }
  return found;
}
