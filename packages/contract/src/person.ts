import type { Person } from '@foray/domain';
import { z } from 'zod';
import { timestamp } from './scalar.ts';

/** A person on the wire; `phone` is '' unless oneself or a mutual contact (DATA-09, SHARE-18). */
export const person = z
  .object({
    id: z.int().meta({ description: 'From 1000, in no order; 1 to 4 are the sample people' }),
    name: z.string(),
    phone: z.string().meta({ description: 'Empty unless oneself or a mutual contact' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Person' }) satisfies z.ZodType<Person>;
