import { isDay, isItemDay } from './day.ts';
import { maxDescriptionChars, maxTitleChars } from './limits.ts';
import { err, ok } from './result.ts';
import type { Result } from './result.ts';
import { normaliseBlock, normaliseLine } from './normal-text.ts';
import type { TextProblem } from './normal-text.ts';

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Why a field is refused. required: missing or empty; unknown_value: none of the possible values; reserved: a
 * name that could pass for the product's; not_a_rule: not an RRULE of parts that an item can repeat by;
 * campaign_only: an end date on another type; not_on_campaigns: a rule on a campaign; needs_due_date: a time
 * or a rule without a date; needs_repeat: a way of counting without a rule; immutable: it can never change;
 * too_many: a list longer than allowed; twice: in two lists that exclude each other.
 */
export type FieldCode =
  | TextProblem
  | 'required'
  | 'too_long'
  | 'too_many'
  | 'twice'
  | 'unknown_value'
  | 'reserved'
  | 'not_a_date'
  | 'not_a_time'
  | 'not_an_id'
  | 'not_a_rule'
  | 'campaign_only'
  | 'not_on_campaigns'
  | 'needs_due_date'
  | 'needs_repeat'
  | 'immutable';

/** A title as it is stored, or why not: required after trimming, at most 255 UTF-16 units. */
export function validateTitle(value: unknown): Result<string, FieldCode> {
  return readLine(value, maxTitleChars);
}

/** A description as it is stored, or why not: null for empty, at most 10,000 UTF-16 units. */
export function validateDescription(value: unknown): Result<string | null, FieldCode> {
  if (value === null || value === undefined) return ok(null);
  if (typeof value !== 'string') return err('malformed');
  const text = normaliseBlock(value);
  if (!text.ok) return text;
  if (text.value.length > maxDescriptionChars) return err('too_long');
  return ok(text.value === '' ? null : text.value);
}

/** A civil day of the years 1900 to 2200, or why not: null for empty. */
export function readDay(value: unknown): Result<string | null, FieldCode> {
  if (value === null || value === undefined || value === '') return ok(null);
  return typeof value === 'string' && isItemDay(value) ? ok(value) : err('not_a_date');
}

/** A civil day that an item may have from an earlier release, of the years 1 to 9999, or why not: null for empty. */
export function readStoredDay(value: unknown): Result<string | null, FieldCode> {
  if (value === null || value === undefined || value === '') return ok(null);
  return typeof value === 'string' && isDay(value) ? ok(value) : err('not_a_date');
}

/** A civil time of day `HH:MM`, or why not: null for empty. */
export function readTime(value: unknown): Result<string | null, FieldCode> {
  if (value === null || value === undefined || value === '') return ok(null);
  return typeof value === 'string' && timePattern.test(value) ? ok(value) : err('not_a_time');
}

/** One of a closed set of values, or why not: null for empty. */
export function readChoice<T extends string>(values: readonly T[]) {
  return (value: unknown): Result<T | null, FieldCode> => {
    if (value === null || value === undefined || value === '') return ok(null);
    const choice = values.find((known) => known === value);
    return choice === undefined ? err('unknown_value') : ok(choice);
  };
}

/** One line of text as it is stored, or why not: required after trimming, at most `maxChars` UTF-16 units. */
export function readLine(value: unknown, maxChars: number): Result<string, FieldCode> {
  if (value === null || value === undefined) return err('required');
  if (typeof value !== 'string') return err('malformed');
  const text = normaliseLine(value);
  if (!text.ok) return text;
  if (text.value === '') return err('required');
  return text.value.length > maxChars ? err('too_long') : text;
}
