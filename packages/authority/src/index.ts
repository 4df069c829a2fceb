/** The server's decisions: use cases over a port of row primitives (sync.md, section 1). */
export { type Authority, createAuthority } from './authority.ts';
export { type AuthorityLimits, standardLimits } from './store/authority-limits.ts';
export { EpochChangedError as EpochChanged } from './epochs/epoch-checked-store.ts';
export type {
  AccessRow,
  ActivityRow,
  BlockRow,
  FeedRow,
  ItemRow,
  NewSecurityEvent,
  NotificationKind,
  NotificationRow,
  OpRow,
  PrivateRowOfUser,
  ReportRow,
  SeenItem,
  UserRow,
} from './store/rows.ts';
export type { HeadAfter, HeadStep } from './store/rows.ts';
export {
  type ChangeOutcome as Outcome,
  type PlacedAccess,
  headsToLock,
  readableIn,
} from './store/outcome.ts';
export type { Deletion } from './store/rows.ts';
export {
  ContendedError as Contended,
  RetryTransaction,
  StoreUnavailable,
} from './store/store-errors.ts';
export type {
  FamilyBelow as Below,
  LivingChildCounts as ChildCounts,
  FeedPage,
  Reads,
  FeedPosition as Standing,
  Standbys,
  Store,
  Tx,
} from './store/store.ts';
export type { NumberedUser, RaisedLimits } from './store/people-store.ts';
export type { SignInRequest as SignIn, SignInNews } from './account/account.ts';
export type { ImportedNumber } from './account/contacts.ts';
export { namedRuns } from './epochs/database-run.ts';
export { type Answer, type Caller, eventOf } from './store/request.ts';
export { seenByCaller, type SeenByCaller } from './account/account-export.ts';
