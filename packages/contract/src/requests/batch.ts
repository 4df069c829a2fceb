import { maxBatchRequests } from '@foray/domain';
import { z } from 'zod';
import { notRun } from '../errors/errors.ts';
import { errorBody } from '../errors/error-body.ts';
import { answeredItem } from '../items/item.ts';
import { batchPull } from '../items/queries.ts';
import { streamsDelta } from '../items/streams.ts';
import { epoch, timestamp } from '../wire/scalar.ts';

/** A key that fits into a header: visible ASCII, which every database stores unchanged. */
const key = z
  .string()
  .max(100)
  .regex(/^[ -~]*$/);

/** One queued request inside a batch; `id` is its Idempotency-Key, the rest are the values of its headers. */
export const batchEntry = z
  .object({
    id: key.min(1),
    method: z.enum(['POST', 'PATCH', 'DELETE']),
    url: z.string().max(2000).meta({ description: 'The path of a route that changes an item' }),
    data: z.unknown().optional(),
    ifMatch: z.string().max(200).exactOptional(),
    after: key.exactOptional(),
    import: z.boolean().exactOptional(),
  })
  .meta({ id: 'BatchEntry' });
export type BatchEntry = z.infer<typeof batchEntry>;

/** Requests that change items, run in this order, each with its own outcome (sync.md, section 2). */
export const batchRequest = z
  .object({
    requests: z.array(batchEntry).min(1).max(maxBatchRequests),
    pull: batchPull.exactOptional().meta({
      description: 'The streams whose changes the response brings, read after the last request',
    }),
  })
  .meta({ id: 'BatchRequest' });
export type BatchRequest = z.infer<typeof batchRequest>;

/** The outcome of one request: its response if it had been sent alone, or that it was not run. */
export const batchResult = z
  .union([
    z.object({
      id: z.string(),
      status: z.int().min(200).max(599),
      body: z.union([answeredItem, errorBody, z.null()]),
      etag: z.string().exactOptional(),
    }),
    z.object({ id: z.string(), status: z.literal(0), code: z.literal(notRun) }),
  ])
  .meta({ id: 'BatchResult' });
export type BatchResult = z.infer<typeof batchResult>;

/** The outcomes of a batch, in the order of its requests. */
export const batchAnswer = z
  .object({
    results: z.array(batchResult),
    epoch,
    now: timestamp,
    delta: streamsDelta.exactOptional().meta({
      description:
        'The streams of `pull`; absent if they could not be read, or from a server of an earlier release',
    }),
  })
  .meta({ id: 'BatchAnswer' });
export type BatchAnswer = z.infer<typeof batchAnswer>;
