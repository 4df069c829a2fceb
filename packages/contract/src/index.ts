/** The wire between device and server: what may be said, in one table (sync.md, section 2). */
export type { Person } from '@foray/domain';
export { accountExport, type AccountExport } from './account-export.ts';
export { accountRoutes } from './account-routes.ts';
export {
  type ActivityAction,
  type ActivityEntry,
  activityPage,
  type ActivityPage,
} from './activity.ts';
export type {
  AccountStart,
  AuthMode,
  ChangeOfNumber,
  CodePurpose,
  Confirmation,
  LoginBody,
  LoginCodeBody,
  LoginProof,
  OwnPerson,
  SessionInfo,
  SessionsAnswer,
  UserAnswer,
} from './auth.ts';
export {
  type BatchAnswer,
  type BatchEntry,
  batchRequest,
  type BatchRequest,
  type BatchResult,
} from './batch.ts';
export type {
  AssignCommand,
  CreateCommand,
  DeleteCommand,
  ItemCommand,
  LabelCommand,
  OccurrenceCommand,
  PatchCommand,
  Ref,
  RemoveCommand,
  RestoreCommand,
} from './command.ts';
export type { BlockBody, BlockedAnswer, BlockedPerson, ReportBody } from './blocks.ts';
export type { ConfigAnswer } from './config.ts';
export { isBlockedAnswer, isContactsSyncAnswer, isMutualsAnswer } from './contact-guards.ts';
export { errorBody } from './error-body.ts';
export {
  type AccountBound,
  type ErrorBody,
  type ErrorCode,
  accountBounds,
  limitBounds,
  errorCodes,
  errorStatus,
  notRun,
  type WireError,
  wireError,
} from './errors.ts';
export {
  isActivityPage,
  isBatchAnswer,
  isChangesDelta,
  isConfigAnswer,
  isErrorBody,
  isHeartbeat,
  isItemsDelta,
  isSelfCheck,
  isSessionsAnswer,
  isTrashList,
  isUserAnswer,
  isWireItems,
} from './guards.ts';
export { csrfCookie, deviceCookie, hostPrefix, sessionCookie } from './cookies.ts';
export {
  formatEtag,
  formatPosition,
  headerNames,
  maxPositions,
  parseEtag,
  parsePositions,
  type Position,
} from './headers.ts';
export { parseItemRequest, parseRef } from './item-request.ts';
export {
  type AnsweredItem,
  type DeltaItem,
  type ParentSummary,
  type TrashedItem,
  trashList,
  type TrashList,
  wireItem,
  type WireItem,
} from './item.ts';
export type { Notification } from './notification.ts';
export { openApiDocument } from './openapi.ts';
export { operationRoutes } from './operation-routes.ts';
export { peopleRoutes } from './people-routes.ts';
export type { ContactsSyncAnswer, MutualContact as Mutual, MutualsAnswer } from './people.ts';
export { minProtocol, protocol } from './protocol.ts';
export { type ProofChallenge, proofText } from './proof.ts';
export { queueAgeHeader, readQueueAge } from './queue-age.ts';
export type { PushKeyAnswer, PushSubscriptionBody } from './push.ts';
export type { TrashQuery } from './queries.ts';
export { isRecoveryCodes, isRecoveryCodesLeft } from './recovery-codes-guard.ts';
export type { MakeRecoveryCodes, RecoveryCodes, RecoveryCodesLeft } from './recovery-codes.ts';
export { parseRequest } from './request.ts';
export { needsToken, noContent, type Route } from './route.ts';
export { type OperationId, routes } from './routes.ts';
export { isSecurityEventsPage } from './security-events-guard.ts';
export {
  type SecurityEvent,
  type SecurityEventKind,
  type SecurityEventsPage,
} from './security-events.ts';
export {
  type ChangesDelta,
  checkedNotifications,
  itemsDelta,
  type ItemsDelta,
  itemsPage,
  type ItemsPage,
  type Removal,
  type Heartbeat,
  type SelfCheck,
  type Tally,
} from './streams.ts';
export { syncRoutes } from './sync-routes.ts';
