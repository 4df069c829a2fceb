import type { ComponentProps, ReactNode, Ref } from 'react';
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

/**
 * A card with a heading: a group of settings, a panel of a side column. With a `headingRef` the
 * heading can be given the focus.
 */
export function Panel({
  title,
  headingRef,
  description,
  children,
}: {
  readonly title: string;
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Card className="p-4 md:p-5">
      <h2
        ref={headingRef}
        tabIndex={headingRef ? -1 : undefined}
        className="text-lead font-strong outline-none"
      >
        {title}
      </h2>
      {description !== undefined && <div className="mt-0.5 text-ink-3">{description}</div>}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </Card>
  );
}
