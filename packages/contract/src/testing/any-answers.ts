import { itemTypes } from '@foray/domain';
import fc from 'fast-check';
import type { z } from 'zod';
import { activityActions, activityPage } from '../activity.ts';
import { sessionsAnswer, userAnswer } from '../auth.ts';
import { batchAnswer } from '../batch.ts';
import { blockedAnswer } from '../blocks.ts';
import { configAnswer } from '../config.ts';
import { contactsSyncAnswer, mutualsAnswer } from '../people.ts';
import { changesDelta, heartbeat, itemsDelta, selfCheck } from '../streams.ts';
import { isRecoveryCodes, isRecoveryCodesLeft } from '../recovery-codes-guard.ts';
import { recoveryCodes, recoveryCodesLeft } from '../recovery-codes.ts';
import { isSecurityEventsPage } from '../security-events-guard.ts';
import { securityEventKinds, securityEventsPage } from '../security-events.ts';
import { errorBody } from '../error-body.ts';
import { errorCodes } from '../errors.ts';
import { isBlockedAnswer, isContactsSyncAnswer, isMutualsAnswer } from '../contact-guards.ts';
import {
  isActivityPage,
  isBatchAnswer,
  isChangesDelta,
  isConfigAnswer,
  isErrorBody,
  isItemsDelta,
  isSessionsAnswer,
  isHeartbeat,
  isSelfCheck,
  isTrashList,
  isUserAnswer,
  isWireItems,
} from '../guards.ts';
import { wireItem, trashList } from '../item.ts';
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

/** Each answer with its schema, its guard, and examples. */
export const answers: [string, z.ZodType, (value: unknown) => boolean, fc.Arbitrary<object>][] = [
  ['items of a search', wireItem.array(), isWireItems, few(item)],
  ['an error', errorBody, isErrorBody, error],
  [
    'a page of an item stream',
    itemsDelta,
    isItemsDelta,
    fc.record({
      data: few(fc.record(itemFields)),
      users: few(person),
      removed: few(
        fc.record({
          id: number,
          uuid,
          reason: fc.constantFrom('deleted', 'hidden'),
          rev: number,
        }),
      ),
      ...streamEnd,
    }),
  ],
  [
    'a page of the other stream',
    changesDelta,
    isChangesDelta,
    fc.record({
      users: few(person),
      mutuals: few(fc.record({ id: number, name: text, phone: text })),
      removedMutuals: few(number),
      notifications: few(
        fc.record({
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
      ),
      ...streamEnd,
    }),
  ],
  [
    'the answer of a batch',
    batchAnswer,
    isBatchAnswer,
    fc.record({
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
    }),
  ],
  [
    'a page of activity',
    activityPage,
    isActivityPage,
    fc.record({
      data: few(
        fc.record({
          id: number,
          user: fc.record({ id: number, name: text }),
          action: fc.constantFrom(...activityActions),
          item: fc.record({ id: number, uuid, type: fc.constantFrom(...itemTypes), title: text }),
          description: orNull(text),
          metadata: fc.dictionary(text, text),
          created_at: text,
        }),
      ),
      current_page: number,
      last_page: number,
      per_page: number,
      total: number,
    }),
  ],
  [
    'the answer to an import of contacts',
    contactsSyncAnswer,
    isContactsSyncAnswer,
    fc.record({ count: number, invalid: few(text), beyond: few(text) }),
  ],
  [
    'the mutual contacts',
    mutualsAnswer,
    isMutualsAnswer,
    fc.record({ mutuals: few(fc.record({ id: number, name: text, phone: text })) }),
  ],
  [
    'the blocked people',
    blockedAnswer,
    isBlockedAnswer,
    fc.record({ blocked: few(fc.record({ id: number, name: text, blocked_at: text })) }),
  ],
  [
    'the list of sessions',
    sessionsAnswer,
    isSessionsAnswer,
    fc.record({
      data: few(
        fc.record({
          id: number,
          device: text,
          created_at: text,
          last_seen_at: text,
          current: fc.boolean(),
        }),
      ),
    }),
  ],
  [
    'the security events',
    securityEventsPage,
    isSecurityEventsPage,
    fc.record({
      data: few(
        fc.record({
          id: number,
          kind: fc.constantFrom(...securityEventKinds),
          device: text,
          current: fc.boolean(),
          count: fc.integer({ min: 1 }),
          first_at: text,
          last_at: text,
        }),
      ),
      next: orNull(number),
    }),
  ],
  [
    'what is left of recovery codes',
    recoveryCodesLeft,
    isRecoveryCodesLeft,
    fc.record({ left: fc.nat() }),
  ],
  ['new recovery codes', recoveryCodes, isRecoveryCodes, fc.record({ codes: few(text) })],
  [
    'the trash',
    trashList,
    isTrashList,
    fc.record({ data: few(fc.record({ ...wireFields, deleted_at: text, taken_along: number })) }),
  ],
  [
    'a heartbeat',
    heartbeat,
    isHeartbeat,
    fc.record({ epoch: fc.string({ minLength: 1 }), run: text, head: number }),
  ],
  [
    'a self-check',
    selfCheck,
    isSelfCheck,
    fc.record({
      epoch: fc.string({ minLength: 1, maxLength: 8 }),
      now: text,
      cursor: number,
      campaign: tallied,
      task: tallied,
      todo: tallied,
      mutuals: tallied,
      notifications: tallied,
    }),
  ],
  ['a user', userAnswer, isUserAnswer, fc.record({ user: person })],
  [
    'the configuration',
    configAnswer,
    isConfigAnswer,
    fc.record({
      protocol: number,
      minProtocol: number,
      auth: fc.constantFrom('open', 'code'),
      epoch: fc.string({ minLength: 1 }),
      now: text,
    }),
  ],
];
