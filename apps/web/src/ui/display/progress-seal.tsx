import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import { barProps, Ring } from './progress.tsx';
import type { ProgressProps } from './progress.tsx';

/** A ring around a mark, with the width of `className`; decorative while `total` is 0. */
export function ProgressSeal({
  completed,
  total,
  className,
  label,
  children,
}: ProgressProps & { readonly label: string; readonly children: ReactNode }) {
  return (
    <span
      {...(total > 0 && barProps(label, completed, total))}
      className={classNames('relative inline-flex shrink-0', className)}
    >
      <Ring completed={completed} total={total} sizeClass="size-full" widthPx={1.4} />
      <span className="absolute inset-0 flex items-center justify-center">{children}</span>
    </span>
  );
}
