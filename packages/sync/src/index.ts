/** The device's engine: user actions, the queue, runs, and the ports that adapters implement. */
export {
  nobodyRemembered,
  readRemembered,
  type RememberedAccount,
} from './store/remembered-account.ts';
export { accountStateOf, transitionOf } from './account/account-transitions.ts';
export { isSamePerson, userOf } from './account/signed-in-user.ts';
export type { ActionFailure, ActionResult, DurableAction as Done } from './actions/action-unit.ts';
export {
  assignItem,
  createItem,
  createItems,
  deleteItem,
  type PlainChange,
  moveItem,
  removePerson,
  setStatus,
} from './actions/actions.ts';
export {
  actOnItems,
  editItem,
  editItems,
  type ItemAct,
  type ItemEdit,
} from './actions/edit-items.ts';
export { changeWithServerValues } from './actions/server-values.ts';
export type { Effect, UndoExemption as Kept } from './actions/effect.ts';
export type { NewItem, NewItems } from './actions/new-item-input.ts';
export { labelItem } from './actions/label-item.ts';
export { placeItem } from './actions/place-item.ts';
export { reviseItem } from './actions/revise-item.ts';
export { completeOccurrence, skipOccurrence, undoOccurrence } from './actions/occurrence.ts';
export {
  predictChanges,
  predictDelete,
  predictItem,
  predictSkip,
  predictUndo,
} from './actions/predict.ts';
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
export { type Account, ownerIdOf, type SyncContext } from './store/sync-context.ts';
export { createEngine, type Engine } from './engine/engine.ts';
export type { SyncLogEntry } from './store/sync-log.ts';
export { hearNewer } from './engine/triggers.ts';
export { keepHeartbeat } from './pull/heartbeat.ts';
export { moveOwnItems, claimStore, ownerOf } from './account/former-account.ts';
export { endBegunUpgrade, upgradeGuest } from './account/guest-upgrade.ts';
export { changerOf, type LocalItem, setByPeople, upcastItem } from './store/local-item.ts';
export {
  type RemoteChange,
  type Conflict,
  type MetaKind,
  type MetaRow,
  type MetaValues,
  type UnreadableContent,
  type UnreadableRow,
} from './store/meta.ts';
export {
  type AccountKey,
  type AccountMemory,
  type CallContext,
  type CancelSignal,
  type Clock,
  type Connectivity,
  type Ids,
  type LocalChange,
  type LocalContact,
  type LocalStore,
  type LocalStores,
  type Locks,
  type LoginCredentials,
  type PlainRows,
  type ReadTransaction,
  type Reply,
  type Scheduler,
  type StartList,
  type StoreFailure,
  type Transport,
  unexpectedDetail,
  type Visibility,
  type WriteTransaction,
} from './store/ports.ts';
export {
  isBlocked,
  isCommutingRequest,
  kindOf,
  type OperationKind,
  type QueuedRequest,
  unskipShape,
} from './store/queued-request.ts';
export { requestFromStored, storedFromRequest } from './store/stored-request.ts';
export { NewerRow } from './store/row-shape.ts';
export { storedName } from './store/stored-names.ts';
export { isReadableRow, keyTextOf, maxCounted } from './store/readable-row.ts';
export { putPrivateRows, readPrivateRows } from './actions/private-rows.ts';
export { readNotifications } from './actions/read-notifications.ts';
export type { ResolutionChoice, ShownConflict } from './conflicts/resolve-conflict.ts';
export { takeLeftOutAssignees } from './actions/restored-assignees.ts';
export { replacedVersions, takeUnseenReplacements } from './conflicts/replaced-values.ts';
export type { ReplacedVersion } from './store/meta.ts';
export { restoreFromServer, restoreItem } from './actions/restore.ts';
export { undoEffects, type UndoResult } from './actions/undo-effects.ts';
export type { SyncProblem } from './cycle/cycle-end.ts';
export { isFault } from './engine/fault.ts';
export {
  beginSignOut,
  cancelSignOut,
  countUnsent,
  eraseEmpty,
  finishSignOut,
  finishSignOuts,
  sendSignOut,
} from './account/sign-out.ts';
export { StoredAccountMemory, type AccountMirror } from './account/stored-account-memory.ts';
export type { SyncSizes } from './cycle/cycle-context.ts';
export type { SyncState } from './engine/sync-state.ts';
export { listDeleted } from './actions/trash.ts';
export type { DeletedItem } from './actions/trash.ts';
export { startTriggers, type Triggers } from './engine/triggers.ts';
