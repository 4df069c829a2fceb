import type { FeedRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/** Makes two people mutual contacts, and adds that to both feeds. */
export async function makeMutual(store: Store, a: number, b: number): Promise<void> {
  await store.tx(async (tx) => {
    const heads = await tx.advanceHeads([
      { user_id: a, by: 1 },
      { user_id: b, by: 1 },
    ]);
    const row = (user_id: number, ref_id: number): FeedRow => ({
      user_id,
      kind: 'mutual',
      ref_id,
      seq: heads.get(user_id) ?? 0,
      removed: false,
    });
    await tx.putFeed([row(a, b), row(b, a)]);
  });
}
