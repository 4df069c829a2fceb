import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';

/** A switch with its label, high enough for a finger. While `isBusy` presses do nothing. */
export function Switch({
  label,
  checked,
  disabled = false,
  isBusy = false,
  onSwitch,
  ...rest
}: Pick<ComponentProps<'input'>, 'aria-describedby'> & {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean | undefined;
  readonly isBusy?: boolean | undefined;
  readonly onSwitch: (isOn: boolean) => void;
}) {
  const isInert = disabled || isBusy;
  return (
    <label
      className={classNames(
        'flex min-h-11 items-center justify-between gap-4',
        isInert ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <span className={classNames('font-strong', isInert && 'text-ink-3')}>{label}</span>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-disabled={isBusy || undefined}
        onChange={(event) => {
          if (!isBusy) onSwitch(event.target.checked);
        }}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className={classNames(
          'relative h-6 w-11 shrink-0 rounded-full border transition-colors duration-150 motion-reduce:transition-none',
          'after:absolute after:top-0.5 after:start-0.5 after:size-4.5 after:rounded-full after:transition-transform after:duration-150 motion-reduce:after:transition-none',
          'peer-checked:border-accent peer-checked:bg-accent peer-checked:after:translate-x-5 rtl:peer-checked:after:-translate-x-5 peer-checked:after:bg-on-accent',
          'border-line-strong bg-sunken after:bg-ink-3 peer-disabled:opacity-50 peer-aria-disabled:opacity-50',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-ink',
        )}
      />
    </label>
  );
}
