import { createContext, use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { AssignDialog } from './assign-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

/** A question about one item. */
export interface ItemQuestion {
  readonly kind: 'edit' | 'assign' | 'move' | 'delete';
  readonly uuid: string;
}

/** What the rows of a screen ask of it. */
export interface ItemScreen {
  ask(question: ItemQuestion): void;
  /** Hears of an item that was deleted from this screen. */
  removed(uuid: string): void;
}

const ScreenContext = createContext<ItemScreen | null>(null);

/** The screen around an item; throws outside of ItemDialogs. */
export function useItemScreen(): ItemScreen {
  const screen = use(ScreenContext);
  if (screen === null) throw new Error('useItemScreen stands outside ItemDialogs');
  return screen;
}

const ignore = () => {};

/**
 * Holds the dialogs about items for all rows of a screen, so that a row costs none and a dialog
 * outlives its row. `onRemoved` hears of an item that was deleted from here; give it a stable one.
 */
export function ItemDialogs({
  onRemoved = ignore,
  children,
}: {
  readonly onRemoved?: ((uuid: string) => void) | undefined;
  readonly children: ReactNode;
}) {
  const [question, setQuestion] = useState<ItemQuestion | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const screen = useMemo<ItemScreen>(
    () => ({
      ask(next) {
        setQuestion(next);
        setIsOpen(true);
      },
      removed: onRemoved,
    }),
    [onRemoved],
  );
  const shared = { uuid: question?.uuid ?? '', open: isOpen, onOpenChange: setIsOpen };
  const key = question?.uuid;
  return (
    <ScreenContext value={screen}>
      {children}
      {question?.kind === 'edit' && <EditDialog key={key} {...shared} />}
      {question?.kind === 'assign' && <AssignDialog key={key} {...shared} />}
      {question?.kind === 'move' && <MoveDialog key={key} {...shared} />}
      {question?.kind === 'delete' && <DeleteDialog key={key} {...shared} onRemoved={onRemoved} />}
    </ScreenContext>
  );
}
