import { maxPrivateBytes, maxPrivateRowsSent, utf8Bytes } from '@foray/domain';
import { z } from 'zod';

/** Letters and underscores; a server stores kinds that it does not know. */
const kind = z.string().regex(/^[a-z][a-z_]{0,19}$/);
/** Unique among the rows of its kind. */
const id = z.string().regex(/^[\w.:-]{1,64}$/);

type Fields = Readonly<Record<string, unknown>>;

/** As it was sent: a record of Zod would be a copy without a field named __proto__. */
const value: z.ZodType<Fields> = z
  .unknown()
  .refine(isSmallObject)
  .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} })
  .transform((fields) => fields as Fields);

function isSmallObject(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return false;
  return utf8Bytes(JSON.stringify(fields)) <= maxPrivateBytes;
}

/** A row of the caller's own, which nobody else sees: a setting, a saved view, a reminder. */
export const privateRow = z
  .object({
    kind,
    id,
    value: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'null for a row that was removed' }),
    rev: z.int(),
  })
  .meta({ id: 'PrivateRow' });
export type PrivateRow = z.infer<typeof privateRow>;

/** Changes of the caller's own rows. The last change at the server wins, also within one body. */
export const privateRowsBody = z
  .object({
    rows: z
      .array(
        z.object({
          kind,
          id,
          value: value.nullable().meta({
            description: `null removes the row; at most ${maxPrivateBytes} bytes as JSON`,
          }),
          only_new: z
            .boolean()
            .exactOptional()
            .meta({ description: 'Leaves a row that exists as it is' }),
        }),
      )
      .min(1)
      .max(maxPrivateRowsSent),
  })
  .meta({ id: 'PrivateRows' });
/** Changes of private rows as sent. */
export type PrivateRowsBody = z.output<typeof privateRowsBody>;
