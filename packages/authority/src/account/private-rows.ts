import type { PrivateRowsBody } from '@foray/contract';
import { err, maxPrivateRows, maxRemovedRows, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { canonicalJson } from '../store/canonical-json.ts';
import type { Caller } from '../store/request.ts';
import type { FeedRow, PrivateRowOfUser } from '../store/rows.ts';
import type { Store, Tx } from '../store/store.ts';

/** A change of a private row, as it is stored. */
type NewRow = Omit<PrivateRowOfUser, 'id' | 'user_id'>;

/**
 * Changes and removes rows of the caller's own; their other devices receive them by the feed. The last change
 * wins, also within one call. A repeated call has no effect, unless another one changed the rows in between.
 * Only the newest {@link maxRemovedRows} removed rows are kept. `limit` and no effect if the caller would
 * have more than {@link maxPrivateRows} afterwards, and more than before.
 */
export async function putPrivateRows(
  store: Store,
  now: string,
  caller: Caller,
  asked: PrivateRowsBody['rows'],
): Promise<Result<void, 'limit'>> {
  const user_id = caller.userId;
  return store.tx(async (tx) => {
    // Locks the head, so that changes by other devices come before or after this one.
    await tx.advanceHeads([{ user_id, by: 0 }]);
    const { changed, growth } = await changesOf(tx, user_id, now, asked);
    if (changed.length === 0) return ok(undefined);
    if (growth > 0 && (await tx.privateRowCount(user_id)) + growth > maxPrivateRows) {
      return err('limit');
    }
    const ids = await tx.putPrivateRows(user_id, changed);
    const heads = await tx.advanceHeads([{ user_id, by: ids.length }]);
    const first = (heads.get(user_id) ?? 0) - ids.length + 1;
    await tx.putFeed(
      ids.map((ref_id, index): FeedRow => {
        const removed = changed[index]?.value === null;
        return { user_id, kind: 'private', ref_id, seq: first + index, removed };
      }),
    );
    await tx.limitRemovedRows(user_id, maxRemovedRows);
    return ok(undefined);
  });
}

/** The rows that change, each once, and by how many the caller's rows become more. */
async function changesOf(
  tx: Tx,
  userId: number,
  now: string,
  asked: PrivateRowsBody['rows'],
): Promise<{ readonly changed: readonly NewRow[]; readonly growth: number }> {
  const keys = asked.map(({ kind, id }) => ({ kind, name: id }));
  const known = new Map(
    (await tx.privateRowsOf(userId, keys)).map((row) => [keyOf(row), row.value]),
  );
  const next = new Map<string, NewRow>();
  for (const { kind, id: name, value, only_new: onlyNew = false } of asked) {
    const key = keyOf({ kind, name });
    const present = next.has(key) ? next.get(key)?.value : known.get(key);
    if (onlyNew && present != null) continue;
    const text = value === null ? null : canonicalJson(value);
    next.set(key, { kind, name, value: text, changed_at: now });
  }
  const changed = [...next].flatMap(([key, row]) =>
    row.value === (known.get(key) ?? null) ? [] : row,
  );
  const lives = (value: string | null | undefined): number => (value == null ? 0 : 1);
  const growth = changed.reduce(
    (sum, row) => sum + lives(row.value) - lives(known.get(keyOf(row))),
    0,
  );
  return { changed, growth };
}

function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name}`;
}
