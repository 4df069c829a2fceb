/** Limits the cached formatters: each is large, and names of zones come from outside. */
const maxFormatters = 100;
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The time zone of an IANA name ('Europe/Berlin', 'UTC'), or UTC if this runtime does not know it: browsers
 * without a time zone report none or 'Etc/Unknown', and new zones are not known everywhere.
 */
export function zoneNamed(name: unknown): string {
  // Some runtimes also accept offsets, which have no change of clocks.
  if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return 'UTC';
  try {
    formatterOf(name);
    return name;
  } catch {
    return 'UTC';
  }
}

/**
 * The civil day `YYYY-MM-DD` of an instant (ISO 8601, of the years 1 to 9999) in a zone; the day in UTC if
 * the zone is unknown.
 */
export function dayIn(zone: string, instant: string): string {
  const parts = formatterOf(zoneNamed(zone)).formatToParts(Date.parse(instant));
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
