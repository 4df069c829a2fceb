import { maxContacts } from '@foray/domain';
import type { Person } from '@foray/domain';
import { z } from 'zod';
import { timestamp } from './scalar.ts';

/** A person on the wire; `phone` is '' unless oneself or a mutual contact (DATA-09, SHARE-18). */
export const person = z
  .object({
    id: z.int().meta({ description: 'From 1000, in no order; 1 to 4 are the sample people' }),
    name: z.string(),
    phone: z.string().meta({ description: 'Empty unless oneself or a mutual contact' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Person' }) satisfies z.ZodType<Person>;

/** A person who uses the product, whose number I imported and who imported mine (product.md). */
export const mutual = z
  .object({ id: z.int(), name: z.string(), phone: z.string() })
  .meta({ id: 'Mutual' });
export type Mutual = z.infer<typeof mutual>;

/**
 * The numbers that a person chose to import, digits only (API-11). They are added to those imported
 * before (decision 0033).
 */
export const contactsSyncBody = z
  .object({ contacts: z.array(z.string()).max(2 * maxContacts) })
  .meta({ id: 'ContactsSync' });

/**
 * How many numbers were accepted, and which were not, as they were sent. It depends on the numbers and
 * on one's own list alone: it says nothing of who uses the product (product.md, "Contacts").
 */
export const contactsSyncAnswer = z
  .object({
    count: z.int().nonnegative(),
    invalid: z.array(z.string()).meta({ description: 'Those that are no phone numbers' }),
    beyond: z.array(z.string()).meta({ description: 'Those beyond the 5,000 of one person' }),
  })
  .meta({ id: 'ContactsSyncAnswer' });
export type ContactsSyncAnswer = z.infer<typeof contactsSyncAnswer>;

/** All my mutual contacts. */
export const mutualsAnswer = z.object({ mutuals: z.array(mutual) }).meta({ id: 'Mutuals' });
export type MutualsAnswer = z.infer<typeof mutualsAnswer>;
