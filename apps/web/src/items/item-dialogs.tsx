import type { LocalItem } from '@foray/sync';
import { createContext, use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useAccountLeft } from '../replica/index.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { ItemDialogProps } from './item-dialog-props.ts';
import { MoveDialog } from './move-dialog.tsx';
import { UnassignQuestion } from './unassign-question.tsx';

/** A question about one item. */
export interface ItemQuestion {
  readonly kind: 'edit' | 'assign' | 'unassign' | 'move' | 'delete';
  /** As it is shown now. */
  readonly item: LocalItem;
  /** With unassign: who does the item from then on. */
  readonly next?: number | null;
}

/** A question that was asked, distinct from an earlier one about the same item. */
interface Asked extends ItemQuestion {
  readonly count: number;
}

/** What the rows of a screen ask of it. */
export interface ItemScreen {
  ask(question: ItemQuestion): void;
  /** Called for an item that was deleted from this screen. */
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
 * outlives its row. `onRemoved` is called for an item that was deleted from here; give it a stable one.
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
  // It holds the item as it was shown.
  useAccountLeft(() => setQuestion(null));
  return (
    <ScreenContext value={screen}>
      {children}
      {question && (
        <QuestionDialog
          key={question.count}
          kind={question.kind}
          seen={question.item}
          next={question.next ?? null}
          open={isOpen}
          onOpenChange={setIsOpen}
          onRemoved={onRemoved}
        />
      )}
    </ScreenContext>
  );
}

function QuestionDialog({
  kind,
  next,
  onRemoved,
  ...shared
}: ItemDialogProps &
  Pick<ItemQuestion, 'kind'> & {
    readonly next: number | null;
    readonly onRemoved: (uuid: string) => void;
  }) {
  switch (kind) {
    case 'edit':
      return <EditDialog {...shared} />;
    case 'assign':
      return <AssignDialog {...shared} />;
    case 'unassign':
      return shared.open ? (
        <UnassignQuestion
          item={shared.seen}
          next={next}
          onClose={() => shared.onOpenChange(false)}
        />
      ) : null;
    case 'move':
      return <MoveDialog {...shared} />;
    case 'delete':
      return <DeleteDialog {...shared} onRemoved={onRemoved} />;
  }
}
