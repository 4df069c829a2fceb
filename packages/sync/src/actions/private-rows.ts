import { maxPrivateBytes, maxPrivateRows, ok, utf8Bytes } from '@foray/domain';
import type { Result } from '@foray/domain';
import { isAccountLeft } from './action-unit.ts';
import { privateKeyOf, privateKeyParts, queuePrivateRows } from '../queue/private-queue.ts';
import type { PrivateChange, PrivateName } from '../queue/private-queue.ts';
import { putRow } from '../remote/private-rows.ts';
import type { StoreFailure } from '../store/ports.ts';
import type { RequestData } from '../store/queued-request.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { tryUnit } from '../store/unit-of-work.ts';

/** A row of the person's own, as they see it. */
export interface PrivateRowShown extends PrivateName {
  readonly value: RequestData;
}

/**
 * Why nothing was changed. moved: another tab has just moved the guest's data to an account, or signed the user
 * out.
 */
export type PrivateRowsFailure = 'too_large' | 'limit' | 'moved' | StoreFailure;

/**
 * Changes and removes rows of the person's own in one durable write, and queues the changes; a guest's wait for
 * an account. A guest has the limits of an account.
 */
export function putPrivateRows(
  device: SyncContext,
  changes: readonly Pick<PrivateChange, 'kind' | 'id' | 'value'>[],
): Promise<Result<void, PrivateRowsFailure>> {
  return tryUnit<PrivateRowsFailure>(device, async (unit) => {
    if (await isAccountLeft(unit.tx, device.account)) return 'moved';
    if (changes.some(({ value }) => utf8Bytes(JSON.stringify(value)) > maxPrivateBytes)) {
      return 'too_large';
    }
    const rows = new Map((await unit.tx.metaOf('private')).map(({ id, value }) => [id, value]));
    const countShown = () => [...rows.values()].filter(({ value }) => value !== null).length;
    const before = countShown();
    for (const change of changes) {
      const key = privateKeyOf(change);
      rows.set(key, { base: null, ...rows.get(key), value: change.value });
    }
    const after = countShown();
    if (after > before && after > maxPrivateRows) return 'limit';
    for (const key of new Set(changes.map(privateKeyOf))) {
      const { value = null, base = null, state } = rows.get(key) ?? {};
      await putRow(unit, key, { value, base, ...(state && { state }) });
    }
    if (device.account.kind === 'user') await queuePrivateRows(unit, changes);
    unit.touchInbox();
    return null;
  });
}

/** The rows of the person's own, in the order of kinds and ids. */
export async function readPrivateRows({
  store,
}: Pick<SyncContext, 'store'>): Promise<Result<readonly PrivateRowShown[], StoreFailure>> {
  const read = await store.read((tx) => tx.metaOf('private'));
  if (!read.ok) return read;
  return ok(
    read.value.flatMap(({ id, value: { value } }) =>
      value === null ? [] : [{ ...privateKeyParts(id), value }],
    ),
  );
}
