import { useId } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconShape } from '../../ui/icons/icon.tsx';

/** A field value that can be edited in place; `hint` says so to screen readers. */
export function FactButton({
  hint,
  icon,
  isSet = true,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & {
  readonly hint?: string | undefined;
  readonly icon?: IconShape | undefined;
  /** An unset field is less prominent than a set one, and is not printed. */
  readonly isSet?: boolean | undefined;
}) {
  const hintId = useId();
  return (
    <button
      {...rest}
      type="button"
      aria-describedby={hint === undefined ? undefined : hintId}
      className={classNames(
        '-mx-1.5 flex min-w-0 items-center gap-2.5 rounded-small px-1.5 text-start hover:bg-hover disabled:cursor-not-allowed pointer-coarse:min-h-11',
        !isSet && 'text-ink-3 print:hidden',
        className,
      )}
    >
      {icon && <Icon icon={icon} size={16} />}
      <span className="flex min-w-0 wrap-anywhere">{children}</span>
      {hint !== undefined && (
        <span id={hintId} hidden>
          {hint}
        </span>
      )}
    </button>
  );
}
