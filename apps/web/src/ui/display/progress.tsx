import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../styles/class-names.ts';

/** The values that every sign of progress shows. */
export interface ProgressProps {
  readonly completed: number;
  readonly total: number;
  readonly className?: string | undefined;
}

function shareOf(completed: number, total: number): number {
  return total === 0 ? 0 : Math.min(1, Math.max(0, completed / total));
}

/** A thin ring with the text beside it ('3 of 8'). */
export function ProgressRing({ completed, total, className }: ProgressProps) {
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-1.5', className)}>
      <Ring completed={completed} total={total} sizeClass="size-4" widthPx={2.5} />
      <span className="text-meta">{listMessages.progressOf(completed, total)}</span>
    </span>
  );
}

/** The attributes of a bar or a large ring for screen readers. */
export function barProps(label: string, completed: number, total: number, said?: string) {
  return {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': total,
    'aria-valuenow': completed,
    'aria-valuetext': said ?? listMessages.progressOf(completed, total),
  } as const;
}

/** The ring itself; decorative. */
export function Ring({
  completed,
  total,
  sizeClass,
  widthPx,
}: ProgressProps & { readonly sizeClass: string; readonly widthPx: number }) {
  const share = shareOf(completed, total);
  const circle = { cx: 10, cy: 10, r: 8, fill: 'none', strokeWidth: widthPx };
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className={classNames('-rotate-90', sizeClass)}>
      <circle {...circle} className="stroke-line-strong opacity-40" />
      {share > 0 && (
        <circle
          {...circle}
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
  );
}

/** A thin bar that is as wide as its container, with the text under it unless it is `isBare`. */
export function ProgressBar({
  completed,
  total,
  className,
  label,
  strings,
  isBare = false,
}: ProgressProps & {
  readonly label: string;
  readonly isBare?: boolean | undefined;
  /** The text instead of 'N of M' (onboarding's 'Step X of N'). */
  readonly strings?: string | undefined;
}) {
  const share = shareOf(completed, total);
  const said = strings ?? listMessages.progressOf(completed, total);
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div
        {...barProps(label, completed, total, said)}
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
      {!isBare && <p className="text-meta text-ink-3">{said}</p>}
    </div>
  );
}
