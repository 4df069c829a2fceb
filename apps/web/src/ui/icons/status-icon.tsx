import type { ItemStatus } from '@foray/domain';
import { classNames } from '../styles/class-names.ts';

/**
 * A status as a shape: an empty ring, a half disc, a filled disc with a check that is drawn when the
 * status becomes completed. Decorative: its control or the text beside it names the status. `mark` is a
 * type's colour class, e.g. 'text-task'.
 */
export function StatusIcon({
  status,
  size = 20,
  mark = 'text-line-strong',
}: {
  readonly status: ItemStatus;
  readonly size?: 16 | 20 | 24;
  readonly mark?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      data-status={status}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      className={classNames('shrink-0', status === 'completed' ? 'text-task' : mark)}
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
          <circle cx="10" cy="10" r="7.2" stroke="currentColor" strokeWidth="1.6" />
          {status === 'in_progress' && (
            <path d="M10 5.500a4.5 4.5 0 0 1 0 9z" fill="currentColor" />
          )}
        </>
      )}
    </svg>
  );
}
