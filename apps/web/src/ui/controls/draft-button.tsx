import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconShape } from '../icons/icon.tsx';
import { ChipButton } from './chip-button.tsx';

/**
 * A field of a new item as a button: its name until it is filled in, then what it says. With `undo` a second
 * button beside it takes the value back.
 */
export function DraftButton({
  icon,
  label,
  said,
  undo = null,
  ...rest
}: ComponentProps<'button'> & {
  readonly icon: IconShape;
  readonly label: string;
  readonly said: string | null;
  readonly undo?: { readonly label: string; readonly onPress: () => void } | null | undefined;
}) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-9 max-w-full rounded-full border pointer-coarse:min-h-11',
        said === null
          ? 'border-line text-ink-2 hover:bg-hover'
          : 'border-accent-ink/40 bg-accent-soft font-strong text-accent-ink',
      )}
    >
      <button
        {...rest}
        type="button"
        aria-label={said === null ? label : `${label}: ${said}`}
        className={classNames(
          'inline-flex min-w-0 items-center gap-2 rounded-full ps-3',
          undo === null ? 'pe-3' : 'pe-1',
        )}
      >
        <Icon icon={icon} size={16} />
        <span dir="auto" className="truncate">
          {said ?? label}
        </span>
      </button>
      {undo !== null && (
        <span className="inline-flex pe-1">
          <ChipButton {...undo} />
        </span>
      )}
    </span>
  );
}
