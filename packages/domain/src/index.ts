/** The rules of Foray: pure functions and types, called by server and device alike. */
export { isAccountNotice } from './account-notice.ts';
export {
  applyChange,
  changeBetween,
  changedFields,
  comparedFields,
  type Editable,
  type EditableField,
  editableFields,
  isAlike,
  type ItemChange,
  leadOf,
  withChange,
} from './change.ts';
export {
  contactsFileEndings,
  contactsOf,
  isBinaryText,
  isContactsFile,
  vcardType,
} from './address-book.ts';
export {
  addDays,
  compareDays,
  dayMs,
  daysBetween,
  dueDay,
  dueTime,
  isItemDay,
  isOverdue,
} from './day.ts';
export {
  type Operation,
  type OptimisticItem,
  rebaseItem,
  type TimesOfFields,
} from './optimistic-item.ts';
export { rebaseTree } from './rebase-tree.ts';
export { ancestorsOf, canBeParent, familyFrom, type InLine, nextAbove } from './hierarchy.ts';
export { clampInstant, instantOf, parseInstant } from './instant.ts';
export type { FieldCode } from './field-readers.ts';
export { validateName } from './person-name.ts';
export { type ReportReason, reportReasons, validateReportText } from './report.ts';
export { type Item, type ItemFields, itemOf, type Person } from './item.ts';
export {
  addedFieldNames,
  type FieldRule,
  forPlainFields,
  isPlainValue,
  type PlainField,
  plainFieldNames,
  type PlainFields,
  plainOf,
} from './item-fields.ts';
export {
  applyLabels,
  common,
  isEmptyLabelChange,
  joinLabelChanges,
  labelMeant,
  type LabelChange,
  labelsBetween,
  readLabelChange,
  without,
} from './label-change.ts';
export { areLabels, labelsOf } from './labels.ts';
export { isUuid, type ItemRef, parseItemRef } from './item-ref.ts';
export {
  type ItemStatus,
  itemStatuses,
  type ItemType,
  itemTypes,
  type Permission,
  permissions,
  priorities,
  type Priority,
  repeatOrigins,
} from './item-values.ts';
export {
  activityFreshMs,
  badgeShownMs,
  blockedRetryMs,
  celebrationMs,
  codeDigits,
  longCodeDigits,
  counterAboveChars,
  cursorLifeDays,
  feedPageItems,
  firstPersonId,
  firstServerItemId,
  guestId,
  headerScrollPx,
  homePreviewItems,
  firstItemDay,
  lastItemDay,
  maxAppliedRows,
  maxAssignmentsADay,
  maxAwayBackoffMs,
  localIdFloor,
  maxBackoffMs,
  maxBatchBytes,
  maxBatchRequests,
  maxBodyBytes,
  maxJsonDepth,
  maxAccountBytes,
  maxAccountItems,
  maxCampaignItems,
  maxCampaignPeople,
  maxContacts,
  maxCopies,
  maxCopiesByOthers,
  maxOccurrence,
  maxPageBytes,
  maxDescriptionChars,
  maxLabels,
  maxLabelsGiven,
  maxNameChars,
  maxNotifications,
  maxQueryChars,
  maxQueryRetryDelayMs,
  maxReportChars,
  maxRetries,
  maxRetryAfterMs,
  maxTaskChildren,
  maxTitleChars,
  maxTrashPage,
  minPhoneChars,
  notificationGroupMs,
  notificationLifeDays,
  onboardingExitMs,
  pageSize,
  queryRetries,
  queryRetryDelayMs,
  queryUnusedMs,
  requestTimeoutMs,
  searchDebounceMs,
  searchDialogResults,
  syncIntervalMs,
  testCode,
  trashDays,
  upgradeCloseDelayMs,
  upgradeCompleteMs,
  upgradeFinalizingMs,
  upgradeStepPercent,
  upgradeSyncingMs,
  upgradeTickMs,
  upgradeTransferringMs,
  upgradeWaitPercent,
  waitingShownMs,
} from './limits.ts';
export {
  isAssignedTo,
  isInList,
  isInTab,
  isOwnedBy,
  type ListName,
  listNames,
  listOf,
  newestFirst,
  orderOfList,
  sortKey,
  type Tab,
  tabs,
  type TimedRow as Timed,
  soonestFirst,
  upNext,
} from './lists.ts';
export { ownItemsLost, type TreeItem } from './losses.ts';
export {
  canKeepBoth,
  classifyRemote,
  collidingFields,
  fieldsChangedBy,
  type Remote,
} from './merge.ts';
export {
  type NewItemContext as Birth,
  guestUser,
  newItem,
  type NewItemFields,
  nextGuestId,
  nextLocalId,
} from './new-item.ts';
export { pageOf, paginate } from './page.ts';
export { type ContactCandidate, isPhoneEntry, phoneCandidate, phoneDigits } from './phone.ts';
export { progressOf } from './progress.ts';
export { afterAct, copyOf, hasFurther, leavesCopy, type OccurrenceAct } from './occurrence.ts';
export { isCurrent, isOccurrence, isRepeating, occurrenceOf } from './occurrence-fields.ts';
export { occurrenceUuid } from './occurrence-uuid.ts';
export { importedUuid, isImportedUuid } from './imported-uuid.ts';
export { nextRepeatDay } from './repeat-dates.ts';
export {
  readRepeat,
  readRepeatRule,
  repeatFrequencies,
  type RepeatRule,
  repeatText,
  repeatWeekdays,
} from './repeat-rule.ts';
export { err, ok, type Result } from './result.ts';
export {
  type HeldInTree,
  type ItemAction,
  may,
  mayLeaveRoot,
  mayMove,
  mayUndo,
  mayWith,
  permissionOf,
  type RightAbove,
  rightUnder,
} from './rights.ts';
export { type ChildChange, rollUp, rollUpTally } from './roll-up.ts';
export { type Assignee, isSampleUser, sampleUsers } from './sample-users.ts';
export { compareHits, formerQuery, matches, normaliseQuery, titleMatches } from './search.ts';
export {
  isFields,
  isFlag,
  isInteger,
  isListOf,
  isOneOf,
  isShape,
  isText,
  type Shape,
} from './shape.ts';
export { completedAtAfter, type StatusAction, statusAfter } from './status.ts';
export {
  foldCase,
  foldForSearch,
  formerSearchText,
  searchText,
  textLength,
  utf8Bytes,
} from './text.ts';
export { labelReversalOf, type MadeChange, type MadeLabels, reversalOf } from './undo.ts';
export {
  type FieldInput,
  type InputField,
  type InvalidFields,
  type ItemDraft,
  type ItemPatch,
  misplacedIn,
  validateDraft,
  validatePatch,
} from './validate.ts';
export { dayIn, zoneNamed } from './zone.ts';
