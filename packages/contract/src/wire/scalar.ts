import type { FieldCode, Result } from '@foray/domain';
import { z } from 'zod';

/** A moment on the wire: UTC, ISO 8601, milliseconds. Responses are not parsed again, only typed. */
export const timestamp = z
  .string()
  .meta({ id: 'Timestamp', format: 'date-time', examples: ['2026-01-31T08:15:30.000Z'] });

/** A civil day without a zone on the wire, `YYYY-MM-DD`. */
export const civilDate = z
  .string()
  .meta({ id: 'CivilDate', format: 'date', examples: ['2026-01-31'] });

/** A civil time of day without a zone on the wire, `HH:MM`. */
export const civilTime = z.string().meta({ id: 'CivilTime', examples: ['17:00'] });

/** An item's identity on the wire, in lower case. */
export const uuid = z.string().meta({ id: 'Uuid', format: 'uuid' });

/** A user's position in a stream: the sequence number of the last row received; 0 is the beginning. */
export const cursor = z.int().nonnegative().meta({ id: 'Cursor' });

/** The name of one history of the server; it changes when a backup is restored (sync.md, section 2). */
export const epoch = z.string().min(1).meta({ id: 'Epoch' });

/** One numbered page of a list (DATA-05). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    current_page: z.int().positive(),
    last_page: z.int().positive().meta({ description: 'At least 1, even for an empty list' }),
    per_page: z.int().positive(),
    total: z.int().nonnegative(),
  });
}

/** A text checked by a rule of the domain, whose code `parseRequest` puts on the wire. */
export function textBy(validate: (value: string) => Result<string, FieldCode>) {
  return z.string().transform((value, context) => {
    const checked = validate(value);
    if (checked.ok) return checked.value;
    context.addIssue({ code: 'custom', params: { code: checked.error } });
    return z.NEVER;
  });
}
