import { isImportedUuid } from '../data-file/data-file-identity.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import { kindOf } from '../store/operation.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Whether a create that was answered without an item is the import of a file item that the server knows
 * as deleted, because another device imported the same file before (decision 0043). The user has just
 * asked for this item, so it must not disappear silently.
 */
export async function isImportOfDeleted(
  unit: UnitOfWork,
  request: QueuedRequest,
): Promise<boolean> {
  const { itemUuid, isImport } = request;
  if (itemUuid === null || !isImport || kindOf(request) !== 'create') return false;
  if (!isImportedUuid(itemUuid)) return false;
  const row = await unit.item(itemUuid);
  return row !== undefined && lastServerRowOf(row) === null;
}
