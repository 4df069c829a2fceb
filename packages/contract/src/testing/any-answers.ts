import { itemTypes } from '@foray/domain';
import fc from 'fast-check';
import type { z } from 'zod';
import { activityActions, activityPage } from '../items/activity.ts';
import { sessionsAnswer, userAnswer } from '../account/auth.ts';
import { batchAnswer } from '../requests/batch.ts';
import { blockedAnswer } from '../people/blocks.ts';
import { configAnswer } from '../account/config.ts';
import { contactsSyncAnswer, mutualsAnswer } from '../people/people.ts';
import {
  changesDelta,
  heartbeat,
  itemsDelta,
  newer,
  selfCheck,
  streamsDelta,
} from '../items/streams.ts';
import {
  isRecoveryCodes,
  isRecoveryCodesLeft,
  isSecurityEventsPage,
} from '../guards/account-guards.ts';
import { recoveryCodes, recoveryCodesLeft } from '../account/recovery-codes.ts';
import { securityEventKinds, securityEventsPage } from '../account/security-events.ts';
import { errorBody } from '../errors/error-body.ts';
import { errorCodes } from '../errors/errors.ts';
import {
  isBlockedAnswer,
  isContactsSyncAnswer,
  isMutualsAnswer,
} from '../guards/contact-guards.ts';
import {
  isActivityPage,
  isBatchAnswer,
  isChangesDelta,
  isConfigAnswer,
  isErrorBody,
  isItemsDelta,
  isSessionsAnswer,
  isStreamsDelta,
  isTrashList,
  isUserAnswer,
  isWireItems,
} from '../guards/guards.ts';
import { isHeartbeat, isNewer, isSelfCheck } from '../guards/place-guards.ts';
import { wireItem, trashList } from '../items/item.ts';
import {
  few,
  item,
  itemFields,
  number,
  orNull,
  person,
  text,
  uuid,
  wireFields,
} from './any-item.ts';

type Answer = [string, z.ZodType, (value: unknown) => boolean, fc.Arbitrary<object>];
type Fields = Record<string, fc.Arbitrary<unknown>>;

const tallied = fc.record({ count: number, sum: number });

const error = fc.record({
  error: fc.record(
    {
      code: fc.constantFrom(...errorCodes),
      message: text,
      fields: fc.dictionary(text, text),
      item,
    },
    { requiredKeys: ['code', 'message'] },
  ),
});

const streamEnd = {
  cursor: number,
  more: fc.boolean(),
  epoch: fc.string({ minLength: 1 }),
  now: text,
};

/** Some records with these fields. */
const rowsOf = (fields: Fields) => few(fc.record(fields));

const itemsPage: Fields = {
  data: rowsOf(itemFields),
  users: few(person),
  removed: rowsOf({
    id: number,
    uuid,
    reason: fc.constantFrom('deleted', 'hidden'),
    rev: number,
  }),
  ...streamEnd,
};

const changesPage: Fields = {
  users: few(person),
  mutuals: rowsOf({ id: number, name: text, phone: text }),
  removedMutuals: few(number),
  notifications: rowsOf({
    id: number,
    kind: fc.constantFrom('assigned', 'completed', 'reopened', 'mutual'),
    actor_id: number,
    item_id: orNull(number),
    item_uuid: orNull(uuid),
    item_type: orNull(fc.constantFrom(...itemTypes)),
    count: number,
    created_at: text,
    updated_at: text,
    read_at: orNull(text),
    rev: number,
  }),
  private_rows: rowsOf({
    kind: fc.constantFrom('setting', 'view'),
    id: fc.constantFrom('theme', 'a-b_c.d:1'),
    value: orNull(fc.dictionary(text, number)),
    rev: number,
  }),
  ...streamEnd,
};

const streamsPage = fc.record(
  {
    campaign: fc.record(itemsPage),
    task: fc.record(itemsPage),
    todo: fc.record(itemsPage),
    changes: fc.record(changesPage),
    epoch: fc.string({ minLength: 1 }),
    now: text,
  },
  { requiredKeys: ['epoch', 'now'] },
);

const answer = (
  title: string,
  schema: z.ZodType,
  guard: (value: unknown) => boolean,
  fields: Fields,
): Answer => [title, schema, guard, fc.record(fields)];

