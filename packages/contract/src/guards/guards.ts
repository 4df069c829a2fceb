import {
  areLabels,
  forPlainFields,
  isFields,
  isFlag,
  isInteger,
  isListOf,
  isOccurrence,
  isOneOf,
  isPosition,
  isPlainValue,
  isRepeatDone,
  isShape,
  isText,
  itemStatuses,
  itemTypes,
  permissions,
} from '@foray/domain';
import type { Person, Shape } from '@foray/domain';
import type { ActivityEntry, ActivityPage } from '../items/activity.ts';
import type { BatchAnswer, BatchResult } from '../requests/batch.ts';
import type { ConfigAnswer } from '../account/config.ts';
import type { MutualContact } from '../people/people.ts';
import type { ChangesDelta, ItemsDelta, Removal, StreamsDelta } from '../items/streams.ts';
import { errorStatus, notRun } from '../errors/errors.ts';
import type { ErrorBody } from '../errors/errors.ts';
import type {
  AnsweredItem,
  DeltaItem,
  ParentSummary,
  WireItem,
  TrashedItem,
  TrashList,
} from '../items/item.ts';
import type { Notification } from '../items/notification.ts';
import type { PrivateRow } from '../people/private-rows.ts';
import type { ProofChallenge } from '../wire/proof.ts';
import type { SessionInfo, SessionsAnswer, UserAnswer } from '../account/auth.ts';

/*
 * The device's checks of responses: "a 200 that is not the expected JSON is a failure" (sync.md, section 4).
 * They are written by hand so that the first load contains no Zod; a property test compares them with the
 * schemas. Unknown fields are allowed: an older app must understand a newer server.
 */

function isNullOr<T>(is: (value: unknown) => value is T) {
  return (value: unknown): value is T | null => value === null || is(value);
}

const isTextOrNull = isNullOr(isText);
const isIntegerOrNull = isNullOr(isInteger);
/** An earlier server does not send it. */
const isIntegerIfKnown = (value: unknown): boolean => value === undefined || isIntegerOrNull(value);
const isType = isOneOf(itemTypes);

const personShape: Shape<Person> = {
  id: isInteger,
  name: isText,
  phone: isText,
  created_at: isText,
  updated_at: isText,
  former_phones: (value) => value === undefined || isListOf(isText)(value),
  taken_over: (value) => value === undefined || isFlag(value),
};
const isPerson = isShape(personShape);

const itemShape: Shape<DeltaItem> = {
  id: isInteger,
  uuid: isText,
  type: isType,
  ...forPlainFields((rule) => (value: unknown) => isPlainValue(rule, value)),
  status: isOneOf(itemStatuses),
  user_id: isInteger,
  assigned_to: isIntegerOrNull,
  parent_id: isIntegerOrNull,
  parent_uuid: isTextOrNull,
  created_at: isText,
  updated_at: isText,
  updated_by: isIntegerIfKnown,
  completed_at: isTextOrNull,
  labels: areLabels,
  position: isPosition,
  occurrence: isOccurrence,
  occurrence_of: (value) => value === undefined || isTextOrNull(value),
  repeat_done: isRepeatDone,
  version: isInteger,
  rev: isInteger,
  permission: isOneOf(permissions),
  children_count: isInteger,
  completed_count: isInteger,
};

/** Whether this is an item of a delta. */
const isDeltaItem = isShape(itemShape);

const parentShape: Shape<ParentSummary> = {
  id: isInteger,
  uuid: isText,
  type: isType,
  title: isText,
};

const wireShape: Shape<WireItem> = {
  ...itemShape,
  created_by: isPerson,
  user: isPerson,
  assignedUser: isNullOr(isPerson),
  parent: isNullOr(isShape(parentShape)),
};

const isWireItem = isShape(wireShape);

/** Whether this is an item in the response to a change; an item that is now hidden has no permission. */
const isAnsweredItem = isShape<AnsweredItem>({
  ...wireShape,
  permission: isNullOr(isOneOf(permissions)),
  copy: (value) => value === undefined || value === null || isDeltaItem(value),
});

const isAssigneeAlong = isShape<NonNullable<TrashedItem['assignees_along']>[number]>({
  user_id: isInteger,
  uuid: isText,
});

/** Whether this is a page of the trash. */
export const isTrashList = isShape<TrashList>({
  data: isListOf(
    isShape<TrashedItem>({
      ...wireShape,
      deleted_at: isText,
      taken_along: isInteger,
      assignees_along: (value) => value === undefined || isListOf(isAssigneeAlong)(value),
    }),
  ),
  // A server without pages sends none.
  next: (value) => value === undefined || isTextOrNull(value),
});

const isRemoval = isShape<Removal>({
  id: isInteger,
  uuid: isText,
  reason: isOneOf(['deleted', 'hidden']),
  rev: isInteger,
  deleted_at: (value) => value === undefined || isText(value),
  deleted_by: isIntegerIfKnown,
});

