import type { ItemStatus, Priority } from '@foray/domain';
import { classNames } from '../styles/class-names.ts';

/** The colour class of the mark of each priority; its shape differs too, and words are beside it. */
export const priorityMarks: Readonly<Record<Priority, string>> = {
  low: 'text-low',
  medium: 'text-medium',
  high: 'text-high',
};

/** The ring is thicker for a higher priority, so that it shows without colours too. */
const ringWidths: Readonly<Record<Priority, number>> = { low: 1.8, medium: 2.3, high: 2.9 };

/**
 * A status as a shape: an empty ring, a half disc, a filled disc with a check that is drawn when the
 * status becomes completed. Decorative: its control or the text beside it names the status. `mark` is a
 * type's colour class, e.g. 'text-task'; an open item with a
 * priority has the colour of that.
 */
export function StatusIcon({
  status,
  size = 20,
  mark = 'text-line-strong',
  priority = null,
}: {
  readonly status: ItemStatus;
  readonly size?: 16 | 20 | 24;
  readonly mark?: string | undefined;
  readonly priority?: Priority | null | undefined;
}) {
  const open = priority === null ? mark : priorityMarks[priority];
  return (
    <svg
      aria-hidden="true"
      data-status={status}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      className={classNames('shrink-0', status === 'completed' ? 'text-task' : open)}
    >
      {status === 'completed' ? (
        <>
          <circle cx="10" cy="10" r="8" fill="currentColor" />
          <path
            d="M6.2 10.300l2.6 2.6 5-5.6"
            pathLength={1}
            strokeDasharray="1"
            strokeWidth="1.9"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="animate-draw stroke-surface"
          />
        </>
      ) : (
        <>
          <circle
            cx="10"
            cy="10"
            r="7.2"
            stroke="currentColor"
            strokeWidth={priority === null ? 1.6 : ringWidths[priority]}
            {...(priority !== null && { fill: 'currentColor', fillOpacity: 0.12 })}
          />
          {status === 'in_progress' && (
            <path d="M10 5.500a4.5 4.5 0 0 1 0 9z" fill="currentColor" />
          )}
        </>
      )}
    </svg>
  );
}
