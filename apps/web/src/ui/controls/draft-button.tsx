import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconShape } from '../icons/icon.tsx';

/** A field of a new item as a button: its name until it is filled in, then what it says. */
export function DraftButton({
  icon,
  label,
  said,
  ...rest
}: ComponentProps<'button'> & {
  readonly icon: IconShape;
  readonly label: string;
  readonly said: string | null;
}) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={said === null ? label : `${label}: ${said}`}
      className={classNames(
        'inline-flex min-h-9 max-w-full items-center gap-2 rounded-full border px-3 pointer-coarse:min-h-11',
        said === null
          ? 'border-line text-ink-2 hover:bg-hover'
          : 'border-accent-ink/40 bg-accent-soft font-strong text-accent-ink',
      )}
    >
      <Icon icon={icon} size={16} />
      <span dir="auto" className="truncate">
        {said ?? label}
      </span>
    </button>
  );
}
