import { classNames } from '../styles/class-names.ts';

const shape = 'block animate-breathe bg-sunken';

/** `rows` lines of a list that is loading, with a text ('Loading items...') for screen readers too. */
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
            <span aria-hidden="true" className={`${shape} size-5 rounded-full`} />
            <span
              aria-hidden="true"
              className={classNames(shape, 'h-4 rounded-small', row % 3 === 1 ? 'w-2/5' : 'w-3/5')}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
