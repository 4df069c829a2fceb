import type { ReactNode } from 'react';

/** Words for people who listen to the page; they take no room on it. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
