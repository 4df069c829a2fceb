import type { ReactNode } from 'react';

/**
 * The h1 of a screen. On a route change the shell moves the focus to it (`data-route-heading`), so that
 * screen readers announce the screen.
 */
export function ScreenHeading({
  title,
  subtitle,
  action,
}: {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly action?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1 tabIndex={-1} data-route-heading="" className="text-display font-strong text-balance">
          {title}
        </h1>
        {subtitle !== undefined && <p className="mt-0.5 text-ink-3">{subtitle}</p>}
      </div>
      {/* A button is higher than the title, which stays at the same position as on other screens. */}
      {action !== undefined && <div className="-my-1.5 sm:-my-0.5">{action}</div>}
    </div>
  );
}
