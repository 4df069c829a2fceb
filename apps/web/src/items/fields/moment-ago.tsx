import { formatAgo } from '../../messages/ago.ts';
import { formatMoment } from '../../messages/messages.ts';

/** How long ago a moment was, in a sentence: 'Deleted 2 days ago'. Paper shows the moment instead. */
export function MomentAgo({
  at,
  nowMs,
  sentence = (ago) => ago,
}: {
  /** ISO 8601. */
  readonly at: string;
  readonly nowMs: number;
  readonly sentence?: (moment: string) => string;
}) {
  return (
    <time dateTime={at} title={sentence(formatMoment(at))}>
      {sentence(formatAgo(at, nowMs))}
    </time>
  );
}
