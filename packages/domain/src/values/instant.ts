import { earliestInstant } from './limits.ts';

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * A timestamp from outside in our standard form, UTC ISO 8601 with milliseconds, which sorts as text; null if
 * it is not a full timestamp with a zone.
 */
export function parseInstant(text: string): string | null {
  if (!instantPattern.test(text)) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const instant = new Date(ms).toISOString();
  return instant.length === earliestInstant.length ? instant : null;
}

let last = { ms: 0, text: new Date(0).toISOString() };

/** A moment in the standard form. Repeated calls for one moment format it once. */
export function instantOf(ms: number): string {
  if (last.ms !== ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}

/**
 * A claimed timestamp limited to 2000 … `now`, both included: a device's clock can be wrong, and nothing was
 * done in the future (sync.md, section 2).
 */
export function clampInstant(claimed: string, now: string): string {
  if (claimed > now) return now;
  return claimed < earliestInstant ? earliestInstant : claimed;
}
