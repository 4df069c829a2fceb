import { isImportedUuid } from '../data-file/data-file-identity.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import { kindOf } from '../store/operation.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Whether it would make an item of a file whose identity the server knows as deleted, because another
 * device imported the same file before (decision 0043). To be asked about a create that was answered
 * without an item: nobody has seen it here but the person who asked for it just now, and it is not to
 * be forgotten without a word.
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
