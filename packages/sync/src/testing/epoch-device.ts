import { itemTypes } from '@foray/domain';
import type { Epoch } from '../store/meta.ts';
import { createData } from '../store/operation.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { localItem, queuedRequest } from './rows.ts';
import { TestWorld, type TestDevice } from './test-world.ts';
import { writeOn } from './write-on.ts';
import { enterEpoch, leaveEpoch } from '../remote/epoch-change.ts';

interface Stored {
  readonly items?: readonly LocalItem[];
  readonly queue?: readonly QueuedRequest[];
  /** Absent for epoch e1 of this release. */
  readonly epoch?: Epoch;
  /** How far the streams of items have been pulled. */
  readonly received?: number;
}

/** A device that has the given data. */
export async function deviceWith({
  items = [],
  queue = [],
  epoch,
  received,
}: Stored = {}): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    await tx.putMeta('epoch', 'server', epoch ?? { epoch: 'e1', knownHead: 0 });
    for (const type of received === undefined ? [] : itemTypes) {
      await tx.putMeta('cursor', type, {
        cursor: received ?? 0,
        fullSince: null,
        isComplete: true,
      });
    }
    await tx.putItems(items);
    for (const request of queue) await tx.putRequest(request);
  });
  return one;
}

/** The server has lost what the device received after `commonHead`. */
export function leave(one: TestDevice, commonHead: number, isRefuted = true): Promise<void> {
  return writeOn(one, async (unit) => {
    const known = await unit.tx.meta('epoch', 'server');
    await leaveEpoch(unit, known?.epoch ?? null, { commonHead, isRefuted });
  });
}

/** The server has lost what came after `commonHead`, and the device enters its next history. */
export async function changeHistory(one: TestDevice, commonHead: number): Promise<void> {
  await leave(one, commonHead);
  await writeOn(one, (unit) => enterEpoch(unit, 'e2'));
}

/** A request that makes the item of that number. */
export const createOf = (seq: number, number: number, fields: Partial<QueuedRequest> = {}) =>
  queuedRequest(seq, number, {
    method: 'POST',
    url: '/api/items',
    data: createData(localItem(number, { title: `made ${number}` })),
    ...fields,
  });

/** The status of a row about which something is queued. */
export const pending = { _syncStatus: 'pending' } as const;