/** Each answer with its schema, its guard, and examples. */
export const answers: Answer[] = [
  ['items of a search', wireItem.array(), isWireItems, few(item)],
  ['an error', errorBody, isErrorBody, error],
  answer('a page of an item stream', itemsDelta, isItemsDelta, itemsPage),
  answer('a page of the other stream', changesDelta, isChangesDelta, changesPage),
  ['a page of several streams', streamsDelta, isStreamsDelta, streamsPage],
  [
    'the answer of a batch',
    batchAnswer,
    isBatchAnswer,
    fc.record(
      {
        results: few(
          fc.oneof(
            fc.record(
              {
                id: text,
                status: fc.integer({ min: 200, max: 599 }),
                body: fc.oneof(item, error, fc.constant(null)),
                etag: text,
              },
              { requiredKeys: ['id', 'status', 'body'] },
            ),
            fc.record({ id: text, status: fc.constant(0), code: fc.constant('not_run') }),
          ),
        ),
        epoch: fc.string({ minLength: 1 }),
        now: text,
        delta: streamsPage,
      },
      { requiredKeys: ['results', 'epoch', 'now'] },
    ),
  ],
  answer('a page of activity', activityPage, isActivityPage, {
    data: rowsOf({
      id: number,
      user: fc.record({ id: number, name: text }),
      action: fc.constantFrom(...activityActions),
      item: fc.record({ id: number, uuid, type: fc.constantFrom(...itemTypes), title: text }),
      description: orNull(text),
      metadata: fc.dictionary(text, text),
      created_at: text,
    }),
    current_page: number,
    last_page: number,
    per_page: number,
    total: number,
  }),
  answer('the answer to an import of contacts', contactsSyncAnswer, isContactsSyncAnswer, {
    count: number,
    invalid: few(text),
    beyond: few(text),
  }),
  answer('the mutual contacts', mutualsAnswer, isMutualsAnswer, {
    mutuals: rowsOf({ id: number, name: text, phone: text }),
  }),
  answer('the blocked people', blockedAnswer, isBlockedAnswer, {
    blocked: rowsOf({ id: number, name: text, blocked_at: text }),
  }),
  answer('the list of sessions', sessionsAnswer, isSessionsAnswer, {
    data: rowsOf({
      id: number,
      device: text,
      created_at: text,
      last_seen_at: text,
      current: fc.boolean(),
    }),
  }),
  answer('the security events', securityEventsPage, isSecurityEventsPage, {
    data: rowsOf({
      id: number,
      kind: fc.constantFrom(...securityEventKinds),
      device: text,
      current: fc.boolean(),
      count: fc.integer({ min: 1 }),
      first_at: text,
      last_at: text,
    }),
    next: orNull(number),
  }),
  answer('what is left of recovery codes', recoveryCodesLeft, isRecoveryCodesLeft, {
    left: fc.nat(),
  }),
  answer('new recovery codes', recoveryCodes, isRecoveryCodes, { codes: few(text) }),
  answer('the trash', trashList, isTrashList, {
    data: rowsOf({
      ...wireFields,
      deleted_at: text,
      taken_along: number,
      assignees_along: rowsOf({ user_id: number, uuid: text }),
    }),
  }),
  answer('a heartbeat', heartbeat, isHeartbeat, {
    epoch: fc.string({ minLength: 1 }),
    run: text,
    head: number,
  }),
  answer('the data of `newer`', newer, isNewer, { run: text, head: number }),
  answer('a self-check', selfCheck, isSelfCheck, {
    epoch: fc.string({ minLength: 1, maxLength: 8 }),
    now: text,
    cursor: number,
    campaign: tallied,
    task: tallied,
    todo: tallied,
    mutuals: tallied,
    notifications: tallied,
    private_rows: fc.dictionary(text, tallied),
  }),
  answer('a user', userAnswer, isUserAnswer, { user: person }),
  answer('the configuration', configAnswer, isConfigAnswer, {
    protocol: number,
    minProtocol: number,
    auth: fc.constantFrom('open', 'code'),
    epoch: fc.string({ minLength: 1 }),
    now: text,
  }),
];
