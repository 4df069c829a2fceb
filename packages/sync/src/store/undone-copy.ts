import type { LocalItem } from './local-item.ts';
import type { ReadTransaction } from './ports.ts';
import { isUndoRequest } from './queued-request.ts';

/** Whether an undo removed the copy of an occurrence, which leaves nothing of it to restore. */
export async function isUndone(
  tx: ReadTransaction,
  { uuid, occurrence_of: of, deletedBy }: LocalItem,
): Promise<boolean> {
  if (of === null || deletedBy === null) return false;
  if ((await tx.meta('deleting', uuid))?.isUndone === true) return true;
  const deleter = await tx.request(deletedBy);
  return deleter !== undefined && isUndoRequest(deleter);
}
