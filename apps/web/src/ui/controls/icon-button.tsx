import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconShape } from '../icons/icon.tsx';
import { Link } from './link.tsx';
import { tooltipProps } from './tooltip.ts';

interface IconButtonLook {
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly icon: IconShape;
  /** The keys that do the same, e.g. 'Ctrl K'; shown in the tooltip. */
  readonly keys?: string | undefined;
  readonly size?: 'small' | 'medium' | undefined;
}

function lookClasses(size: IconButtonLook['size']): string {
  return classNames(
    'touch-target inline-flex shrink-0 items-center justify-center rounded-medium text-ink-2 print:hidden',
    'transition-colors duration-100 hover:bg-hover hover:text-ink',
    'disabled:cursor-not-allowed disabled:opacity-50',
    size === 'small' ? 'size-7' : 'size-9',
  );
}

/**
 * A button with only an icon: labelled for screen readers, explained by a tooltip, 44 px on touch screens.
 */
export function IconButton({
  label,
  icon,
  keys,
  size,
  className,
  type = 'button',
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & IconButtonLook) {
  return (
    <button
      {...tooltipProps(label, keys)}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(lookClasses(size), className)}
    >
      <Icon icon={icon} size={size === 'small' ? 16 : 20} />
    </button>
  );
}

/** As {@link IconButton}, for a link inside the app. */
export function IconLink({
  label,
  icon,
  keys,
  size,
  className,
  href,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'aria-label' | 'href'> & IconButtonLook & { readonly href: string }) {
  return (
    <Link
      {...tooltipProps(label, keys)}
      {...rest}
      href={href}
      aria-label={label}
      className={classNames(lookClasses(size), className)}
    >
      <Icon icon={icon} size={size === 'small' ? 16 : 20} />
      {children}
    </Link>
  );
}
