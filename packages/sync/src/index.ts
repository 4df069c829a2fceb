/** The device's engine: user actions, the queue, runs, and the ports that adapters implement. */
export * from './remembered-account.ts';
export * from './action-unit.ts';
export * from './actions.ts';
export { settleUpgrade } from './begun-upgrade.ts';
export { discardedWith, discardRequest, retryRequest } from './attention.ts';
export type { Conflict } from './conflict.ts';
export { exportData } from './data-file-export.ts';
export type { ExportedData } from './data-file-export.ts';
export { importData } from './data-file-import.ts';
export type { ImportOutcome } from './data-file-import.ts';
export { planImport } from './data-file-plan.ts';
export type { ImportPlan, PlanFailure } from './data-file-plan.ts';
export { readDataFile } from './data-file-read.ts';
export type { DataFileProblem, UnreadableItem } from './data-file-read.ts';
export * from './device.ts';
export * from './engine.ts';
export { bringOwn, claimStore, ownerOf } from './former-account.ts';
export type { FlightEntry, FlightEvent, FlightFacts } from './flight.ts';
export * from './guest-upgrade.ts';
export * from './local-item.ts';
export * from './meta.ts';
export * from './ports.ts';
export { kindOf, type OperationKind } from './operation.ts';
export * from './queued-request.ts';
export { discardUnreadable } from './discard-unreadable.ts';
export { isReadableRow, keyTextOf, mostCounted } from './readable-row.ts';
export { readNotifications } from './read-notifications.ts';
export type { Keep, ShownConflict } from './resolve.ts';
export { removePerson } from './remove-person.ts';
export { restoreItem } from './restore.ts';
export type { SyncProblem } from './run-ended.ts';
export type { Seen } from './seen.ts';
export * from './sign-out.ts';
export {
  StoredAccountMemory,
  type AccountMirror,
  type MirroredAccount,
} from './stored-account-memory.ts';
export * from './sync-sizes.ts';
export * from './sync-state.ts';
export { listDeleted, restoreFromServer } from './trash-list.ts';
export type { DeletedItem } from './trash-list.ts';
export * from './triggers.ts';
export { unexpectedDetail } from './unexpected.ts';
export * from './upcast-request.ts';
