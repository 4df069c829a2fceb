import type { Heartbeat } from '@foray/contract';
import type { Result } from '@foray/domain';
import { readPositions } from '../remote/positions.ts';
import { readUnconfirmed } from '../remote/unconfirmed.ts';
import { isBlocked } from '../store/queued-request.ts';
import type { ReadTransaction, StoreFailure } from '../store/ports.ts';
import { storedName } from '../store/stored-names.ts';
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
 * Whether a recent heartbeat names this device's own epoch and place, and nothing waits here to be sent or
 * decided: a cycle would change nothing.
 */
export async function isUpToDate(tx: ReadTransaction, nowMs: number): Promise<boolean> {
  const heartbeat = await tx.meta('heartbeat', 'server');
  if (heartbeat === undefined) return false;
  // The difference is absolute in case the clock was set back: a cycle is harmless.
  if (Math.abs(nowMs - Date.parse(heartbeat.heardAt)) > heartbeatLifeMs) return false;
  const own = await tx.meta('epoch', 'server');
  const [last] = (await readPositions(tx)).slice(-1);
  if (own?.epoch !== heartbeat.epoch || last?.run !== heartbeat.run) return false;
  if (!(await areStreamsAt(tx, heartbeat.head))) return false;
  const queue = await tx.queue();
  if (queue.some(({ state }) => !isBlocked(state))) return false;
  const waiting = await tx.metaOf(storedName.buffered);
  return waiting.length === 0 && (await readUnconfirmed(tx)).length === 0;
}
