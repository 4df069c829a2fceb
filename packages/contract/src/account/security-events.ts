import { z } from 'zod';
import { timestamp } from '../wire/scalar.ts';

/**
 * The kinds of security events (decision 0122): a closed set, for each of which the app has a sentence. A
 * device shows a later kind as unknown.
 */
export const securityEventKinds = [
  'signed_in',
  'signed_in_new_device',
  'wrong_codes',
  'signed_out',
  'session_ended',
  'signed_out_everywhere',
  'other_sessions_ended',
  'push_started',
  'push_ended',
  'contacts_imported',
  'contact_blocked',
  'data_exported',
  'number_changed',
  'recovery_codes_made',
  'recovery_code_used',
  'wrong_recovery_code',
  'operator_acted',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/**
 * An event of the reader's own account. Equal events in one session, or without a session, are one event a
 * day (UTC) with a count. It contains no address, number or text.
 */
export const securityEvent = z
  .object({
    id: z.int(),
    kind: z.enum(securityEventKinds),
    device: z.string().meta({
      description: 'Browser and system of the session concerned, as people read it; may be empty',
    }),
    current: z.boolean().meta({ description: 'True if it concerns the session of this request' }),
    count: z.int().positive(),
    first_at: timestamp,
    last_at: timestamp,
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof securityEvent>;

/** A page of the user's security events, latest first. */
export const securityEventsPage = z
  .object({
    data: z.array(securityEvent),
    next: z.int().nullable().meta({ description: '`before` of the next page; null at the end' }),
  })
  .meta({ id: 'SecurityEvents' });
export type SecurityEventsPage = z.infer<typeof securityEventsPage>;
