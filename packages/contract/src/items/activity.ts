import { z } from 'zod';
import { itemType } from './item.ts';
import { pageOf, timestamp, uuid } from '../wire/scalar.ts';

/** The actions on items. */
export const activityActions = [
  'created',
  'updated',
  'deleted',
  'completed',
  'reopened',
  'assigned',
  'started',
  'queued',
  'moved',
  'restored',
] as const;
export type ActivityAction = (typeof activityActions)[number];

/**
 * An entry of a campaign's history (DATA-12). The item is described as it was then, so that the entry
 * outlives it; metadata holds old and new values.
 */
export const activityEntry = z
  .object({
    id: z.int(),
    user: z.object({ id: z.int(), name: z.string() }),
    action: z.enum(activityActions),
    item: z.object({ id: z.int(), uuid, type: itemType, title: z.string() }),
    description: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    /** The replaced texts of title and description, unless they were empty. */
    before: z
      .object({ title: z.string().optional(), description: z.string().optional() })
      .optional(),
    created_at: timestamp,
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof activityEntry>;

/** A page of a campaign's history, newest first. */
export const activityPage = pageOf(activityEntry).meta({ id: 'ActivityPage' });
export type ActivityPage = z.infer<typeof activityPage>;
