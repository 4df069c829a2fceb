import type { ReactNode } from 'react';

/**
 * A screen's list with a column beside it on wide windows. The content of the column is in the lists too. An
 * empty column is hidden.
 */
export function WithSide({
  label,
  side,
  children,
}: {
  readonly label: string;
  readonly side: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="lg:flex lg:items-start lg:gap-8">
      <div className="min-w-0 flex-1">{children}</div>
      <aside
        aria-label={label}
        className="hidden w-[min(20rem,33%)] shrink-0 flex-col gap-3 empty:hidden lg:sticky lg:top-18 lg:mt-12 lg:flex"
      >
        {side}
      </aside>
    </div>
  );
}