/** Whether this is a page of an item stream. */
export const isItemsDelta = isShape<ItemsDelta>({
  data: isListOf(isDeltaItem),
  users: isListOf(isPerson),
  removed: isListOf(isRemoval),
  cursor: isInteger,
  more: isFlag,
  epoch: isText,
  now: isText,
});

/** Whether this is the response to a search. */
export const isWireItems = isListOf(isWireItem);

const isActivityEntry = isShape<ActivityEntry>({
  id: isInteger,
  user: isShape<ActivityEntry['user']>({ id: isInteger, name: isText }),
  // An unknown action of a later server must not make the page unreadable.
  action: isText,
  item: isShape<ActivityEntry['item']>({
    id: isInteger,
    uuid: isText,
    type: isType,
    title: isText,
  }),
  description: isTextOrNull,
  metadata: (value) => isFields(value) && Object.values(value).every(isText),
  before: (value) => value === undefined || (isFields(value) && Object.values(value).every(isText)),
  created_at: isText,
});

/** Whether this is a page of a campaign's or an item's history; its actions may be unknown to this app. */
export const isActivityPage = isShape<ActivityPage>({
  data: isListOf(isActivityEntry),
  current_page: isInteger,
  last_page: isInteger,
  per_page: isInteger,
  total: isInteger,
});

/** Whether this is a mutual contact. */
export const isMutual = isShape<MutualContact>({ id: isInteger, name: isText, phone: isText });

const isNotification = isShape<Notification>({
  id: isInteger,
  // An unknown kind of a later server must not stop the stream.
  kind: isText,
  actor_id: isInteger,
  item_id: isIntegerOrNull,
  item_uuid: isTextOrNull,
  item_type: isNullOr(isType),
  count: isInteger,
  created_at: isText,
  updated_at: isText,
  read_at: isTextOrNull,
  rev: isInteger,
});

const isOptional =
  <T>(is: (value: unknown) => value is T) =>
  (value: unknown): value is T | undefined =>
    value === undefined || is(value);

/** Whether this is a page of the stream of people, contacts and notifications. */
export const isChangesDelta = isShape<ChangesDelta>({
  users: isListOf(isPerson),
  mutuals: isListOf(isMutual),
  removedMutuals: isListOf(isInteger),
  notifications: isListOf(isNotification),
  private_rows: isOptional(
    isListOf(
      isShape<PrivateRow>({ kind: isText, id: isText, value: isNullOr(isFields), rev: isInteger }),
    ),
  ),
  cursor: isInteger,
  more: isFlag,
  epoch: isText,
  now: isText,
});

/** Whether this is a page of several streams. */
export const isStreamsDelta = isShape<StreamsDelta>({
  campaign: isOptional(isItemsDelta),
  task: isOptional(isItemsDelta),
  todo: isOptional(isItemsDelta),
  changes: isOptional(isChangesDelta),
  epoch: isText,
  now: isText,
});

const isProofChallenge = isShape<ProofChallenge>({ challenge: isText, bits: isInteger });
const isErrorCode = isOneOf(Object.keys(errorStatus));

/** Whether this is the body of a refusal, with a code that this app knows. */
export function isErrorBody(value: unknown): value is ErrorBody {
  if (!isFields(value) || !isFields(value['error'])) return false;
  const { code, message, fields, item, proof } = value['error'];
  return (
    isErrorCode(code) &&
    isText(message) &&
    (fields === undefined || (isFields(fields) && Object.values(fields).every(isText))) &&
    (item === undefined || isWireItem(item)) &&
    (proof === undefined || isProofChallenge(proof))
  );
}

function isBatchResult(value: unknown): value is BatchResult {
  if (!isFields(value) || !isText(value['id'])) return false;
  const { status, code, body, etag } = value;
  if (status === 0) return code === notRun;
  return (
    isInteger(status) &&
    status >= 200 &&
    status <= 599 &&
    (body === null || isErrorBody(body) || isAnsweredItem(body)) &&
    (etag === undefined || isText(etag))
  );
}

/** Whether this is the response to a batch; it does not check that every request has its result. */
export const isBatchAnswer = isShape<BatchAnswer>({
  results: isListOf(isBatchResult),
  epoch: isText,
  now: isText,
  delta: isOptional(isStreamsDelta),
});

/** Whether this is the response of sign-in or of the session check. */
export const isUserAnswer = isShape<UserAnswer>({ user: isPerson });

/** Whether this is the list of the user's sessions. Whether they are an operator decides nothing here. */
export const isSessionsAnswer: (body: unknown) => body is SessionsAnswer = isShape<
  Pick<SessionsAnswer, 'data'>
>({
  data: isListOf(
    isShape<SessionInfo>({
      id: isInteger,
      device: isText,
      created_at: isText,
      last_seen_at: isText,
      current: isFlag,
    }),
  ),
});

/** Whether this is the server's configuration. */
export const isConfigAnswer = isShape<ConfigAnswer>({
  protocol: isInteger,
  minProtocol: isInteger,
  auth: isOneOf(['open', 'code']),
  epoch: isText,
  now: isText,
});
