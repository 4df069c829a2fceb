import type { ItemsDelta } from '@foray/contract';
import { CycleContext, standardSizes, type SyncSizes } from '../cycle/cycle-context.ts';
import type { Reply } from '../store/ports.ts';
import { SyncLog } from '../store/sync-log.ts';
import { userId } from './test-server.ts';
import type { TestDevice, TestWorld } from './test-world.ts';

/** A started cycle of a device, for a test that runs one of its steps. */
export async function cycleOf(
  { time }: TestWorld,
  { device, transport }: TestDevice,
  sizes: Partial<SyncSizes> = {},
): Promise<CycleContext> {
  const ports = { device, transport, scheduler: time, sizes: { ...standardSizes, ...sizes } };
  const cycle = new CycleContext(ports, userId, new SyncLog(time), () => false);
  await cycle.begin();
  return cycle;
}

/** A response of a server without a time and without positions. */
export function answered<T>(body: T): Reply<T> {
  return { kind: 'answer', status: 200, body, serverNow: null, position: null };
}

/** A page of items of the epoch `e1`: the last one, and empty, but for `fields`. */
export function itemsPage(fields: Partial<ItemsDelta>): ItemsDelta {
  const rest = { users: [], cursor: 0, more: false, epoch: 'e1', now: '2026-01-01T00:00:00.000Z' };
  return { data: [], removed: [], ...rest, ...fields };
}
