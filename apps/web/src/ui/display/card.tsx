import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';

/** A surface on the page's background. It has no padding, so that rows reach its edges. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-large border border-line bg-surface shadow-card', className)}
    />
  );
}
