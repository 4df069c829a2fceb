import { maxContacts } from '@foray/domain';
import type { Person } from '@foray/domain';
import { z } from 'zod';
import { timestamp } from '../wire/scalar.ts';

/**
 * A person on the wire. `phone` is '' unless the person is the reader or a mutual contact (DATA-09,
 * SHARE-18).
 */
export const person = z
  .object({
    id: z.int().meta({ description: 'From 1000, in no order; 1 to 4 are the sample people' }),
    name: z.string(),
    phone: z
      .string()
      .meta({ description: "Empty unless it is the caller's own or a mutual contact's" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Person' }) satisfies z.ZodType<Person>;

/** A user whose number the caller has imported and who has imported the caller's (product.md, "Contacts"). */
export const mutual = z
  .object({ id: z.int(), name: z.string(), phone: z.string() })
  .meta({ id: 'Mutual' });
export type MutualContact = z.infer<typeof mutual>;

/**
 * The numbers that a person chose to import, digits only (API-11). They are added to earlier imports
 * (decision 0033).
 */
export const contactsSyncBody = z
  .object({ contacts: z.array(z.string()).max(2 * maxContacts) })
  .meta({ id: 'ContactsSync' });

/**
 * How many numbers were accepted, and the rejected ones as they were sent. The response depends only on the
 * numbers and the caller's own list: it does not reveal who uses the product (product.md, "Contacts").
 */
export const contactsSyncAnswer = z
  .object({
    count: z.int().nonnegative(),
    invalid: z.array(z.string()).meta({ description: 'Entries that are not phone numbers' }),
    beyond: z
      .array(z.string())
      .meta({ description: 'Numbers beyond the limit of 5,000 per person' }),
  })
  .meta({ id: 'ContactsSyncAnswer' });
export type ContactsSyncAnswer = z.infer<typeof contactsSyncAnswer>;

/** All mutual contacts of the caller. */
export const mutualsAnswer = z.object({ mutuals: z.array(mutual) }).meta({ id: 'Mutuals' });
export type MutualsAnswer = z.infer<typeof mutualsAnswer>;
