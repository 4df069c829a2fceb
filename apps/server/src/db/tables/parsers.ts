import pg from 'pg';

/** Reads an int8; one that a JavaScript number cannot hold exactly is a bug, not a rounding. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('int8 beyond the safe integers');
  return value;
}

/** Reads a timestamptz in DateStyle ISO, of any session zone, as UTC with milliseconds. */
function isoTimestamp(text: string): string {
  return new Date(text).toISOString();
}

/** Reads an array of int8. */
function safeIntegers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger);
}

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [20, safeInteger],
  [1016, safeIntegers],
  [1082, (text) => text],
  [1184, isoTimestamp],
]);

/**
 * How PostgreSQL values are converted: int8 to a checked number, date to the text 'YYYY-MM-DD' (pg would
 * make it local midnight), timestamptz to an ISO string in UTC with milliseconds. For one pool only: it
 * changes nothing global.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    pg.types.getTypeParser(oid, format as 'text'),
};
