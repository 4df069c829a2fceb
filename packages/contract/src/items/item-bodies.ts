import { z } from 'zod';
import { plainFieldsAsSent, plainFieldsIfSent } from './item-fields.ts';
import { itemStatus, itemType } from './item.ts';
import { civilDate, timestamp, uuid } from '../wire/scalar.ts';

/*
 * The bodies that change an item, for the documentation and for clients that create them. They describe the
 * format only: every rule is the domain's, applied by `parseItemRequest`, and a test shows that everything it
 * accepts has this format.
 */

const assignee = z.int().nullable().meta({ description: '0 or null means nobody' });
const parent = z
  .union([z.int(), z.string()])
  .nullable()
  .meta({ description: "The parent's number or uuid; 0 or null means the top level" });
/** Labels as a request sends them. */
const labels = z.array(z.string()).meta({
  description: 'At most 50 lines of 1 to 40 characters each; unique regardless of case',
});
/** A place among siblings as a request sends it. */
const position = z.string().meta({
  description: 'At most 100 letters and digits, which compare by their character codes',
});
/** POST /api/items. Unknown fields and user_id are ignored: the owner is the session's user. */
export const createBody = z
  .object({
    uuid: uuid.nullable().optional(),
    type: itemType,
    ...plainFieldsIfSent,
    title: plainFieldsAsSent.title,
    status: itemStatus.nullable().optional().meta({ description: 'pending if absent' }),
    assigned_to: assignee.optional(),
    parent_id: parent.optional(),
    labels: labels.nullable().optional(),
    position: position.nullable().optional(),
    occurrence: z.int().positive().nullable().optional().meta({
      description:
        'The number of the current occurrence, or of the occurrence that a copy records; only in an import',
    }),
    occurrence_of: uuid.nullable().optional().meta({
      description:
        'The item that a completed copy belongs to; only in an import that contains that item',
    }),
    repeat_done: z.int().nonnegative().nullable().optional().meta({
      description: 'How many occurrences COUNT has counted; only in an import',
    }),
    created_at: timestamp
      .nullable()
      .optional()
      .meta({ description: 'As the client claims; at most now' }),
    completed_at: timestamp
      .nullable()
      .optional()
      .meta({ description: 'As the client claims; at most now' }),
  })
  .meta({ id: 'ItemCreate' });

/** PATCH /api/items/{ref}: only the fields to change; `type` is refused, unknown fields are ignored. */
export const patchBody = z
  .object({
    ...plainFieldsIfSent,
    status: itemStatus.optional(),
    assigned_to: assignee.optional(),
    parent_id: parent.optional(),
    completed_at: timestamp
      .nullable()
      .optional()
      .meta({ description: 'As the client claims; at most now' }),
  })
  .meta({ id: 'ItemPatch' });

/** POST /api/items/{ref}/assign. */
export const assignBody = z.object({ user_id: assignee }).meta({ id: 'ItemAssign' });

/** POST /api/items/{ref}/remove. */
export const removeBody = z
  .object({ user_id: z.int().meta({ description: 'The person to remove' }) })
  .meta({ id: 'PersonRemove' });

/** POST /api/items/{ref}/labels: sets of labels; other labels stay. */
export const labelBody = z
  .object({ add: labels.nullable().optional(), remove: labels.nullable().optional() })
  .meta({ id: 'ItemLabels' });

/** POST /api/items/{ref}/position: the place among the children of its parent; null for its first one. */
export const positionBody = z
  .object({ position: position.nullable() })
  .meta({ id: 'ItemPosition' });

/** POST /api/items/{ref}/occurrences: the number of the occurrence, and when and where it was completed. */
export const occurrenceBody = z
  .object({
    n: z.int().positive(),
    skip: z
      .boolean()
      .optional()
      .meta({ description: 'Moves on to the next occurrence without completing this one' }),
    completed_at: timestamp.nullable().optional().meta({
      description:
        'When it was completed or skipped, as the client claims; now if absent, and at most now',
    }),
    zone: z.string().optional().meta({
      description: 'The IANA time zone that decides which day it is; UTC if absent or unknown',
    }),
  })
  .meta({ id: 'ItemOccurrence' });

/** DELETE /api/items/{ref}/occurrences/{n}; without a body the occurrence was completed. */
export const undoBody = z
  .object({
    skipped_from: civilDate.nullable().optional().meta({
      description: 'The due_date that a skipped occurrence had',
    }),
    skipped_day: civilDate.nullable().optional().meta({
      description: 'The occurrence_day that a skipped occurrence had',
    }),
  })
  .meta({ id: 'ItemOccurrenceUndo' });

/** DELETE /api/items/{ref}: the descendants that are deleted with it, exactly as the person saw them. */
export const deleteBody = z
  .object({ children: z.array(uuid).nullable().optional() })
  .meta({ id: 'ItemDelete' });
