import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { clientPorts } from '../../adapters/client-ports.ts';

/** An item that is there before a test begins; absent fields take their defaults. */
export interface SeedItem extends Partial<
  Pick<
    LocalItem,
    | 'status'
    | 'description'
    | 'due_date'
    | 'due_time'
    | 'labels'
    | 'priority'
    | 'repeat'
    | 'repeat_from'
    | 'repeat_start'
    | 'occurrence_day'
    | 'repeat_done'
    | 'occurrence'
    | 'occurrence_of'
    | 'assigned_to'
    | 'end_date'
    | 'user_id'
    | 'created_at'
    | 'updated_at'
    | 'completed_at'
    | '_deleted'
    | 'deletedBy'
  >
> {
  readonly type: LocalItem['type'];
  readonly title: string;
  /** The index of its parent among the seeded items, from 0. */
  readonly parent?: number;
}

/**
 * Puts items into the guest's database as the app would have, numbered from 1, each made an hour after the
 * one before.
 */
export async function putItems(items: readonly SeedItem[]): Promise<void> {
  const rows: LocalItem[] = [];
  for (const [place, { parent, ...item }] of items.entries()) {
    const above = parent === undefined ? undefined : rows[parent];
    const hour = new Date(Date.UTC(2026, 0, 1) + place * 3_600_000).toISOString();
    const created = item.created_at ?? hour;
    const row = localItem(place + 1, {
      user_id: 0,
      created_at: created,
      updated_at: created,
      completed_at: item.status === 'completed' ? created : null,
      parent_id: above?.id ?? null,
      parent_uuid: above?.uuid ?? null,
      top: above === undefined ? 1 : 0,
      _localVersion: place + 1,
      ...item,
    });
    rows.push(row);
  }
  const stores = clientPorts.openStores({
    onUnreadable: () => undefined,
    onBlocked: () => undefined,
  });
  const opened = await stores.open(0);
  if (!opened.ok) throw new Error(opened.error.detail);
  const written = await opened.value.writeBulk(async (tx) => {
    await tx.putItems(rows);
    const count = rows.length;
    await tx.putMeta('counters', 'device', { localSeq: count, queueSeq: 0, lastLocalId: count });
  });
  if (!written.ok) throw new Error(written.error.detail);
  await opened.value.close();
}
