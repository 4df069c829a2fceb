import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A surface that lies on the canvas. It has no padding of its own, so that rows reach its edges. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-large border border-line bg-surface shadow-card', className)}
    />
  );
}

/** A card with a heading: a group of settings, a panel of a side column. */
export function Panel({
  title,
  description,
  action,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Card className="p-4 md:p-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-lead font-strong">{title}</h2>
          {description !== undefined && <div className="mt-0.5 text-ink-3">{description}</div>}
        </div>
        {action}
      </div>
      {children !== undefined && <div className="mt-4">{children}</div>}
    </Card>
  );
}
