import { z } from 'zod';
import { errorCodes, namedLimits } from './errors.ts';
import type { ErrorBody } from './errors.ts';
import { wireItem } from '../items/item.ts';

/** The body of every refusal (product.md, "The wire"). */
export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(errorCodes),
      message: z.string(),
      fields: z
        .record(z.string(), z.string())
        .exactOptional()
        .meta({
          description: `The code of each wrong field; with limit, the limit that was reached, unless it belongs to a place: ${namedLimits.join(', ')}`,
        }),
      item: wireItem.exactOptional().meta({ description: 'With stale: the current item' }),
      proof: z
        .object({
          challenge: z.string(),
          bits: z.int().meta({
            description: 'Zero bits at the beginning of SHA-256 of `<challenge>:<solution>`',
          }),
        })
        .exactOptional()
        .meta({ description: 'With proof_required: the challenge to solve' }),
    }),
  })
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorBody>;
