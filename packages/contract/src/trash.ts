import { z } from 'zod';
import { wireItem } from './item.ts';
import { timestamp } from './scalar.ts';

/** A deleted item that the reader can restore, with what the same delete took along. */
export const trashedItem = z
  .object({
    ...wireItem.shape,
    deleted_at: timestamp,
    taken_along: z
      .int()
      .nonnegative()
      .meta({ description: 'How many other items come back with it' }),
  })
  .meta({ id: 'TrashedItem' });
/** See {@link trashedItem}. */
export type TrashedItem = z.infer<typeof trashedItem>;

/** What can be restored, newest deletion first (product.md, "The hierarchy"). */
export const trashList = z.object({ data: z.array(trashedItem) }).meta({ id: 'TrashList' });
/** See {@link trashList}. */
export type TrashList = z.infer<typeof trashList>;
