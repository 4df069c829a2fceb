/** A bound on what is kept: a formatter is large, and names of zones come from outside. */
const maxFormatters = 100;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Whether a text is the name of a time zone that the runtime knows (IANA: 'Europe/Berlin', 'UTC'). */
export function isZone(text: string): boolean {
  // Some runtimes also take offsets, which are no names and know no change of clocks.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    formatterOf(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The civil day `YYYY-MM-DD` that an instant (ISO 8601, of the years 1 to 9999) falls on in a zone. Throws a
 * RangeError if the zone is unknown; see `isZone`.
 */
export function dayIn(zone: string, instant: string): string {
  const parts = formatterOf(zone).formatToParts(Date.parse(instant));
  const digits = (wanted: 'year' | 'month' | 'day', length: number): string =>
    (parts.find(({ type }) => type === wanted)?.value ?? '').padStart(length, '0');
  return `${digits('year', 4)}-${digits('month', 2)}-${digits('day', 2)}`;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const kept = formatters.get(zone);
  if (kept !== undefined) return kept;
  const formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  if (formatters.size >= maxFormatters) formatters.clear();
  formatters.set(zone, formatter);
  return formatter;
}
