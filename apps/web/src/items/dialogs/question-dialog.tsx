import type { LocalItem, PlainChange } from '@foray/sync';
import { AssignDialog } from './assign-dialog.tsx';
import { DateDialog, ManyDatesDialog } from './date-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { ItemDialogProps, ItemQuestion } from './item-dialogs.tsx';
import { LabelsDialog } from './labels-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { UnassignQuestion } from './unassign-question.tsx';

/** The dialog about an item that `kind` names. */
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
