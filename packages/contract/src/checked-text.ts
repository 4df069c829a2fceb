import type { FieldCode, Result } from '@foray/domain';
import { z } from 'zod';

/**
 * A text whose rule is a function of the domain: parsing gives the normalised text, or an issue that
 * carries the domain's code, which `parseRequest` puts on the wire.
 */
export function checkedText<T>(validate: (value: unknown) => Result<T, FieldCode>) {
  return z.string().transform((value, context): T => {
    const checked = validate(value);
    if (checked.ok) return checked.value;
    context.addIssue({ code: 'custom', params: { code: checked.error } });
    return z.NEVER;
  });
}
