import { formatDistance } from 'date-fns/formatDistance';

/**
 * How long ago a moment (ISO 8601) was at `nowMs`: 'about 2 hours ago'. In a file of its
 * own, so that only screens that show it load it.
 */
export function formatAgo(moment: string, nowMs: number): string {
  return formatDistance(Math.min(Date.parse(moment), nowMs), nowMs, { addSuffix: true });
}
