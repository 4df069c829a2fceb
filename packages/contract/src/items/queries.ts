import { feedPageItems, itemTypes, maxQueryChars, maxTrashPage } from '@foray/domain';
import { z } from 'zod';
import { cursor } from '../wire/scalar.ts';

/** A whole number as a query or a path carries it. */
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** The page of a list, from 1; a page beyond the last is empty. */
const page = integer(1, 1_000_000).default(1).meta({ type: 'integer', description: 'From 1' });

/** A cursor as a query carries it. */
const since = integer(0, Number.MAX_SAFE_INTEGER).meta({
  type: 'integer',
  description: 'The cursor of the previous page; 0 starts a full fetch',
});

const limit = integer(1, feedPageItems)
  .default(feedPageItems)
  .meta({ type: 'integer', description: 'The maximum number of rows in this page of the stream' });

/** GET /api/items: with `since` a page of the stream of that type, without it a page of the list. */
export const itemsQuery = z.object({
  type: z.enum(itemTypes),
  page,
  since: since.optional(),
  limit,
});

/** GET /api/changes: a page of the stream of everything that is not an item. */
export const changesQuery = z.object({ since: since.default(0), limit });

/** GET /api/pull: the cursors of the streams to read, at most `limit` rows of each. */
export const pullQuery = z.object({
  campaign: since.optional(),
  task: since.optional(),
  todo: since.optional(),
  changes: since.optional(),
  limit,
});
/** The streams to read, each by its cursor, and the maximum number of rows of each. */
export type StreamsQuery = z.output<typeof pullQuery>;

/** The same in the body of a batch. */
export const batchPull = z
  .object({
    campaign: cursor.exactOptional(),
    task: cursor.exactOptional(),
    todo: cursor.exactOptional(),
    changes: cursor.exactOptional(),
    limit: z.int().min(1).max(feedPageItems),
  })
  .meta({ id: 'BatchPull' });
export type BatchPull = z.infer<typeof batchPull>;

/** GET /api/self-check. */
export const selfCheckQuery = z.object({
  differs: z
    .string()
    .regex(
      /^(campaign|task|todo|mutuals|notifications|private_rows)(,(campaign|task|todo|mutuals|notifications|private_rows)){0,5}$/,
    )
    .optional()
    .meta({ description: 'Differences that an earlier check found; the server logs them' }),
});

/** GET /api/items/search. */
export const searchQuery = z.object({ q: z.string().max(maxQueryChars).default('') });

/** Whether the text begins with a valid moment that a database can store. */
function beginsWithMoment(text: string): boolean {
  const moment = text.slice(0, text.indexOf('_'));
  const ms = Date.parse(moment);
  return ms >= 0 && new Date(ms).toISOString() === moment;
}

/** GET /api/trash: a page of deletes, newest first. */
export const trashQuery = z.object({
  before: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,16}:\d{1,16}$/)
    .refine(beginsWithMoment)
    .optional()
    .meta({ description: '`next` of the previous page; absent for the first page' }),
  limit: integer(1, maxTrashPage)
    .default(maxTrashPage)
    .meta({ type: 'integer', description: 'The maximum number of deletions in this page' }),
});
export type TrashQuery = z.infer<typeof trashQuery>;

/** A page of GET /api/security-events or GET /api/invitations, latest first. */
export const pageBeforeQuery = z.object({
  before: integer(1, Number.MAX_SAFE_INTEGER).optional().meta({
    type: 'integer',
    description: '`next` of the previous page; absent for the first page',
  }),
});

/** GET /api/campaigns/{ref}/activity. */
export const activityQuery = z.object({ page });

/** The parameter of a route about one item: its number or its uuid. */
export const refParams = z.object({
  ref: z.string().meta({ description: "The item's number or its uuid" }),
});

/** The parameters of a route about one occurrence of an item. */
export const occurrenceParams = refParams.extend({
  n: integer(1, 999_999_999).meta({ type: 'integer', description: 'The number of the occurrence' }),
});

/** The parameter of a route about a numbered object that is not an item. */
export const numberParams = z.object({
  id: integer(1, Number.MAX_SAFE_INTEGER).meta({ type: 'integer' }),
});
