import type { FieldCode } from '../values/field-readers.ts';
import { maxReportChars } from '../values/limits.ts';
import { err } from '../values/result.ts';
import type { Result } from '../values/result.ts';
import { normaliseBlock } from '../values/normal-text.ts';

/** The reasons for reporting a person: a closed set. */
export const reportReasons = ['spam', 'harassment', 'impersonation', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/**
 * The normalised text of a report, or why it is refused: it may be empty, and has at most 500 UTF-16 units.
 */
export function validateReportText(value: string): Result<string, FieldCode> {
  const text = normaliseBlock(value);
  return text.ok && text.value.length > maxReportChars ? err('too_long') : text;
}
