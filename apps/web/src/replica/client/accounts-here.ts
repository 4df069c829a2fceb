import { ok, type Result } from '@foray/domain';
import { countUnsent } from '@foray/sync';
import type { AccountKey, LocalStore, RememberedAccount, StoreFailure } from '@foray/sync';

/** Whose data may be here: `listed` by the browser, which not every one does, or remembered. */
export function accountsOf(
  listed: readonly AccountKey[],
  { known }: RememberedAccount,
): readonly AccountKey[] {
  return [...new Set([...listed, ...known.map(({ userId }) => userId)])];
}

/** What is in conflict is queued too: it is not to be counted twice (decision 0045). */
export async function readChanges(store: LocalStore): Promise<Result<number, StoreFailure>> {
  const unsent = await countUnsent(store);
  return unsent.ok ? ok(Math.max(unsent.value.requests, unsent.value.conflicts)) : unsent;
}

/** As `readChanges`, and none where they cannot be read. */
export async function countChanges(store: LocalStore): Promise<number> {
  const changes = await readChanges(store);
  return changes.ok ? changes.value : 0;
}
