import { z } from 'zod';
import { itemType } from './item.ts';
import { timestamp, uuid } from '../wire/scalar.ts';

/**
 * An action by another person that concerns the reader, or an event of their account; several similar ones
 * are one with a count (product.md, "Notifications"). It names the item but carries none of its text: a
 * device takes the text from its own copy, so that lost access leaves nothing behind (invariant I6).
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
