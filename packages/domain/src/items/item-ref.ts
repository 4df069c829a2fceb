import { err, ok } from '../values/result.ts';
import type { Result } from '../values/result.ts';

/** How a path or a parent_id may refer to an item: by the server's number, or by its uuid. */
export type ItemRef = { readonly id: number } | { readonly uuid: string };

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const numberPattern = /^\d{1,16}$/;

/** Whether `text` is a uuid in our standard form: lower case with hyphens, of any version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/**
 * Parses a reference from outside: a number, its decimal text, or a uuid in any case. Null, absent, 0 and ''
 * all mean none and give null.
 */
export function parseItemRef(value: unknown): Result<ItemRef | null, 'malformed'> {
  if (value === null || value === undefined || value === '') return ok(null);
  if (typeof value === 'string') {
    const uuid = value.toLowerCase();
    if (isUuid(uuid)) return ok({ uuid });
  }
  const id = typeof value === 'string' && numberPattern.test(value) ? Number(value) : value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return err('malformed');
  return ok(id === 0 ? null : { id });
}
