import { cloneElement, useRef, useState } from 'react';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import type { IconShape } from '../icons/icon.tsx';
import { LayerBoundary } from './layer-boundary.tsx';
import { lazyComponent } from '../lazy/lazy-component.tsx';

const MenuLayer = lazyComponent(
  () => import('./menu-layer.tsx'),
  (it) => it.default,
);

/** One entry of a menu: an action, a choice of one among its neighbours, a heading, a separator. */
export type MenuEntry =
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly icon?: IconShape | undefined;
      readonly keys?: string | undefined;
      readonly destructive?: boolean | undefined;
      /** The reason why the entry cannot be used now; it is shown disabled, with the reason. */
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

/** The props that a trigger receives from its menu. */
export interface TriggerProps {
  readonly ref?: React.Ref<HTMLButtonElement>;
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
}

/**
 * A menu under its `trigger`, a `Button` or `IconButton`. Until it is first opened only its trigger is
 * rendered, so that each row of a long list can have one.
 */
export function Menu({
  label,
  trigger,
  entries,
}: {
  readonly label: string;
  readonly trigger: ReactElement<TriggerProps>;
  /**
   * Fixed when the menu opens, so that no entry changes while it is open, and its action is about the
   * displayed state. A function is called only then, for entries that are costly to compute.
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
          // A click by a key has detail 0.
          setIsByKey(event.detail === 0);
          if (!open) setShown(typeof entries === 'function' ? entries() : entries);
          setOpen(!open);
        },
      })}
      {used && (
        <LayerBoundary open={open} onClose={() => setOpen(false)}>
          <MenuLayer
            label={label}
            anchor={anchor}
            entries={shown}
            open={open}
            isByKey={isByKey}
            onOpenChange={setOpen}
          />
        </LayerBoundary>
      )}
    </>
  );
}
