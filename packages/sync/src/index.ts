/** The device's engine: user actions, the queue, runs, and the ports that adapters implement. */
export * from './store/remembered-account.ts';
export * from './actions/action-unit.ts';
export * from './actions/actions.ts';
export {
  discardedWith,
  discardRequest,
  discardUnreadable,
  retryRequest,
} from './actions/attention.ts';
export { exportData } from './data-file/data-file-export.ts';
export type { ExportedData } from './data-file/data-file-export.ts';
export { importData } from './data-file/data-file-import.ts';
export type { ImportOutcome } from './data-file/data-file-import.ts';
export { planImport } from './data-file/data-file-plan.ts';
export type { ImportPlan, PlanFailure } from './data-file/data-file-plan.ts';
export { readDataFile } from './data-file/data-file-read.ts';
export type { DataFileProblem } from './data-file/data-file-read.ts';
export * from './store/sync-context.ts';
export * from './engine/engine.ts';
export { moveOwnItems, claimStore, ownerOf } from './account/former-account.ts';
export { endBegunUpgrade, upgradeGuest } from './account/guest-upgrade.ts';
export * from './store/local-item.ts';
export * from './store/meta.ts';
export * from './store/ports.ts';
export { kindOf, type OperationKind } from './store/operation.ts';
export * from './store/queued-request.ts';
export { storedName } from './store/stored-names.ts';
export { isReadableRow, keyTextOf, mostCounted } from './store/readable-row.ts';
export { readNotifications } from './actions/read-notifications.ts';
export type { Keep, ShownConflict } from './conflicts/resolve-conflict.ts';
export { restoreFromServer, restoreItem } from './actions/restore.ts';
export type { SyncProblem } from './cycle/cycle-end.ts';
export * from './account/sign-out.ts';
export { StoredAccountMemory, type AccountMirror } from './account/stored-account-memory.ts';
export * from './cycle/sync-sizes.ts';
export * from './engine/sync-state.ts';
export { listDeleted } from './actions/trash.ts';
export type { DeletedItem } from './actions/trash.ts';
export * from './engine/triggers.ts';
