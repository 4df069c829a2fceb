import { checkedNotifications } from '@foray/contract';
import type { Notification, SelfCheck, Tally } from '@foray/contract';
import { dayMs, itemTypes, notificationLifeDays } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { streams } from '../store/meta.ts';
import { cursorOf } from './pages-ahead.ts';
import { privateKeyParts } from '../queue/private-queue.ts';
import { newestKnown } from '../remote/newest-known.ts';
import type { ReadTransaction } from '../store/ports.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';

/** The parts that are compared, each with its tally. */
export type CheckedPart = ItemType | 'mutuals' | 'notifications' | 'private_rows';

/** behind: a stream's cursor is not at the server's head, so that nothing can be compared. */
export type Comparison =
  | { readonly kind: 'behind' }
  | { readonly kind: 'equal' }
  | { readonly kind: 'different'; readonly differs: readonly CheckedPart[] };

/** Whether a complete cycle ends with a self-check: at Sync Now, and daily. */
export async function isCheckDue(cycle: CycleContext, isAsked: boolean): Promise<boolean> {
  if (isAsked) return true;
  const last = await cycle.read((tx) => tx.meta('selfCheck', 'server'));
  if (last === undefined) return true;
  // The difference is absolute in case the clock was set back: an additional check is harmless.
  return Math.abs(cycle.device.clock.nowMs() - Date.parse(last.checkedAt)) >= dayMs;
}

/** Compares the server's rows on this device with the server's own tallies at the same cursors. */
export async function compareWith(tx: ReadTransaction, check: SelfCheck): Promise<Comparison> {
  if (!(await areStreamsAt(tx, check.cursor))) return { kind: 'behind' };
  const local = { ...(await tallyItems(tx)), ...(await tallyChanges(tx)) };
  const differs: CheckedPart[] = [...itemTypes, ...(await comparableChanges(tx, check.now))].filter(
    (one) => !isSame(local[one], check[one]),
  );
  // An earlier server does not count them.
  if (check.private_rows !== undefined && !(await arePrivateRowsAs(tx, check.private_rows))) {
    differs.push('private_rows');
  }
  return differs.length === 0 ? { kind: 'equal' } : { kind: 'different', differs };
}

/**
 * Whether every stream has been pulled up to `head`, and none is in a full fetch. `isExact`: and none further.
 */
export async function areStreamsAt(
  tx: ReadTransaction,
  head: number,
  isExact = true,
): Promise<boolean> {
  for (const stream of streams) {
    const state = await cursorOf(tx, stream);
    if (!state.isComplete || state.fullSince !== null || state.cursor < head) return false;
    if (isExact && state.cursor !== head) return false;
  }
  return true;
}

async function tallyItems(tx: ReadTransaction): Promise<Record<ItemType, Tally>> {
  const newest = [...(await newestKnown(tx)).values()];
  const tallyOf = (type: ItemType): Tally =>
    tally(newest.filter(({ row }) => row?.type === type).map(({ rev }) => rev));
  return { campaign: tallyOf('campaign'), task: tallyOf('task'), todo: tallyOf('todo') };
}

/**
 * The kinds of changes that can be compared: the server deletes notifications by age, a device when the user
 * reads them.
 */
async function comparableChanges(
  tx: ReadTransaction,
  now: string,
): Promise<readonly ('mutuals' | 'notifications')[]> {
  const oldestMs = Date.parse(now) - (notificationLifeDays - 1) * dayMs;
  const isAging = (await newestNotifications(tx)).some(
    ({ updated_at }) => Date.parse(updated_at) < oldestMs,
  );
  return isAging ? ['mutuals'] : ['mutuals', 'notifications'];
}

async function tallyChanges(
  tx: ReadTransaction,
): Promise<Record<'mutuals' | 'notifications', Tally>> {
  return {
    mutuals: tally((await tx.contacts()).map(({ id }) => id)),
    notifications: tally((await newestNotifications(tx)).map(({ rev }) => rev)),
  };
}

/** Whether the server has these private rows, by kind. */
async function arePrivateRowsAs(
  tx: ReadTransaction,
  theirs: NonNullable<SelfCheck['private_rows']>,
): Promise<boolean> {
  const revs = new Map<string, number[]>(Object.keys(theirs).map((kind) => [kind, []]));
  for (const { id, value } of await tx.metaOf('private')) {
    const { kind } = privateKeyParts(id);
    if (value.base?.value != null) revs.set(kind, [...(revs.get(kind) ?? []), value.base.rev]);
  }
  return [...revs].every(([kind, own]) => isSame(tally(own), theirs[kind] ?? tally([])));
}

function isSame(one: Tally, other: Tally): boolean {
  return one.count === other.count && one.sum === other.sum;
}

async function newestNotifications(tx: ReadTransaction): Promise<readonly Notification[]> {
  const notifications = await tx.notifications();
  return notifications.toSorted((a, b) => b.id - a.id).slice(0, checkedNotifications);
}

function tally(numbers: readonly number[]): Tally {
  return { count: numbers.length, sum: numbers.reduce((sum, one) => sum + one, 0) };
}
