import { err, ok } from '@foray/domain';
import type { FieldCode, Result } from '@foray/domain';
import type { z } from 'zod';
import { wireError } from '../errors/errors.ts';
import type { WireError } from '../errors/errors.ts';

/**
 * Parses one part of a request (body, query or parameters) by its schema in the route table. A mismatch is
 * `invalid` and names each wrong field by its path, the body itself by `body`. Changes of items are parsed by
 * `parseItemRequest` instead.
 */
export function parseRequest<S extends z.ZodType>(
  schema: S,
  data: unknown,
): Result<z.output<S>, WireError> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return ok(parsed.data);
  const fields: Record<string, FieldCode> = {};
  for (const issue of parsed.error.issues) {
    fields[issue.path.join('.') || 'body'] ??= codeOf(issue, valueAt(data, issue.path));
  }
  return err(wireError('invalid', { fields }));
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): FieldCode {
  if (issue.code === 'custom') return (issue.params?.['code'] as FieldCode) ?? 'malformed';
  if (value === undefined || value === null) return 'required';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'required';
  if (issue.code === 'too_big' && issue.origin !== 'number') return 'too_long';
  return issue.code === 'invalid_value' ? 'unknown_value' : 'malformed';
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value;
}
