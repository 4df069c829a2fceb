import type { ReactNode } from 'react';
import { Drawing } from '../icons/drawing.tsx';

/** An empty list: its text, a hint at the next step, and the button for it. */
export function EmptyState({
  drawing,
  title,
  hint,
  action,
}: {
  /** One of `firstDrawings` or `moreDrawings`. */
  readonly drawing: ReactNode;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <Drawing>{drawing}</Drawing>
      <p className="mt-3 max-w-sm text-lead font-strong text-balance">{title}</p>
      {hint !== undefined && <p className="mt-1 max-w-sm text-balance text-ink-3">{hint}</p>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}
