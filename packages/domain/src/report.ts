import type { FieldCode } from './field-readers.ts';
import { maxReportChars } from './limits.ts';
import { err } from './result.ts';
import type { Result } from './result.ts';
import { normaliseBlock } from './text.ts';

/** Why a person is reported: a closed set. */
export const reportReasons = ['spam', 'harassment', 'impersonation', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What somebody adds to a report as it is stored, or why not: may be empty, at most 500 UTF-16 units. */
export function validateReportText(value: string): Result<string, FieldCode> {
  const text = normaliseBlock(value);
  return text.ok && text.value.length > maxReportChars ? err('too_long') : text;
}
