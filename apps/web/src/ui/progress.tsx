import { messages } from '../messages/messages.ts';
import { classNames } from './class-names.ts';

interface ProgressProps {
  readonly completed: number;
  readonly total: number;
  readonly className?: string | undefined;
}

function shareOf(completed: number, total: number): number {
  return total === 0 ? 0 : Math.min(1, Math.max(0, completed / total));
}

/** A thin ring with the words beside it ('3 of 8'): progress is never a bare figure or a bare shape. */
export function ProgressRing({
  completed,
  total,
  className,
  size = 16,
}: ProgressProps & { readonly size?: 16 | 20 | 40 }) {
  const share = shareOf(completed, total);
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-1.5', className)}>
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 20 20" className="-rotate-90">
        <circle
          cx="10"
          cy="10"
          r="8"
          fill="none"
          strokeWidth="2.5"
          className="stroke-line-strong opacity-40"
        />
        {share > 0 && (
          <circle
            cx="10"
            cy="10"
            r="8"
            fill="none"
            strokeWidth="2.5"
            strokeLinecap="round"
            pathLength={1}
            strokeDasharray={`${share} 1`}
            className={classNames(
              'transition-[stroke-dasharray] duration-200',
              share === 1 ? 'stroke-task' : 'stroke-accent-ink',
            )}
          />
        )}
      </svg>
      <span className="text-meta">{messages.progressOf(completed, total)}</span>
    </span>
  );
}

/** A thin bar that is as wide as its container, with the words under it. */
export function ProgressBar({
  completed,
  total,
  className,
  label,
  words,
}: ProgressProps & {
  readonly label: string;
  /** What the words say, where 'N of M' is not it (onboarding's 'Step X of N'). */
  readonly words?: string | undefined;
}) {
  const share = shareOf(completed, total);
  const said = words ?? messages.progressOf(completed, total);
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={completed}
        aria-valuetext={said}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          style={{ width: `${share * 100}%` }}
          className={classNames(
            'h-full rounded-full transition-[width] duration-200',
            share === 1 ? 'bg-task' : 'bg-accent-ink',
          )}
        />
      </div>
      <p className="text-meta text-ink-3">{said}</p>
    </div>
  );
}
