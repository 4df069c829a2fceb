import { z } from 'zod';
import { itemType } from './item.ts';
import { timestamp, uuid } from '../wire/scalar.ts';

/**
 * An action by another person that concerns the reader, or an event of their account; several similar ones
 * are one with a count (product.md, "Notifications"). It carries no text of an item that the reader sees: a
 * device takes that from its own copy. An item that the reader has lost is named by its title of that moment.
 */
export const notification = z
  .object({
    id: z.int(),
    kind: z
      .enum([
        'assigned',
        'assigned_other',
        'removed',
        'completed',
        'reopened',
        'mutual',
        'new_device',
        'wrong_codes',
        'number_changed',
      ])
      .meta({
        description: 'new_device, wrong_codes and number_changed concern the account itself',
      }),
    actor_id: z.int().meta({
      description:
        'The person who caused it, listed under users; for account notifications, the reader',
    }),
    item_id: z
      .int()
      .nullable()
      .meta({ description: 'The latest item; null where it is about none' }),
    item_uuid: uuid.nullable(),
    item_type: itemType.nullable(),
    item_title: z.string().nullable().optional().meta({
      description: 'The title of an item that the reader no longer sees; null for any other',
    }),
    count: z.int().positive(),
    created_at: timestamp,
    updated_at: timestamp,
    read_at: timestamp.nullable(),
    rev: z.int(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

/**
 * Marks notifications as read that were shown to the reader: all with a `rev` up to and including this one.
 */
export const notificationsRead = z
  .object({ up_to: z.int().nonnegative() })
  .meta({ id: 'NotificationsRead' });
