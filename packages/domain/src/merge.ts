import { changedFields } from './change.ts';
import type { EditableField } from './change.ts';
import { foldItem } from './fold.ts';
import type { FoldedItem, Operation } from './fold.ts';
import type { Item } from './item.ts';

/**
 * The server's row as one user sees it: `version` counts what people changed, `rev` grows with
 * anything that concerns this user, roll-ups and rights included.
 */
export type ServerItem = Item & { readonly version: number; readonly rev: number };

/** News of one item: its row, or why this user no longer has it. */
export type Remote =
  | { readonly kind: 'row'; readonly item: ServerItem }
  | { readonly kind: 'removed'; readonly reason: RemovedReason };
/** deleted: gone for everybody; hidden: this user lost the right to see it. */
export type RemovedReason = 'deleted' | 'hidden';

/** What this device has of the item: the last row taken over, and its own unanswered operations. */
export interface Local {
  readonly base: ServerItem | null;
  readonly queued: readonly Operation[];
}

/**
 * What to do with news. apply: take the row, nothing is queued. keepLocal: take the row as the new
 * base below the queue. ignore: it is not newer than what was taken. remove: forget item and queue.
 * The conflicts wait for a person; `keepBoth` says that the sides changed different fields.
 */
export type MergeDecision =
  | { readonly kind: 'apply'; readonly reason: 'added' | 'changed' }
  | { readonly kind: 'ignore'; readonly reason: 'not_newer' }
  | {
      readonly kind: 'keepLocal';
      readonly reason: 'own_create' | 'same_version' | 'same_values' | 'local_newer' | 'restoring';
    }
  | { readonly kind: 'remove'; readonly reason: RemovedReason }
  | {
      readonly kind: 'updateConflict';
      readonly localChanged: readonly EditableField[];
      readonly remoteChanged: readonly EditableField[];
      readonly keepBoth: boolean;
    }
  | { readonly kind: 'deleteConflict'; readonly remoteChanged: readonly EditableField[] }
  | { readonly kind: 'removedConflict'; readonly reason: RemovedReason };

/**
 * Judges news of one item against what the device has (specification, section 4, made stricter by
 * product.md and sync.md, section 4). There is a conflict only if people changed the item since the version that this
 * device last had; the times of queued operations are compared with updated_at and must therefore be
 * in server time. All requests marked sent must have been settled before, so a version that is new
 * is somebody else's.
 */
export function classifyRemote(local: Local, remote: Remote): MergeDecision {
  return remote.kind === 'removed'
    ? classifyRemoval(local, remote.reason)
    : classifyRow(local, remote.item);
}

function classifyRow({ base, queued }: Local, remote: ServerItem): MergeDecision {
  if (base !== null && remote.rev <= base.rev) return { kind: 'ignore', reason: 'not_newer' };
  if (queued.length === 0) return { kind: 'apply', reason: base === null ? 'added' : 'changed' };
  if (base === null) return { kind: 'keepLocal', reason: 'own_create' };
  if (remote.version === base.version) return { kind: 'keepLocal', reason: 'same_version' };

  const remoteChanged = changedFields(base, remote);
  if (remoteChanged.length === 0) return { kind: 'keepLocal', reason: 'same_values' };

  const shown = foldItem(asFolded(base), queued);
  if (shown === null || shown.deleted) return { kind: 'deleteConflict', remoteChanged };

  const localChanged = changedFields(base, shown);
  if (localChanged.every((field) => shown[field] === remote[field])) {
    return { kind: 'keepLocal', reason: 'same_values' };
  }
  if (remote.updated_at <= shown.updated_at) return { kind: 'keepLocal', reason: 'local_newer' };
  const keepBoth = !localChanged.some((field) => remoteChanged.includes(field));
  return { kind: 'updateConflict', localChanged, remoteChanged, keepBoth };
}

function classifyRemoval({ queued }: Local, reason: RemovedReason): MergeDecision {
  // A restore that waits takes effect whatever follows it: it may bring back others too.
  const restores = queued.some((operation) => operation.kind === 'restore');
  if (restores && reason === 'deleted') return { kind: 'keepLocal', reason: 'restoring' };
  const isUnwanted = queued.length === 0 || endsDeleted(queued);
  return isUnwanted ? { kind: 'remove', reason } : { kind: 'removedConflict', reason };
}

/** Whether the item, however it began, is deleted after its operations. */
function endsDeleted(queued: readonly Operation[]): boolean {
  const last = queued.findLast(({ kind }) => kind === 'delete' || kind === 'restore');
  return last?.kind === 'delete';
}

function asFolded(base: ServerItem): FoldedItem {
  return { ...base, deleted: false };
}
