import { maxReportChars, reportReasons, validateReportText } from '@foray/domain';
import { z } from 'zod';
import { textBy, timestamp } from '../wire/scalar.ts';

/** A person whom the caller has blocked. */
export const blockedPerson = z
  .object({ id: z.int(), name: z.string(), blocked_at: timestamp })
  .meta({ id: 'BlockedPerson' });
export type BlockedPerson = z.infer<typeof blockedPerson>;

/** The people whom the caller has blocked, latest first. */
export const blockedAnswer = z
  .object({ blocked: z.array(blockedPerson) })
  .meta({ id: 'BlockedPeople' });
export type BlockedAnswer = z.infer<typeof blockedAnswer>;

/** The body of a block; with `leave`, it also ends all assignments made by the person. */
export const blockBody = z
  .object({
    leave: z.boolean().optional().meta({
      description: 'Also end all assignments on items that the person owns, and in their trees',
    }),
  })
  .meta({ id: 'Block' });
/** The body of a block as sent. */
export type BlockBody = z.output<typeof blockBody>;

/** The reason for a report; with `block`, the same request blocks the person. */
export const reportBody = z
  .object({
    reason: z.enum(reportReasons),
    text: textBy(validateReportText)
      .optional()
      .meta({ description: `In the reporter's own words, up to ${maxReportChars} characters` }),
    block: z.boolean().optional(),
  })
  .meta({ id: 'Report' });
/** A report as sent. */
export type ReportBody = z.output<typeof reportBody>;

/** A report as it appears in its author's export. */
export const madeReport = z
  .object({
    reported_id: z.int(),
    reason: z.enum(reportReasons),
    text: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'MadeReport' });
