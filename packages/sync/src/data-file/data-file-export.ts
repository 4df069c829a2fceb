import { labelsOf, occurrenceOf, ok, plainOf, positionOf, sampleUsers } from '@foray/domain';
import type { Item, Result } from '@foray/domain';
import { dataFileFormat, dataFileVersion } from './data-file.ts';
import type { FileChange, FileConflict, FileHead, FileItem } from './data-file.ts';
import { ownerIdOf } from '../store/sync-context.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { StoreFailure } from '../store/ports.ts';
import { isBlocked, kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

/** A data file, ready to be saved: its text in chunks, in order. */
export interface ExportedData {
  readonly pieces: readonly string[];
  readonly items: number;
  readonly exportedAt: string;
}

const chunkRows = 250;

/**
 * Writes everything that this device shows into a data file (product.md, "Guests' safety"; decision 0042),
 * with or without a network. Deleted items are left out. `pause` is awaited between chunks, so that no task
 * gets long.
 */
export async function exportData(
  device: SyncContext,
  pause: () => Promise<void>,
): Promise<Result<ExportedData, StoreFailure>> {
  const userId = ownerIdOf(device.account);
  const rest = await device.store.read(async (tx) => {
    const [queue, conflicts] = await Promise.all([tx.queue(), tx.metaOf('conflict')]);
    const unsent = queue.map(fileChangeOf);
    const undecided = conflicts.map(({ value: { uuid, server } }): FileConflict => ({
      uuid,
      server: server === null ? null : fileItemOf(server, userId),
    }));
    return { unsent, conflicts: undecided };
  });
  if (!rest.ok) return rest;
  const exportedAt = new Date(device.clock.nowMs()).toISOString();
  const head: FileHead = {
    format: dataFileFormat,
    version: dataFileVersion,
    exported_at: exportedAt,
    account: userId,
  };
  const pieces = [`${JSON.stringify(head).slice(0, -1)},\n"items":[`];
  let items = 0;
  const read = await device.store.eachItem(chunkRows, async (rows) => {
    const living = rows.filter((row) => !row._deleted);
    const lines = living.map((row) => JSON.stringify(fileItemOf(row, userId)));
    if (lines.length > 0) pieces.push(`${items > 0 ? ',' : ''}\n${lines.join(',\n')}`);
    items += lines.length;
    await pause();
  });
  if (!read.ok) return read;
  const { unsent, conflicts } = rest.value;
  pieces.push(`\n],\n"unsent":${JSON.stringify(unsent)},\n`);
  pieces.push(`"conflicts":${JSON.stringify(conflicts)}}\n`);
  return ok({ pieces, items, exportedAt });
}

function fileItemOf(item: Item, userId: number): FileItem {
  return {
    uuid: item.uuid,
    type: item.type,
    ...plainOf(item),
    status: item.status,
    mine: item.user_id === userId,
    assigned_to: assigneeOf(item.assigned_to, userId),
    parent_uuid: item.parent_uuid,
    created_at: item.created_at,
    updated_at: item.updated_at,
    completed_at: item.completed_at,
    labels: labelsOf(item),
    position: positionOf(item),
    ...occurrenceOf(item),
  };
}

function assigneeOf(id: number | null, userId: number): FileItem['assigned_to'] {
  if (id === null) return null;
  if (id === userId) return 'me';
  return sampleUsers.some((sample) => sample.id === id) ? id : null;
}

function fileChangeOf(request: QueuedRequest): FileChange {
  const { itemUuid: uuid, timestamp: at, data, state } = request;
  const refused = isBlocked(state) && state.why.kind === 'verdict' ? state.why.code : null;
  return { what: kindOf(request) ?? 'other', uuid, at, data, refused };
}
