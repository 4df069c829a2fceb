import type { DeltaItem, Removal } from '@foray/contract';
import type { RemoteChange } from '../store/meta.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { uuidOf } from './rows.ts';
import { serverRow } from './server-row.ts';
import { TestWorld, type TestDevice } from './test-world.ts';
import { writeOn } from './write-on.ts';
import { applyRemoteChanges } from '../remote/apply-remote.ts';

/** A device that has written before, and holds these rows and requests. */
export async function deviceWith(
  items: readonly LocalItem[],
  queue: readonly QueuedRequest[] = [],
): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    await tx.putMeta('counters', 'device', { localSeq: 4, queueSeq: 9, lastLocalId: 1000 });
    await tx.putItems(items);
    for (const request of queue) await tx.putRequest(request);
  });
  return one;
}

/** A row, and a removal of the item of that number, as they are buffered. */
export const row = (fields: DeltaItem): RemoteChange => ({ kind: 'row', row: fields });
export const removalOf = (number: number, rev: number, reason: Removal['reason'] = 'deleted') =>
  ({ kind: 'removal', removal: { id: number, uuid: uuidOf(number), reason, rev } }) as const;

/** The device pulls these rows. */
export const pull = (
  one: TestDevice,
  entries: readonly RemoteChange[],
  fullSince: number | null = null,
) => writeOn(one, (unit) => applyRemoteChanges(unit, entries, fullSince));

/** A row of a task of that number. */
export const task = (number: number, fields: Partial<DeltaItem> = {}): DeltaItem =>
  serverRow(number, { type: 'task', ...fields });

/** The status of a row about which something is queued. */
export const pending = { _syncStatus: 'pending' } as const;
