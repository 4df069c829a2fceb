/** The device's engine: user actions, the queue, runs, and the ports that adapters implement. */
export * from './store/remembered-account.ts';
export * from './actions/action-unit.ts';
export * from './actions/actions.ts';
export { endBegunUpgrade } from './account/begun-upgrade.ts';
export { discardedWith, discardRequest, retryRequest } from './actions/attention.ts';
export type { Conflict } from './store/conflict.ts';
export { exportData } from './data-file/data-file-export.ts';
export type { ExportedData } from './data-file/data-file-export.ts';
export { importData } from './data-file/data-file-import.ts';
export type { ImportOutcome } from './data-file/data-file-import.ts';
export { planImport } from './data-file/data-file-plan.ts';
export type { ImportPlan, PlanFailure } from './data-file/data-file-plan.ts';
export { readDataFile } from './data-file/data-file-read.ts';
export type { DataFileProblem, UnreadableItem } from './data-file/data-file-read.ts';
export * from './store/sync-context.ts';
export * from './engine/engine.ts';
export { bringOwn, claimStore, ownerOf } from './account/former-account.ts';
export type { SyncLogEntry, SyncLogEvent, SyncLogFacts } from './store/sync-log.ts';
export * from './account/guest-upgrade.ts';
export * from './store/local-item.ts';
export * from './store/meta.ts';
export * from './store/ports.ts';
export { kindOf, type OperationKind } from './store/operation.ts';
export * from './store/queued-request.ts';
export { storedName } from './store/stored-names.ts';
export { discardUnreadable } from './actions/discard-unreadable.ts';
export { isReadableRow, keyTextOf, mostCounted } from './store/readable-row.ts';
export { readNotifications } from './actions/read-notifications.ts';
export type { Keep, ShownConflict } from './conflicts/resolve-conflict.ts';
export { removePerson } from './actions/remove-person.ts';
export { restoreItem } from './actions/restore.ts';
export type { SyncProblem } from './cycle/cycle-end.ts';
export type { Seen } from './actions/seen.ts';
export * from './account/sign-out.ts';
export {
  StoredAccountMemory,
  type AccountMirror,
  type MirroredAccount,
} from './account/stored-account-memory.ts';
export * from './cycle/sync-sizes.ts';
export * from './engine/sync-state.ts';
export { listDeleted, restoreFromServer } from './actions/trash-list.ts';
export type { DeletedItem } from './actions/trash-list.ts';
export * from './engine/triggers.ts';
export { unexpectedDetail } from './store/unexpected.ts';
export { upcastItem } from './store/upcast-item.ts';
export * from './store/upcast-request.ts';
