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
export type TrashedItem = z.infer<typeof trashedItem>;

/** A page of what can be restored, newest deletion first (product.md, "The hierarchy"). */
export const trashList = z
  .object({
    data: z.array(trashedItem),
    next: z.string().nullish().meta({
      description:
        'For `before` of the next page, beginning with the moment of the last delete of this page; null or absent at the end',
    }),
  })
  .meta({ id: 'TrashList' });
export type TrashList = z.infer<typeof trashList>;
