import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { browserCode } from '../../adapters/browser/browser-code.ts';
import { whenIdle } from '../../adapters/browser-page.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { loadRestTexts } from '../../messages/texts.ts';
import { watchWidth } from '../../ui/interaction/watch-width.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

// The lists are shown before the code of the column is fetched.
const PlanningSide = lazyComponent(
  browserCode(
    () => import('./planning-side.tsx'),
    () => new Promise<void>(whenIdle).then(loadRestTexts),
  ),
  (it) => it.PlanningSide,
);

const wide = matchMedia('(width >= 64rem)');

/** Lists of days with a column for planning beside them, which takes its width at once and fills later. */
export function WithPlanning({
  chosen = null,
  onChoose,
  children,
}: {
  /** The day that the month marks; null for none. */
  readonly chosen?: string | null;
  /** Called with a day that has items, or is not past. */
  readonly onChoose: (day: string) => void;
  readonly children: ReactNode;
}) {
  const isWide = useSyncExternalStore(watchWidth, () => wide.matches);
  return (
    <div className={isWide ? 'flex items-start gap-8' : undefined}>
      <div className="min-w-0 flex-1">{children}</div>
      {isWide && (
        <aside
          aria-label={lazyMessages.planning.side}
          className="sticky top-18 flex max-h-[calc(100dvh-5.5rem)] w-[min(20rem,33%)] shrink-0 flex-col gap-3 overflow-y-auto overscroll-contain *:shrink-0 print:hidden"
        >
          <PlanningSide chosen={chosen} onChoose={onChoose} />
        </aside>
      )}
    </div>
  );
}
