import { z } from 'zod';
import { activityEntry } from '../items/activity.ts';
import { sessionInfo } from './auth.ts';
import { blockedPerson, madeReport } from '../people/blocks.ts';
import { deltaItem, trashedItem } from '../items/item.ts';
import { notification } from '../items/notification.ts';
import { mutual, person } from '../people/people.ts';
import { privateRow } from '../people/private-rows.ts';
import { timestamp } from '../wire/scalar.ts';
import { securityEvent } from './security-events.ts';

/** Rows that mean nothing to a person: their number, and the first and last time. */
const tallied = z
  .object({
    count: z.int().nonnegative(),
    first_at: timestamp.nullable(),
    last_at: timestamp.nullable(),
  })
  .meta({ id: 'Tallied' });

/**
 * Everything that the server holds about the caller, as one snapshot (decision 0124). It contains no more
 * data about other people than the caller sees through the other routes.
 */
export const accountExport = z
  .object({
    format: z.literal('foray-account'),
    version: z.literal(1),
    exported_at: timestamp,
    account: z.object({
      ...person.shape,
      phone_verified_at: timestamp.nullable(),
    }),
    usage: z.object({ items: z.int().nonnegative(), bytes: z.int().nonnegative() }).meta({
      description: 'Everything that counts towards the limits of the account, including its trash',
    }),
    former_numbers: z.array(z.object({ phone: z.string(), changed_at: timestamp })),
    sessions: z.array(sessionInfo),
    known_browsers: tallied.meta({
      description: 'Browsers in which somebody has signed in with a code, each stored as a hash',
    }),
    recovery_codes: tallied.meta({ description: 'Unused codes, each stored as a hash' }),
    push: z.array(
      z.object({
        service: z.string().meta({ description: 'The host of the push service' }),
        created_at: timestamp,
        last_sent_at: timestamp.nullable(),
      }),
    ),
    security_events: z.array(securityEvent),
    operator_log: z
      .array(z.object({ at: timestamp, kind: z.string(), detail: z.string() }))
      .meta({ description: 'What the operator did with the account' }),
    raised_limits: z
      .array(z.object({ name: z.string(), most: z.int() }))
      .meta({ description: 'Limits that the operator has raised for the account' }),
    items: z.array(deltaItem),
    trash: z.array(trashedItem),
    activity: z.array(z.object({ ...activityEntry.shape, campaign_id: z.int() })),
    notifications: z.array(notification),
    private_rows: z
      .array(privateRow)
      .meta({ description: 'Settings and other rows that nobody else sees' }),
    mutuals: z.array(mutual),
    blocked: z.array(blockedPerson),
    reports: z
      .array(madeReport)
      .meta({ description: 'Reports that the caller has made about others' }),
    people: z
      .array(person)
      .meta({ description: 'Everyone named elsewhere in the export, once each' }),
    imported_numbers: tallied.meta({ description: 'Stored as keyed hashes' }),
    requests: tallied.meta({
      description: 'Records of requests by their Idempotency-Key, without their bodies',
    }),
  })
  .meta({ id: 'AccountExport' });
export type AccountExport = z.infer<typeof accountExport>;
