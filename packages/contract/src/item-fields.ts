import { forPlainFields } from '@foray/domain';
import type { FieldRule, PlainField, PlainFields } from '@foray/domain';
import { z } from 'zod';
import { civilDate, civilTime } from './scalar.ts';

/** The plain fields as an item carries them on the wire. */
export const plainFieldsOnWire = forPlainFields((rule) =>
  rule.empty === null ? valueOf(rule).nullable() : valueOf(rule),
) as { readonly [F in PlainField]: z.ZodType<PlainFields[F]> };

/** The plain fields as a create or a change sends them; an empty day or time is null too. */
export const plainFieldsAsSent = forPlainFields((rule) => {
  const isCivil = rule.kind === 'day' || rule.kind === 'time';
  const value = isCivil ? z.union([valueOf(rule), z.literal('')]) : valueOf(rule);
  const sent = rule.empty === null ? value.nullable() : value;
  return rule.note === undefined ? sent : sent.meta({ description: rule.note });
}) as { readonly [F in PlainField]: z.ZodType<PlainFields[F]> };

/** The same where each of them may be absent. */
export const plainFieldsIfSent = forPlainFields((_rule, name) =>
  plainFieldsAsSent[name].optional(),
) as unknown as { readonly [F in PlainField]: z.ZodOptional<z.ZodType<PlainFields[F]>> };

function valueOf({ kind, values = [] }: FieldRule): z.ZodType<string> {
  if (kind === 'choice') return z.enum(values);
  if (kind === 'day') return civilDate;
  return kind === 'time' ? civilTime : z.string();
}
