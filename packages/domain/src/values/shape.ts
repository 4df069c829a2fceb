/*
 * Checks of data that arrives or is stored. They are written by hand, since the first load of the app
 * contains no Zod.
 */

/** Whether a value is an object with fields. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a value is a whole number that is exact. */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Whether a value is true or false. */
export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Whether each value of a list passes a check. */
export function isListOf<T>(is: (value: unknown) => value is T) {
  return (value: unknown): value is T[] => Array.isArray(value) && value.every((one) => is(one));
}

/** Whether a value is one of these. */
export function isOneOf<T extends string>(values: readonly T[]) {
  return (value: unknown): value is T => (values as readonly unknown[]).includes(value);
}

/** A check for each field of T; a field that T gains or loses does not compile until it is here. */
export type Shape<T> = { readonly [K in keyof T]-?: (value: unknown) => boolean };

/** Whether each field of an object passes its check; a plain loop, since a start checks every row. */
export function isShape<T>(shape: Shape<T>): (value: unknown) => value is T {
  const names = Object.keys(shape);
  const checks: readonly ((value: unknown) => boolean)[] = Object.values(shape);
  return (value): value is T => {
    if (!isFields(value)) return false;
    for (let at = 0; at < names.length; at += 1) {
      if (!checks[at]?.(value[names[at] as string])) return false;
    }
    return true;
  };
}
