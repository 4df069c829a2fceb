import type { AccountLimit } from '@foray/contract';
import { utf8Bytes } from '@foray/domain';
import type { AuthorityLimits } from './authority-limits.ts';
import type { HeadAfter, HeadStep, ItemRow, Usage } from './rows.ts';
import { isTombstone } from './tombstone.ts';

/** The usage that a change adds to accounts, or takes from them, by owner. */
export type UsageChanges = Map<number, Usage>;

/**
 * The usage of an item: title, description and labels. A deleted item counts as before, because it takes the
 * same space and can be restored, until it is erased. A tombstone does not count.
 */
function usageOf(row: ItemRow): Usage {
  if (isTombstone(row)) return { items: 0, bytes: 0 };
  const texts = [row.title, row.description ?? '', ...row.labels];
  return { items: 1, bytes: texts.reduce((sum, text) => sum + utf8Bytes(text), 0) };
}

/** Counts written items. `before` has the former rows of those that existed. */
export function countUsage(
  changes: UsageChanges,
  before: readonly ItemRow[],
  written: readonly ItemRow[],
): void {
  const ids = new Set(written.map(({ id }) => id));
  for (const row of before) if (ids.has(row.id)) addUsage(changes, row, -1);
  for (const row of written) addUsage(changes, row, 1);
}

function addUsage(changes: UsageChanges, row: ItemRow, by: 1 | -1): void {
  const { items, bytes } = usageOf(row);
  const known = changes.get(row.user_id) ?? { items: 0, bytes: 0 };
  changes.set(row.user_id, { items: known.items + by * items, bytes: known.bytes + by * bytes });
}

/** Steps of heads that also carry the changes of usage. */
export function stepsWithUsage(
  steps: readonly HeadStep[],
  changes: UsageChanges,
): readonly HeadStep[] {
  const changed = [...changes].filter(([, { items, bytes }]) => items !== 0 || bytes !== 0);
  const all = new Map(steps.map((step) => [step.user_id, step]));
  for (const [user_id, usage] of changed) {
    all.set(user_id, { user_id, by: all.get(user_id)?.by ?? 0, ...usage });
  }
  return [...all.values()];
}

/** A limit of an account that is exceeded, with its number, and the usage that exceeds it. */
export interface ExceededLimit {
  readonly userId: number;
  readonly used: number;
  readonly limit: AccountLimit;
  readonly most: number;
}

/**
 * The limits of accounts that a change exceeds, unless they were raised for the account. `heads` are the heads that the change
 * moved. A change that adds nothing exceeds nothing, even if the account is over its limit.
 */
export function* exceededLimits(
  changes: UsageChanges,
  heads: ReadonlyMap<number, HeadAfter>,
  limits: AuthorityLimits,
): Generator<ExceededLimit> {
  for (const [userId, { items, bytes }] of changes) {
    const now = heads.get(userId);
    if (now === undefined) continue;
    if (items > 0 && now.items > limits.accountItems) {
      yield { userId, limit: 'items_per_account', used: now.items, most: limits.accountItems };
    }
    if (bytes > 0 && now.bytes > limits.accountBytes) {
      yield { userId, limit: 'bytes_per_account', used: now.bytes, most: limits.accountBytes };
    }
  }
}
