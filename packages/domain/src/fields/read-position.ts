import { err, ok } from '../values/result.ts';
import type { Result } from '../values/result.ts';
import type { FieldCode } from '../values/field-readers.ts';
import { maxPositionChars } from './position.ts';

/** A position as a request sends it, or why it is refused; null for none. */
export function readPosition(value: unknown): Result<string | null, FieldCode> {
  if (value === null || value === undefined) return ok(null);
  if (typeof value !== 'string' || !/^[0-9A-Za-z]+$/.test(value)) return err('malformed');
  return value.length > maxPositionChars ? err('too_long') : ok(value);
}
