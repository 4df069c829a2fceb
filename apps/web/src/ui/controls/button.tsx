import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconShape } from '../icons/icon.tsx';
import { Link } from './link.tsx';
import { Spinner } from './spinner.tsx';

/**
 * primary: the main action of a view; quiet: in rows and bars; danger: destroys data; dangerSoft: opens a
 * danger action, or is beside it.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerSoft';
/** small only where a pointer is precise enough; it still grows to 44 px on touch screens. */
export type ButtonSize = 'small' | 'medium';

interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly icon?: IconShape | undefined;
  /** Takes the full width of its container. */
  readonly wide?: boolean | undefined;
}

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary:
    'border border-line bg-surface text-ink shadow-card hover:bg-hover dark:border-transparent dark:bg-lifted/70 dark:hover:bg-lifted',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
  dangerSoft: 'bg-danger-soft text-danger-ink hover:ring-1 hover:ring-danger-ink',
};

function lookClasses({ variant = 'secondary', size = 'medium', wide }: ButtonLook): string {
  return classNames(
    'touch-target inline-flex items-center justify-center gap-2 rounded-medium font-strong text-body print:hidden',
    'text-center transition-colors duration-100 select-none',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed',
    size === 'small' ? 'min-h-8 px-2.5 py-1' : 'min-h-9 px-3.5 py-1.5 pointer-coarse:min-h-11',
    wide && 'w-full',
    variantClasses[variant],
  );
}

/**
 * A button that acts. While `busy` it shows a spinner and `busyLabel`, ignores presses and keeps the
 * focus for keyboard users.
 */
export function Button({
  variant,
  size,
  icon,
  wide,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> &
  ButtonLook & { readonly busy?: boolean | undefined; readonly busyLabel?: string | undefined }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      className={classNames(lookClasses({ variant, size, wide }), className)}
    >
      {busy ? <Spinner /> : icon && <Icon icon={icon} size={16} />}
      <span className="contents">{busy && busyLabel !== undefined ? busyLabel : children}</span>
    </button>
  );
}

/** A link inside the app that looks like a button; `href` is a route. */
export function ButtonLink({
  variant,
  size,
  icon,
  wide,
  className,
  children,
  href,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & ButtonLook & { readonly href: string }) {
  return (
    <Link
      {...rest}
      href={href}
      className={classNames(lookClasses({ variant, size, wide }), className)}
    >
      {icon && <Icon icon={icon} size={16} />}
      <span className="contents">{children}</span>
    </Link>
  );
}
