import type { Heartbeat, Newer } from '@foray/contract';
import type { Result } from '@foray/domain';
import { hasBuffered } from '../remote/buffered-changes.ts';
import { readPositions } from '../remote/positions.ts';
import { readUnconfirmed } from '../remote/unconfirmed.ts';
import { isBlocked } from '../store/queued-request.ts';
import type { ReadTransaction, StoreFailure } from '../store/ports.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { areStreamsAt } from './self-check.ts';

/** The time for which a heartbeat counts as recent. */
const heartbeatLifeMs = 60_000;

/** Stores a heartbeat of the event stream, for the cycles of all tabs. */
export function keepHeartbeat(
  { store, clock }: SyncContext,
  heartbeat: Heartbeat,
): Promise<Result<void, StoreFailure>> {
  const heardAt = new Date(clock.nowMs()).toISOString();
  return store.writeBulk((tx) => tx.putMeta('heartbeat', 'server', { ...heartbeat, heardAt }));
}

/**
 * Stores the place that an event `newer` names. It counts no longer than the heartbeat before it, which named
 * the epoch; until the first one, the epoch is that of the last response.
 */
export function keepNewer(
  { store, clock }: SyncContext,
  { run, head }: Newer,
): Promise<Result<void, StoreFailure>> {
  return store.writeBulk(async (tx) => {
    const known = await tx.meta('heartbeat', 'server');
    if (known === undefined) {
      const own = await tx.meta('epoch', 'server');
      const last = (await readPositions(tx)).at(-1);
      if (own === undefined || last === undefined || firstRunOf(last.run) !== run) return;
      const heardAt = new Date(clock.nowMs()).toISOString();
      await tx.putMeta('heartbeat', 'server', { epoch: own.epoch, run: last.run, head, heardAt });
      return;
    }
    // A run that nothing is known of can be anywhere: the next heartbeat names the place.
    if (firstRunOf(known.run) !== run) return tx.deleteMeta('heartbeat', 'server');
    if (head > known.head) await tx.putMeta('heartbeat', 'server', { ...known, head });
  });
}

/** Ends the last heartbeat: the server may have something newer. */
export function forgetPlace({ store }: SyncContext): Promise<Result<void, StoreFailure>> {
  return store.writeBulk((tx) => tx.deleteMeta('heartbeat', 'server'));
}

/** The run itself, at the beginning of its name for a user. */
function firstRunOf(name: string): string {
  return name.split('-', 1)[0] ?? '';
}

/**
 * Whether a recent heartbeat or event names this device's own epoch and run, and nothing newer than this
 * device has: a pull would find nothing. `isExact`: exactly its place.
 */
export async function isAtHead(
  tx: ReadTransaction,
  nowMs: number,
  isExact = false,
): Promise<boolean> {
  const heartbeat = await tx.meta('heartbeat', 'server');
  if (heartbeat === undefined) return false;
  // The difference is absolute in case the clock was set back: a cycle is harmless.
  if (Math.abs(nowMs - Date.parse(heartbeat.heardAt)) > heartbeatLifeMs) return false;
  const own = await tx.meta('epoch', 'server');
  const [last] = (await readPositions(tx)).slice(-1);
  if (own?.epoch !== heartbeat.epoch || last?.run !== heartbeat.run) return false;
  if (!(await areStreamsAt(tx, heartbeat.head, isExact))) return false;
  return !(await hasBuffered(tx)) && (await readUnconfirmed(tx)).length === 0;
}

/** Whether nothing waits here to be sent. */
export async function isNothingQueued(tx: ReadTransaction): Promise<boolean> {
  const queue = await tx.queue();
  return queue.every(({ state }) => isBlocked(state));
}
