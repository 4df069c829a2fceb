import type { ReactNode } from 'react';

/** A small line drawing in the theme's colours, 120 by 96 px; decorative. */
export function Drawing({
  children,
  className,
}: {
  /** One of `firstDrawings` or `moreDrawings`. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      width="120"
      height="96"
      viewBox="0 0 120 96"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {children}
    </svg>
  );
}
