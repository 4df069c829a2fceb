import type { ActivityEntry, ActivityPage, Ref } from '@foray/contract';
import { may, pageOf, pageSize } from '@foray/domain';
import { ancestorsOf, campaignIdOf, findItems } from '../items/family.ts';
import { permissionFor } from '../items/permitted-item.ts';
import type { Caller } from '../store/request.ts';
import type { ActivityRow, OldAndNew } from '../store/rows.ts';
import type { Reads, Store } from '../store/store.ts';

/**
 * A page of a campaign's history, newest first: all of it with contribute or manage, and with view the
 * entries of items that the caller sees. Null if they do not see the campaign (product.md, "Rights").
 */
export async function campaignActivity(
  store: Store,
  caller: Caller,
  ref: Ref,
  page: number,
  perPage = pageSize,
): Promise<ActivityPage | null> {
  return store.read(async (reads) => {
    const { userId } = caller;
    const [campaign] = await findItems(reads, [ref]);
    if (campaign?.type !== 'campaign') return null;
    const permission = await permissionFor(reads, userId, campaign.id);
    if (permission === null) return null;
    const viewerId = may(permission, 'edit') ? null : userId;
    const { rows, total } = await reads.activity(campaign.id, viewerId, page, perPage);
    const entries = await entriesOf(reads, userId, rows);
    return { ...pageOf(entries, total, page, perPage), data: [...entries] };
  });
}

/**
 * A page of an item's history in its current place, newest first; null if the caller does not see it. In a
 * campaign, everybody who sees the item reads all entries about it there. Outside campaigns its owner does,
 * and others read from their own first change on: values that were replaced before the item was shared
 * remain its owner's.
 */
export async function itemActivity(
  store: Store,
  caller: Caller,
  ref: Ref,
  page: number,
): Promise<ActivityPage | null> {
  return store.read(async (reads) => {
    const { userId } = caller;
    const [item] = await findItems(reads, [ref]);
    if (item === undefined || (await permissionFor(reads, userId, item.id)) === null) return null;
    const campaignId = campaignIdOf(item, await ancestorsOf(reads, item));
    const readerId = campaignId === null && item.user_id !== userId ? userId : null;
    const { rows, total } = await reads.itemActivity(
      { id: item.id, campaignId },
      readerId,
      page,
      pageSize,
    );
    const entries = await entriesOf(reads, userId, rows);
    return { ...pageOf(entries, total, page, pageSize), data: [...entries] };
  });
}

/** The names on the wire for the fields of a place. */
const placeNames: Readonly<Record<string, string>> = {
  campaign_id: 'campaign',
  parent_id: 'parent',
};

async function entriesOf(
  reads: Reads,
  readerId: number,
  rows: readonly ActivityRow[],
): Promise<readonly ActivityEntry[]> {
  const values = (name: string): number[] =>
    rows
      .flatMap(({ metadata }) => [metadata[name]?.old, metadata[name]?.new])
      .filter((value) => typeof value === 'number');
  const users = await reads.users([...rows.map((row) => row.user_id), ...values('assigned_to')]);
  const nameOf = new Map(users.map((user) => [user.id, user.name]));
  const items = await reads.items({ ids: rows.map((row) => row.item_id) });
  const uuidOf = new Map(items.map((item) => [item.id, item.uuid]));
  const placeIds = [...values('campaign_id'), ...values('parent_id')];
  const seen = new Set(
    (await reads.access(placeIds, [readerId])).flatMap((row) => (row.removed ? [] : row.item_id)),
  );
  const places = await reads.items({ ids: placeIds });
  // The other side of a move is named only to readers who see it.
  const titleOf = new Map(places.flatMap(({ id, title }) => (seen.has(id) ? [[id, title]] : [])));

  const textOf = (name: string, value: OldAndNew['old']): string => {
    if (name === 'assigned_to')
      return value === null ? 'Unassigned' : (nameOf.get(Number(value)) ?? '');
    if (name in placeNames) return titleOf.get(Number(value)) ?? '';
    return String(value ?? '');
  };
  return rows.map((row) => ({
    id: row.id,
    user: { id: row.user_id, name: nameOf.get(row.user_id) ?? '' },
    action: row.action,
    item: {
      id: row.item_id,
      uuid: uuidOf.get(row.item_id) ?? '',
      type: row.item_type,
      title: row.item_title,
    },
    description: null,
    metadata: {
      ...Object.fromEntries(
        Object.entries(row.metadata).map(([name, { old, new: now }]) => [
          placeNames[name] ?? name,
          `${textOf(name, old)} → ${textOf(name, now)}`.trim(),
        ]),
      ),
      ...(row.automatic && { automatic: 'yes' }),
    },
    ...beforeOf(row),
    created_at: row.created_at,
  }));
}

/** The texts that a change replaced, complete and separate from the new ones. */
function beforeOf({ metadata }: ActivityRow): Pick<ActivityEntry, 'before'> {
  const texts = (['title', 'description'] as const).flatMap((name) => {
    const old = metadata[name]?.old;
    return typeof old === 'string' && old !== '' ? [[name, old] as const] : [];
  });
  return texts.length === 0 ? {} : { before: Object.fromEntries(texts) };
}
