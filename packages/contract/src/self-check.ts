import { z } from 'zod';
import { cursor, epoch, timestamp } from './scalar.ts';

/** What a stream comes to: how many rows, and the sum of their revs. */
export const tally = z
  .object({ count: z.int().nonnegative(), sum: z.int().nonnegative() })
  .meta({ id: 'Tally' });
export type Tally = z.infer<typeof tally>;

/**
 * What the caller's streams come to at `cursor`, so that a device in step can prove it (sync.md,
 * section 7). Removed rows are not counted.
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
    notifications: tally.meta({ description: 'Of the newest 50 by id' }),
  })
  .meta({ id: 'SelfCheck' });
export type SelfCheck = z.infer<typeof selfCheck>;

/** How many notifications a self-check looks at: those that neither side has forgotten. */
export const checkedNotifications = 50;
