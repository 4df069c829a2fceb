import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** A setting that is on or off, and takes effect at once; a native checkbox under it. */
export function Switch({
  label,
  hint,
  error,
  checked,
  disabled,
  busy = false,
  onCheckedChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly error: string | null;
  readonly checked: boolean;
  readonly disabled: boolean;
  /** It is taking effect: presses do nothing, and the focus stays. */
  readonly busy?: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
}) {
  const hintId = useId();
  const errorId = useId();
  return (
    <div>
      <label
        className={classNames(
          // As high as a finger, and no further from its heading than the text alone would be.
          '-mt-3 flex min-h-11 items-center justify-between gap-4',
          disabled || busy ? 'cursor-not-allowed' : 'cursor-pointer',
        )}
      >
        <span className={classNames('font-strong', (disabled || busy) && 'text-ink-3')}>
          {label}
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-disabled={busy || undefined}
          aria-describedby={error === null ? hintId : `${hintId} ${errorId}`}
          onChange={(event) => {
            if (!busy) onCheckedChange(event.target.checked);
          }}
          className="peer sr-only"
        />
        <span
          aria-hidden
          className={classNames(
            'relative h-6 w-11 shrink-0 rounded-full border transition-colors duration-150 motion-reduce:transition-none',
            'after:absolute after:top-0.5 after:left-0.5 after:size-4.5 after:rounded-full after:transition-transform after:duration-150 motion-reduce:after:transition-none',
            'peer-checked:border-accent peer-checked:bg-accent peer-checked:after:translate-x-5 peer-checked:after:bg-on-accent',
            'border-line-strong bg-sunken after:bg-ink-3 peer-disabled:opacity-50 peer-aria-disabled:opacity-50',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-ink',
          )}
        />
      </label>
      <p id={hintId} className="text-meta text-ink-3">
        {hint}
      </p>
      {error !== null && (
        <p id={errorId} role="alert" className="mt-2 text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}
