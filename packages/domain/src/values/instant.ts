import { earliestInstant } from './limits.ts';

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * A timestamp from outside in the one form we keep, UTC ISO 8601 with milliseconds, which sorts as
 * text; null if it is not a full timestamp with a zone.
 */
export function parseInstant(text: string): string | null {
  if (!instantPattern.test(text)) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const instant = new Date(ms).toISOString();
  return instant.length === earliestInstant.length ? instant : null;
}

let last = { ms: 0, text: new Date(0).toISOString() };

/** A moment as we keep it. Asked again and again of one moment it is written once. */
export function instantOf(ms: number): string {
  if (last.ms !== ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}

/**
 * A claimed timestamp clamped to 2000 … `now`, both ends included: a device's clock can be wrong,
 * and nothing was done in the future (sync.md, section 2).
 */
export function clampInstant(claimed: string, now: string): string {
  if (claimed > now) return now;
  return claimed < earliestInstant ? earliestInstant : claimed;
}
