import type { AccountKey, LocalStores, RememberedAccount } from '@foray/sync';
import { countChanges } from './accounts-here.ts';

/** An account with changes on this device that no server has, and nobody signed in to it. */
export interface WaitingAccount {
  readonly userId: number;
  /** Null if this device does not know it any more. */
  readonly phone: string | null;
  readonly changes: number;
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
  const { user, known, leaving } = remembered;
  const phones = new Map(known.map(({ userId, phone }) => [userId, phone]));
  const skipped = new Set([0, user?.id ?? 0, ...leaving.map(({ userId }) => userId)]);
  const found: WaitingAccount[] = [];
  for (const userId of new Set([...here, ...phones.keys()])) {
    if (skipped.has(userId)) continue;
    const opened = await stores.openExisting(userId);
    if (!opened.ok) continue;
    const store = opened.value;
    const read = await store.read((tx) =>
      Promise.all([tx.meta('left', 'account'), tx.user(userId)]),
    );
    const changes = await countChanges(store);
    await store.close();
    if (!read.ok || changes === 0) continue;
    const [left, person] = read.value;
    const phone = phones.get(userId) ?? person?.phone ?? null;
    if (left === undefined) found.push({ userId, phone: phone === '' ? null : phone, changes });
  }
  return found;
}
