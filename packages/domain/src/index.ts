/** The rules of Foray: pure functions and types, called by server and device alike. */
export { isAccountNotice } from './people/account-notice.ts';
export {
  applyChange,
  changeBetween,
  changedFields,
  comparedFields,
  type ComparedField,
  type Editable,
  type EditableField,
  editableFields,
  isAlike,
  type ItemChange,
  comparedFieldOf,
  withChange,
} from './items/change.ts';
export {
  contactsFileEndings,
  contactsOf,
  isBinaryText,
  hasContacts,
  isContactsFile,
  vcardType,
} from './people/address-book.ts';
export {
  addDays,
  compareDays,
  dayMs,
  daysBetween,
  dueDay,
  dueTime,
  isItemDay,
  isOverdue,
} from './values/day.ts';
export {
  type Operation,
  type OptimisticItem,
  rebaseItem,
  type TimesOfFields,
} from './merge/optimistic-item.ts';
export { rebaseTree } from './merge/rebase-tree.ts';
export {
  ancestorsOf,
  canBeParent,
  familyFrom,
  type LinkedItem,
  nextAbove,
} from './tree/hierarchy.ts';
export { clampInstant, instantOf, parseInstant } from './values/instant.ts';
export { type FieldCode, readStoredDay } from './values/field-readers.ts';
export { validateName } from './people/person-name.ts';
export { type ReportReason, reportReasons, validateReportText } from './people/report.ts';
export { type Item, type ItemFields, itemOf, type Person } from './items/item.ts';
export {
  addedFieldNames,
  type FieldKind,
  type FieldRule,
  forPlainFields,
  isPlainValue,
  type PlainField,
  plainFieldNames,
  plainFields,
  type PlainFields,
  plainOf,
} from './fields/item-fields.ts';
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
} from './fields/label-change.ts';
export { areLabels, labelsOf } from './fields/labels.ts';
export { placesFor } from './fields/placing.ts';
export { readPosition } from './fields/read-position.ts';
export { isPosition, positionOf } from './fields/position.ts';
export { isUuid, type ItemRef, parseItemRef } from './items/item-ref.ts';
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
} from './values/item-values.ts';
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
  maxPrivateBytes,
  maxPrivateRows,
  maxPrivateRowsSent,
  maxRemovedRows,
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
} from './values/limits.ts';
export {
  isForUser,
  isInList,
  isInTab,
  isOwnedBy,
  type ListName,
  listNames,
  listOf,
  byPlace,
  newestFirst,
  orderOfList,
  sortKey,
  type Tab,
  tabs,
  type TimedRow as Timed,
  soonestFirst,
  upNext,
} from './tree/lists.ts';
export { ownItemsLost, type TreeItem } from './tree/losses.ts';
export {
  canKeepBoth,
  classifyRemote,
  collidingFields,
  fieldsChangedBy,
  type Remote,
} from './merge/merge.ts';
export {
  type NewItemContext as Birth,
  guestUser,
  newItem,
  type NewItemFields,
  nextGuestId,
  nextLocalId,
} from './items/new-item.ts';
export { pageOf, paginate } from './values/page.ts';
export {
  type ContactCandidate,
  isPhoneEntry,
  phoneCandidate,
  phoneDigits,
} from './people/phone.ts';
export { progressOf } from './tree/progress.ts';
export {
  afterAct,
  copyOf,
  hasFurther,
  leavesCopy,
  type OccurrenceAct,
  timesLeft,
} from './items/occurrence.ts';
export {
  isCurrent,
  isOccurrence,
  isRepeatDone,
  isRepeating,
  occurrenceOf,
} from './fields/occurrence-fields.ts';
export { occurrenceUuid } from './items/occurrence-uuid.ts';
export { importedUuid, isImportedUuid } from './items/imported-uuid.ts';
export { nextRepeatDay } from './repeat/repeat-dates.ts';
export {
  isLastOfMonth,
  lastDayInstead,
  ruleAsMeant,
  skippedBy,
  withLastDay,
  withStartDay,
} from './repeat/short-months.ts';
export {
  readRepeat,
  readRepeatRule,
  repeatFrequencies,
  type RepeatRule,
  repeatText,
  repeatWeekdays,
} from './repeat/repeat-rule.ts';
export { err, ok, type Result } from './values/result.ts';
export {
  type RightsFields,
  type ItemAction,
  may,
  mayLeaveRoot,
  mayMove,
  mayUndo,
  mayWith,
  permissionOf,
  type RightAbove,
  rightUnder,
} from './tree/rights.ts';
export { type ChildChange, rollUp, rollUpTally } from './tree/roll-up.ts';
export { type Assignee, isSampleUser, sampleUsers } from './people/sample-users.ts';
export {
  compareHits,
  formerQuery,
  matches,
  normaliseQuery,
  titleMatches,
} from './values/search.ts';
export {
  isFields,
  isFlag,
  isInteger,
  isListOf,
  isOneOf,
  isShape,
  isText,
  type Shape,
} from './values/shape.ts';
export { completedAtAfter, type StatusAction, statusAfter } from './items/status.ts';
export { foldCase, foldForSearch, formerSearchText, searchText } from './values/folded-text.ts';
export { utf8Bytes } from './values/normal-text.ts';
export { textLength } from './values/text.ts';
export { labelReversalOf, type MadeChange, type MadeLabels, reversalOf } from './merge/undo.ts';
export {
  type UncheckedFields,
  type InputField,
  type InvalidFields,
  type ValidNewItem,
  type ValidChange,
  misplacedFields,
  validateNewItem,
  validateChange,
} from './items/validate.ts';
export { dayIn, zoneNamed } from './values/zone.ts';
