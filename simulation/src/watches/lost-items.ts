import type { Profile } from '../story/profile.ts';
import type { SimServer } from '../server/server.ts';

/** A device's own item that was up to date there when the server lost it. */
export interface LostItem {
  /** The number of the device's profile. */
  readonly browser: number;
  readonly uuid: string;
  /** The repeating item that it is a completed copy of. */
  readonly copyOf: string | null;
  /** The number of times that the device's data had been erased by then. */
  readonly erasures: number;
}

/**
 * The synced items that `restore` makes the server lose, and those of `earlier` restores that were not
 * recreated.
 */
export function lostBy(
  restore: () => void,
  server: SimServer,
  profiles: readonly Profile[],
  earlier: readonly LostItem[],
): readonly LostItem[] {
  const inStep = new Set(profiles.filter((profile) => server.isOfThisHistory(profile)));
  const before = [...server.store.rows('items')];
  const seen = new Set<string>();
  for (const { user_id, item_id, removed } of server.store.rows('access')) {
    if (!removed) seen.add(`${user_id} ${item_id}`);
  }
  restore();
  const after = new Set([...server.store.rows('items')].map(({ uuid }) => uuid));
  const living = before.filter((item) => item.deleted_at === null);
  const lost = new Map(
    living.filter(({ uuid }) => !after.has(uuid)).map(({ uuid, id }) => [uuid, id]),
  );
  // Items that an earlier backup lost and no device has recreated since.
  const madeAgain = new Set([...before.map(({ uuid }) => uuid), ...after]);
  const found = profiles.flatMap((profile) => {
    if (!inStep.has(profile)) return [];
    const { number, user, tables } = profile;
    // An item whose removal the device has yet to receive is not sent again.
    const own = [...tables.items.values()].filter(
      (row) =>
        seen.has(`${user.id} ${lost.get(row.uuid)}`) &&
        row.user_id === user.id &&
        row._syncStatus === 'synced',
    );
    return own.flatMap((row) =>
      row._deleted
        ? []
        : { browser: number, uuid: row.uuid, copyOf: row.occurrence_of, erasures: tables.erasures },
    );
  });
  return [...earlier.filter(({ uuid }) => !madeAgain.has(uuid)), ...found];
}
