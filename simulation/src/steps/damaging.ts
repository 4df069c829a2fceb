import { discardUnreadable, type MetaKind, storedName, type UnreadableRow } from '@foray/sync';
import { Breach } from '../record/broken.ts';
import { givenAgain } from './damage.ts';
import type { Profile } from '../story/profile.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/** Kinds whose rows the device can do without: it counts again, measures again, or asks the server. */
export const counted = [
  'counters',
  'cursor',
  'clock',
  'selfCheck',
] as const satisfies readonly MetaKind[];
type Content = Readonly<Record<string, unknown>> & { readonly id: unknown };

/** Kinds with one row per item. */
export const ofItems = [
  storedName.buffered,
  'conflict',
  'rolled',
  'deleting',
  'restoring',
  'unassigned',
  'trash',
] as const;

/**
 * Puts an unreadable row into a database: in place of a row that the server can send again, or beside the
 * others, also at the key of the next row.
 */
export function damageRow(world: World, profile: Profile, { at, to, salt }: Step): void {
  const { stored } = profile;
  const rows = givenAgain(world, profile);
  const row = rows[at % rows.length];
  if (profile.isGuest) return;
  const put = (store: UnreadableRow['store'], content: Content) => {
    const { kind = '' } = content as { readonly kind?: string };
    world.census.note('unreadable', store, kind);
    stored.putRaw(store, content);
    profile.tables.isDamaged = true;
    profile.damaged.push({ store, content, erasures: stored.erasures });
  };
  const taken = Math.max(0, stored.lastSeq());
  switch (to % 6) {
    case 0:
      // The self-check has to find it, and two damages at a time may cancel out in count and sum.
      if (row === undefined || profile.isDamaged) return;
      profile.isDamaged = true;
      world.imports.lose(row.uuid);
      return put('items', { ...row, title: at });
    case 1:
      return put('items', {
        id: unusedId(profile),
        uuid: missingHere(world, profile, at),
        title: 4,
      });
    case 2:
      return put('syncQueue', { id: `spoiled ${salt}`, seq: taken + 1, touches: 'x', state: 9 });
    case 3: {
      const touches = [row?.uuid ?? 'x'];
      return put('syncQueue', { id: `spoiled ${salt}`, seq: -1 - salt, touches, state: 9 });
    }
    case 4: {
      const kind = counted[at % counted.length] as (typeof counted)[number];
      // The counters must be derivable from the rows.
      if (kind === 'counters' && profile.tables.items.size === 0) return;
      for (const id of stored.meta(kind).keys()) return put('meta', metaRow(kind, id));
      return;
    }
    default: {
      const kind = ofItems[at % ofItems.length] as (typeof ofItems)[number];
      const uuid = row?.uuid ?? 'x';
      if (!stored.meta(kind).has(uuid)) put('meta', metaRow(kind, uuid));
    }
  }
}

/**
 * An id that belongs to no item and to no other unreadable row, which would be lost if this one replaced it.
 */
function unusedId({ damaged }: Profile): number {
  return 98_000_000 + damaged.length;
}

/** The uuid of an item that others have and this account does not, so that it may arrive. */
function missingHere({ profiles }: World, { stored }: Profile, at: number): string {
  const uuids = profiles.flatMap(({ tables }) =>
    [...tables.items.values()].map(({ uuid }) => uuid),
  );
  const missing = uuids.filter((uuid) => !stored.idOfUuid.has(uuid));
  return missing[at % missing.length] ?? `missing ${at}`;
}

function metaRow(kind: MetaKind, id: string) {
  return { kind, id, value: null };
}

/**
 * Unreadable rows are kept and listed (I24) until the user discards them, which every second user does here.
 * Rows of meta are replaced in place: they are counters, or the server sends them again.
 */
export async function checkReported(world: World, { profile, device }: TabAccount): Promise<void> {
  const { number, stored } = profile;
  if (profile.damaged.length === 0) return;
  const unreadable = await world.clock.until(device.store.unreadable(['items', 'syncQueue']));
  if (!unreadable.ok) throw new Breach('I24', `${number} cannot list its unreadable rows`);
  const contents = new Set(unreadable.value.map(({ content }) => JSON.stringify(content)));
  for (const { store, content, erasures } of profile.damaged) {
    if (store === 'meta' || erasures !== stored.erasures) continue;
    const text = JSON.stringify(content);
    if (!contents.has(text)) throw new Breach('I24', `${number} lost ${text} or does not list it`);
  }
  if (!world.random.chance(0.5)) return;
  const discarded = await world.clock.until(discardUnreadable(device, unreadable.value));
  if (discarded.ok) profile.damaged.length = 0;
}
