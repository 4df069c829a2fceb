/** The wire between device and server: all possible messages, in one table (sync.md, section 2). */
export type { Person } from '@foray/domain';
export { accountExport, type AccountExport } from './account/account-export.ts';
export { accountRoutes } from './routes/account-routes.ts';
export {
  type ActivityAction,
  type ActivityEntry,
  activityPage,
  type ActivityPage,
} from './items/activity.ts';
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
} from './account/auth.ts';
export {
  type BatchAnswer,
  type BatchEntry,
  batchRequest,
  type BatchRequest,
  type BatchResult,
} from './requests/batch.ts';
export type {
  AssignCommand,
  CreateCommand,
  DeleteCommand,
  ItemCommand,
  LabelCommand,
  PositionCommand,
  OccurrenceCommand,
  PatchCommand,
  Ref,
  RemoveCommand,
  RestoreCommand,
} from './items/command.ts';
export type { BlockBody, BlockedPerson, ReportBody } from './people/blocks.ts';
export { type PrivateRow, privateRowsBody, type PrivateRowsBody } from './people/private-rows.ts';
export type { ConfigAnswer } from './account/config.ts';
export { isContactsSyncAnswer } from './guards/contact-guards.ts';
export { errorBody } from './errors/error-body.ts';
export {
  type AccountLimit,
  type ErrorBody,
  type ErrorCode,
  accountLimits,
  namedLimits,
  errorCodes,
  errorStatus,
  notRun,
  type WireError,
  wireError,
} from './errors/errors.ts';
export {
  isBatchAnswer,
  isChangesDelta,
  isErrorBody,
  isItemsDelta,
  isTrashList,
  isUserAnswer,
} from './guards/guards.ts';
export { isHeartbeat, isNewer, isSelfCheck } from './guards/place-guards.ts';
export { csrfCookie, deviceCookie, hostPrefix, sessionCookie } from './wire/cookies.ts';
export {
  formatEtag,
  formatPosition,
  headerNames,
  maxPositions,
  parseEtag,
  parsePositions,
  type Position,
} from './wire/headers.ts';
export { parseItemRequest, parseRef } from './requests/item-request.ts';
export {
  type AnsweredItem,
  type DeltaItem,
  type ParentSummary,
  type TrashedItem,
  trashList,
  type TrashList,
  wireItem,
  type WireItem,
} from './items/item.ts';
export type { Notification } from './items/notification.ts';
export { openApiDocument } from './routes/openapi.ts';
export { operationRoutes } from './routes/operation-routes.ts';
export { peopleRoutes } from './routes/people-routes.ts';
export type { ContactsSyncAnswer, MutualContact as Mutual } from './people/people.ts';
export { minProtocol, protocol } from './wire/protocol.ts';
export { type ProofChallenge, proofText } from './wire/proof.ts';
export { queueAgeHeader, readQueueAge } from './wire/queue-age.ts';
export type { PushSubscriptionBody } from './people/push.ts';
export type { BatchPull, StreamsQuery, TrashQuery } from './items/queries.ts';
export type { Invitation, InvitationEnd } from './account/invitations.ts';
export { invitationRoutes } from './routes/invitation-routes.ts';
export type { MakeRecoveryCodes } from './account/recovery-codes.ts';
export { parseRequest } from './requests/request.ts';
export { needsToken, noContent, type Route } from './routes/route.ts';
export {
  type DeviceRouteId,
  deviceRoutes,
  isAnything,
  pathOf,
  type RouteAnswer,
  type RouteInput,
} from './routes/device-routes.ts';
export { type OperationId, routes } from './routes/routes.ts';
export {
  type SecurityEvent,
  type SecurityEventKind,
  type SecurityEventsPage,
} from './account/security-events.ts';
export {
  type ChangesDelta,
  checkedNotifications,
  itemsDelta,
  type ItemsDelta,
  itemsPage,
  type ItemsPage,
  type Removal,
  type Heartbeat,
  type Newer,
  streamsDelta,
  type StreamsDelta,
  type SelfCheck,
  type Tally,
} from './items/streams.ts';
export { syncRoutes } from './routes/sync-routes.ts';
