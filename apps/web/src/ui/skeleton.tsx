import { classNames } from './class-names.ts';

/** The shape of what is still to come; give it width and height by class. Decorative. */
function Skeleton({
  className,
  isRound = false,
}: {
  readonly className?: string | undefined;
  readonly isRound?: boolean | undefined;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-breathe bg-sunken',
        isRound ? 'rounded-full' : 'rounded-small',
        className,
      )}
    />
  );
}

/** `rows` lines of a list that is loading, with the words for it ('Loading items...') read and shown. */
export function SkeletonList({
  label,
  rows = 5,
}: {
  readonly label: string;
  readonly rows?: number | undefined;
}) {
  return (
    <div>
      <p role="status" className="mb-3 text-meta text-ink-3">
        {label}
      </p>
      <div className="flex flex-col gap-2">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex items-center gap-3 py-2">
            <Skeleton isRound className="size-5" />
            <Skeleton className={classNames('h-4', row % 3 === 1 ? 'w-2/5' : 'w-3/5')} />
          </div>
        ))}
      </div>
    </div>
  );
}
