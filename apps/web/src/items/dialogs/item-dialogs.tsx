import type { PlainChange, LocalItem } from '@foray/sync';
import { createContext, use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useAccountLeft } from '../../replica/index.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import type { ItemMenuCommand } from '../actions/item-menu-command.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

/** The props of every dialog about an item. */
export interface ItemDialogProps {
  /** The item as it was shown when the dialog opened, for display and comparison (decision 0063). */
  readonly seen: LocalItem;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const QuestionDialog = lazyComponent(
  () => import('./question-dialog.tsx'),
  (it) => it.default,
);

/** Loads the code of the dialogs before one is opened, e.g. when the app is idle. */
export const preloadItemDialogs = QuestionDialog.preload;

/** A question about one item. */
export interface ItemQuestion {
  readonly kind: 'edit' | 'date' | 'labels' | 'assign' | 'unassign' | 'move' | 'delete';
  /** The item as it is shown now. */
  readonly item: LocalItem;
  /** With unassign: the assignee from then on. */
  readonly next?: number | null;
  /** With edit: changes typed elsewhere that could not be saved. */
  readonly typed?: PlainChange;
  /** With date: all items that get the date, instead of the item alone. */
  readonly all?: readonly LocalItem[];
}

/** A question being asked, distinct from an earlier one about the same item. */
interface Asked extends ItemQuestion {
  readonly count: number;
}

/** The requests of rows to their screen. */
export interface ItemScreen {
  ask(question: ItemQuestion): void;
  /** Called for an item that was deleted from this screen. */
  removed(uuid: string): void;
  /** The commands that the list around a row has for its item. */
  readonly commandsOf?: (uuid: string) => readonly ItemMenuCommand[];
}

/** The screen around its items, and in a list with commands of its own that list. */
export const ScreenContext = createContext<ItemScreen | null>(null);

/** The screen around an item; throws outside of ItemDialogs. */
export function useItemScreen(): ItemScreen {
  const screen = use(ScreenContext);
  if (screen === null) throw new Error('useItemScreen stands outside ItemDialogs');
  return screen;
}

const ignore = () => {};

/**
 * Holds the dialogs about items for all rows of a screen, so that a row costs none and a dialog outlives its
 * row. `onRemoved` is called for an item that was deleted from here; pass a stable function.
 */
export function ItemDialogs({
  onRemoved = ignore,
  children,
}: {
  readonly onRemoved?: ((uuid: string) => void) | undefined;
  readonly children: ReactNode;
}) {
  const [question, setQuestion] = useState<Asked | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const screen = useMemo<ItemScreen>(
    () => ({
      ask(next) {
        setQuestion((last) => ({ ...next, count: (last?.count ?? 0) + 1 }));
        setIsOpen(true);
      },
      removed: onRemoved,
    }),
    [onRemoved],
  );
  // The question keeps the item as it was shown.
  useAccountLeft(() => setQuestion(null));
  return (
    <ScreenContext value={screen}>
      {children}
      {question && (
        <LayerBoundary open={isOpen} onClose={() => setIsOpen(false)}>
          <QuestionDialog
            key={question.count}
            kind={question.kind}
            seen={question.item}
            next={question.next ?? null}
            typed={question.typed ?? null}
            all={question.all}
            open={isOpen}
            onOpenChange={setIsOpen}
            onRemoved={onRemoved}
          />
        </LayerBoundary>
      )}
    </ScreenContext>
  );
}
