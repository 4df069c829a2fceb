import type { LocalItem, PlainChange } from '@foray/sync';
import { useEffect, useEffectEvent } from 'react';
import { useItem } from '../../replica/index.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { DateDialog, ManyDatesDialog } from './date-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { ItemDialogProps, ItemQuestion } from './item-dialogs.tsx';
import { LabelsDialog } from './labels-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { UnassignQuestion } from './unassign-question.tsx';

/**
 * The dialog about an item that `kind` names. It closes for good when the item is gone, except for the one that
 * edits it, which keeps the typed text, and the one for several items.
 */
export default function QuestionDialog({
  kind,
  next,
  typed,
  all,
  onRemoved,
  ...shared
}: ItemDialogProps &
  Pick<ItemQuestion, 'kind'> & {
    readonly all: readonly LocalItem[] | undefined;
    readonly next: number | null;
    readonly typed: PlainChange | null;
    readonly onRemoved: (uuid: string) => void;
  }) {
  const { seen, open, onOpenChange } = shared;
  const isOver = useItem(seen.uuid) === undefined && kind !== 'edit' && all === undefined;
  const close = useEffectEvent(() => onOpenChange(false));
  useEffect(() => {
    if (isOver && open) close();
  }, [isOver, open]);
  if (isOver) return null;
  switch (kind) {
    case 'edit':
      return <EditDialog {...shared} typed={typed} />;
    case 'date':
      return all === undefined ? (
        <DateDialog {...shared} />
      ) : (
        <ManyDatesDialog {...shared} all={all} />
      );
    case 'labels':
      return <LabelsDialog {...shared} />;
    case 'assign':
      return <AssignDialog {...shared} />;
    case 'unassign':
      return open ? (
        <UnassignQuestion item={seen} next={next} onClose={() => onOpenChange(false)} />
      ) : null;
    case 'move':
      return <MoveDialog {...shared} />;
    case 'delete':
      return <DeleteDialog {...shared} onRemoved={onRemoved} />;
  }
}
