import { ok, type Result } from '@foray/domain';
import { countUnsent } from '@foray/sync';
import type { AccountKey, LocalStore, RememberedAccount, StoreFailure } from '@foray/sync';

/**
 * The accounts whose data may be on this device: `listed` by the browser, if it can list databases, or
 * remembered.
 */
export function accountsOf(
  listed: readonly AccountKey[],
  { known }: RememberedAccount,
): readonly AccountKey[] {
  return [...new Set([...listed, ...known.map(({ userId }) => userId)])];
}

/**
 * The number of unsent changes. A change in conflict is also queued, and must not count twice (decision
 * 0045).
 */
export async function readChanges(store: LocalStore): Promise<Result<number, StoreFailure>> {
  const unsent = await countUnsent(store);
  return unsent.ok ? ok(Math.max(unsent.value.requests, unsent.value.conflicts)) : unsent;
}

/** As `readChanges`, but 0 if they cannot be read. */
export async function countChanges(store: LocalStore): Promise<number> {
  const changes = await readChanges(store);
  return changes.ok ? changes.value : 0;
}
