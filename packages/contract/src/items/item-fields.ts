import { forPlainFields } from '@foray/domain';
import type { FieldRule, PlainField, PlainFields } from '@foray/domain';
import { z } from 'zod';
import { civilDate, civilTime } from '../wire/scalar.ts';

/** The descriptions of plain fields in the API's documentation. */
const notes: { readonly [F in PlainField]?: string } = {
  title: '1 to 255 characters after trimming, one line',
  description: 'At most 10,000 characters after trimming; empty is null',
  due_time: 'Civil like the date; only with a due_date, without which it is null',
  repeat:
    'An RRULE (RFC 5545) for dates with the parts FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, BYDAY, ' +
    'BYMONTHDAY, BYMONTH, BYSETPOS, WKST, COUNT or UNTIL; on a task or todo with a due_date only. ' +
    'COUNT is how often it is done. BYSETPOS and WKST are not to be written before 0.5.0: devices of earlier ' +
    'releases end such a series',
  repeat_from:
    'Whether the days count from the start of the rule, or from the day of each completion; with repeat only, due ' +
    'if absent',
  repeat_start:
    'The DTSTART of the rule; with repeat only, the due_date at which it was set if absent',
  occurrence_day:
    'The day that the occurrence has by the rule, if its date was moved; null means due_date. It follows from ' +
    'changes of the date, and is taken only with a new rule',
  end_date: 'On a campaign only',
};

/** The plain fields as an item carries them on the wire. */
export const plainFieldsOnWire = forPlainFields((rule) =>
  rule.empty === null ? valueOf(rule).nullable() : valueOf(rule),
) as { readonly [F in PlainField]: z.ZodType<PlainFields[F]> };

/** The plain fields as a create or a change sends them; an empty day, time or rule is null too. */
export const plainFieldsAsSent = forPlainFields((rule, name) => {
  const isEmptyText = rule.kind === 'day' || rule.kind === 'time' || rule.kind === 'rule';
  const value = isEmptyText ? z.union([valueOf(rule), z.literal('')]) : valueOf(rule);
  const sent = rule.empty === null ? value.nullable() : value;
  const note = notes[name];
  return note === undefined ? sent : sent.meta({ description: note });
}) as { readonly [F in PlainField]: z.ZodType<PlainFields[F]> };

/** The plain fields as sent, where each may be absent. */
export const plainFieldsIfSent = forPlainFields((_rule, name) =>
  plainFieldsAsSent[name].optional(),
) as unknown as { readonly [F in PlainField]: z.ZodOptional<z.ZodType<PlainFields[F]>> };

function valueOf({ kind, values = [] }: FieldRule): z.ZodType<string> {
  if (kind === 'choice') return z.enum(values);
  if (kind === 'day') return civilDate;
  return kind === 'time' ? civilTime : z.string();
}
