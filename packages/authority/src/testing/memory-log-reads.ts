import type { ActivityRow } from '../store/rows.ts';
import type { NumberedPage, Reads } from '../store/store.ts';
import type { UngatedPrimitives, View } from './view.ts';

/** The reading primitives of the log, by plain scans of a view. */
export function memoryLogReads(
  view: View,
): UngatedPrimitives<Pick<Reads, 'activity' | 'itemActivity'>> {
  const newestFirst = (isWanted: (row: ActivityRow) => boolean): ActivityRow[] =>
    [...view.rows('activity')].filter(isWanted).toSorted((a, b) => b.id - a.id);
  return {
    activity(campaignId, viewerId, page, perPage) {
      const isSeen = (itemId: number): boolean =>
        view.get('access', `${viewerId} ${itemId}`)?.removed === false;
      const rows = newestFirst(
        (row) => row.campaign_id === campaignId && (viewerId === null || isSeen(row.item_id)),
      );
      return numberedPage(rows, page, perPage);
    },
    itemActivity({ id, campaignId }, readerId, page, perPage) {
      const all = newestFirst((row) => row.campaign_id === campaignId && row.item_id === id);
      const isOf = ({ user_id, metadata }: ActivityRow): boolean =>
        user_id === readerId || metadata['assigned_to']?.new === readerId;
      const rows = readerId === null ? all : all.slice(0, all.findLastIndex(isOf) + 1);
      return numberedPage(rows, page, perPage);
    },
  };
}

/** A page of rows that are in order. */
export function numberedPage<Row>(
  rows: readonly Row[],
  page: number,
  perPage: number,
): NumberedPage<Row> {
  return { rows: rows.slice((page - 1) * perPage, page * perPage), total: rows.length };
}
