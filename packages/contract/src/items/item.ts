import { itemStatuses, itemTypes, permissions } from '@foray/domain';
import type { Item } from '@foray/domain';
import { z } from 'zod';
import { plainFieldsOnWire } from './item-fields.ts';
import { person } from '../people/people.ts';
import { timestamp, uuid } from '../wire/scalar.ts';

/** The type of an item on the wire. */
export const itemType = z.enum(itemTypes).meta({ id: 'ItemType' });
/** The status of an item on the wire. */
export const itemStatus = z.enum(itemStatuses).meta({ id: 'ItemStatus' });
/** The reader's permission on the item on the wire. */
const permission = z.enum(permissions).meta({ id: 'Permission' });

/** An item in a delta: without relations, every field always present, null for empty (DATA-10). */
export const deltaItem = z
  .object({
    id: z.int(),
    uuid,
    type: itemType,
    ...plainFieldsOnWire,
    status: itemStatus,
    user_id: z.int().meta({ description: 'The owner and creator' }),
    assigned_to: z.int().nullable(),
    parent_id: z.int().nullable(),
    parent_uuid: uuid.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    updated_by: z.int().nullable().optional().meta({
      description: 'The person who made this version; null or absent if unknown',
    }),
    completed_at: timestamp.nullable(),
    labels: z.array(z.string()).readonly().meta({
      description: 'Unique regardless of case, sorted by their folded form',
    }),
    position: z
      .string()
      .nullable()
      .meta({
        description:
          'The place among the children of the parent: keys compare by their characters, the smallest is the ' +
          'first; null if nobody has moved the item',
      }),
    occurrence: z.int().positive().meta({
      description: 'The number of the current occurrence of an item that repeats',
    }),
    occurrence_of: uuid.nullable().meta({
      description: 'For the completed copy of an occurrence: the repeating item',
    }),
    repeat_done: z
      .int()
      .nonnegative()
      .nullable()
      .meta({
        description:
          'The number of occurrences that were completed or skipped since the rule was set, which COUNT counts; ' +
          'null if there are none, and then the days of the rule that have passed count',
      }),
    version: z.int().meta({ description: 'The number of changes that people have made' }),
    rev: z.int().meta({
      description: 'Orders the versions of the item that this reader receives; larger is newer',
    }),
    permission,
    children_count: z.int().meta({ description: 'Children that the reader may see' }),
    completed_count: z.int().meta({ description: 'Completed children that the reader may see' }),
  })
  .meta({ id: 'DeltaItem' }) satisfies z.ZodType<Item>;
export type DeltaItem = z.infer<typeof deltaItem>;

/** The parent as an item contains it; null if the reader may not see it. */
export const parentSummary = z
  .object({ id: z.int(), uuid, type: itemType, title: z.string() })
  .meta({ id: 'ParentSummary' });
export type ParentSummary = z.infer<typeof parentSummary>;

/** An item with its relations, as in single responses and pages (DATA-10). */
export const wireItem = z
  .object({
    ...deltaItem.shape,
    created_by: person,
    user: person,
    assignedUser: person.nullable(),
    parent: parentSummary.nullable(),
  })
  .meta({ id: 'Item' });
export type WireItem = z.infer<typeof wireItem>;

/**
 * An item in the response to a change. `permission` is null if that change ended the caller's right to see
 * the item: it is as last seen, and the reader receives no more changes of it. Before protocol 2 the body was
 * empty in this case.
 */
export const answeredItem = z
  .object({
    ...wireItem.shape,
    permission: permission.nullable(),
    copy: deltaItem.nullish().meta({
      description: 'The completed copy of the occurrence that the request completed',
    }),
  })
  .meta({ id: 'AnsweredItem' });
export type AnsweredItem = z.infer<typeof answeredItem>;

/** A deleted item that the reader can restore, with the number of items in the same delete. */
export const trashedItem = z
  .object({
    ...wireItem.shape,
    deleted_at: timestamp,
    taken_along: z
      .int()
      .nonnegative()
      .meta({ description: 'The number of other items that come back with it' }),
    assignees_along: z
      .array(z.object({ user_id: z.int(), uuid }))
      .optional()
      .meta({
        description:
          'The assignees of these other items, each once with one of the items; a server of an earlier release ' +
          'does not send it',
      }),
  })
  .meta({ id: 'TrashedItem' });
export type TrashedItem = z.infer<typeof trashedItem>;

/** A page of restorable items, newest deletion first (product.md, "The hierarchy"). */
export const trashList = z
  .object({
    data: z.array(trashedItem),
    next: z.string().nullish().meta({
      description:
        'The `before` of the next page, which begins at the last deletion of this page; null or absent at the end',
    }),
  })
  .meta({ id: 'TrashList' });
export type TrashList = z.infer<typeof trashList>;
