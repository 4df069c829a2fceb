import { z } from 'zod';

/** A person who uses the product, whose number I imported and who imported mine (product.md). */
export const mutual = z
  .object({ id: z.int(), name: z.string(), phone: z.string() })
  .meta({ id: 'Mutual' });
/** See {@link mutual}. */
export type Mutual = z.infer<typeof mutual>;
