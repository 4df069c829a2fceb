import { Suspense, cloneElement, lazy, useRef, useState } from 'react';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import type { IconName } from './icon.tsx';
import { LayerBoundary } from './layer-boundary.tsx';

const MenuLayer = lazy(() => import('./menu-layer.tsx'));

/** Brings the menus' code in before one is needed, e.g. when the app is idle. */
export function preloadMenus(): Promise<unknown> {
  return import('./menu-layer.tsx');
}

/** One line of a menu: an action, a link, a choice of one among its neighbours, a heading, a line. */
export type MenuEntry =
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly icon?: IconName | undefined;
      readonly keys?: string | undefined;
      readonly destructive?: boolean | undefined;
      /** Why it cannot be done now; the entry is shown, disabled, with the reason. */
      readonly disabledBecause?: string | undefined;
      readonly onSelect: () => void;
    }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly chosen: boolean;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'heading'; readonly content: ReactNode }
  | { readonly kind: 'line' };

/** What a trigger receives from its menu. */
interface TriggerProps {
  readonly ref?: React.Ref<HTMLButtonElement>;
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
}

/**
 * A menu under its `trigger`, a `Button` or `IconButton`. Until it is first opened it costs nothing
 * but its trigger, so that a long list can have one in every row.
 */
export function Menu({
  label,
  trigger,
  entries,
}: {
  readonly label: string;
  readonly trigger: ReactElement<TriggerProps>;
  /**
   * Taken when the menu opens, so that no entry changes under the hand, and what it does is about what
   * was shown then. A function is asked only then: for entries that take work to find.
   */
  readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
}) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const [isByKey, setIsByKey] = useState(false);
  const [shown, setShown] = useState<readonly MenuEntry[]>([]);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: (event) => {
          setUsed(true);
          // A press of a key clicks no times.
          setIsByKey(event.detail === 0);
          if (!open) setShown(typeof entries === 'function' ? entries() : entries);
          setOpen(!open);
        },
      })}
      {used && (
        <LayerBoundary open={open} onClose={() => setOpen(false)}>
          <Suspense fallback={null}>
            <MenuLayer
              label={label}
              anchor={anchor}
              entries={shown}
              open={open}
              isByKey={isByKey}
              onOpenChange={setOpen}
            />
          </Suspense>
        </LayerBoundary>
      )}
    </>
  );
}
