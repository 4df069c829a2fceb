import { z } from 'zod';
import { deltaItem, wireItem } from './item.ts';
import { notification } from './notification.ts';
import { mutual, person } from '../people/people.ts';
import { privateRow } from '../people/private-rows.ts';
import { cursor, epoch, pageOf, timestamp, uuid } from '../wire/scalar.ts';

/**
 * An item that the reader no longer has: deleted, or no longer visible to them. `rev` is the access row's
 * sequence number, so that an older row can never restore the item (sync.md, section 1).
 */
export const removal = z
  .object({
    id: z.int(),
    uuid,
    reason: z.enum(['deleted', 'hidden']),
    rev: z.int(),
    deleted_at: timestamp
      .optional()
      .meta({ description: 'For deleted items: when the item was deleted' }),
    deleted_by: z.int().nullable().optional().meta({
      description: 'For deleted items: who deleted it; null if unknown',
    }),
  })
  .meta({ id: 'Removal' });
export type Removal = z.infer<typeof removal>;

/**
 * A page of an item stream after a cursor, ascending. `cursor` is the start of the next page, or on the last
 * page (`more` false) the head of the user's stream (sync.md, section 2).
 */
export const itemsDelta = z
  .object({
    data: z.array(deltaItem),
    users: z
      .array(person)
      .meta({ description: 'Everyone named by the items of this page, once each' }),
    removed: z.array(removal),
    cursor,
    more: z.boolean(),
    epoch,
    now: timestamp,
  })
  .meta({ id: 'ItemsDelta' });
export type ItemsDelta = z.infer<typeof itemsDelta>;

/** A page of the plain list, newest created_at then id first (DATA-05). */
export const itemsPage = pageOf(wireItem).meta({ id: 'ItemsPage' });
export type ItemsPage = z.infer<typeof itemsPage>;

/** A page of the stream of everything that is not an item (sync.md, section 2). */
export const changesDelta = z
  .object({
    users: z.array(person),
    mutuals: z.array(mutual),
    removedMutuals: z
      .array(z.int())
      .meta({ description: 'Ids of people who are no longer mutual contacts' }),
    notifications: z.array(notification),
    private_rows: z.array(privateRow).exactOptional().meta({
      description: "The caller's own rows; absent if there are none",
    }),
    cursor,
    more: z.boolean(),
    epoch,
    now: timestamp,
  })
  .meta({ id: 'ChangesDelta' });
export type ChangesDelta = z.infer<typeof changesDelta>;

/**
 * A page of each stream that was asked for, all read from one snapshot. A stream without anything new has an
 * empty page, which moves its cursor to the head (sync.md, section 2).
 */
export const streamsDelta = z
  .object({
    campaign: itemsDelta.exactOptional(),
    task: itemsDelta.exactOptional(),
    todo: itemsDelta.exactOptional(),
    changes: changesDelta.exactOptional(),
    epoch,
    now: timestamp,
  })
  .meta({ id: 'StreamsDelta' });
export type StreamsDelta = z.infer<typeof streamsDelta>;

/**
 * The position of the reader's feed, sent on their event stream every 25 s: a device whose streams are at
 * this position has nothing to pull (sync.md, section 4).
 */
export const heartbeat = z
  .object({ epoch, run: z.string().meta({ description: 'The value of X-Position' }), head: cursor })
  .meta({ id: 'Heartbeat' });
export type Heartbeat = z.infer<typeof heartbeat>;

/**
 * The data of the event `newer`: the place to which a change moved the reader's feed, and the database run in
 * which it did. `run` is the first part of the value of X-Position.
 */
export const newer = z.object({ run: z.string(), head: cursor }).meta({ id: 'Newer' });
export type Newer = z.infer<typeof newer>;

/** The number of rows in a stream, and the sum of their revs. */
export const tally = z
  .object({ count: z.int().nonnegative(), sum: z.int().nonnegative() })
  .meta({ id: 'Tally' });
export type Tally = z.infer<typeof tally>;

/**
 * The counts and sums of the caller's streams at `cursor`, with which a device that is up to date verifies
 * its rows (sync.md, section 7). Removed rows are not counted.
 */
export const selfCheck = z
  .object({
    epoch,
    now: timestamp,
    cursor: cursor.meta({ description: 'The head of all streams, read with everything else' }),
    campaign: tally,
    task: tally,
    todo: tally,
    mutuals: tally.meta({ description: 'The sum of the ids of the mutual contacts' }),
    notifications: tally.meta({ description: 'Covers the newest 50 by id' }),
    private_rows: z.record(z.string(), tally).exactOptional().meta({
      description: "The caller's own rows by kind; an earlier server leaves it out",
    }),
  })
  .meta({ id: 'SelfCheck' });
export type SelfCheck = z.infer<typeof selfCheck>;

/** How many notifications a self-check counts: those that neither side has deleted. */
export const checkedNotifications = 50;
