import { dueDay } from '@foray/domain';
import type { LocalItem, PlainChange } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useActions } from '../../replica/index.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';
import { editForDay, sayDay } from './planning.ts';
import { undoFromToast } from './undo.ts';
import { report } from './use-item-actions.ts';

const { planning: strings } = lazyMessages;
const { itemToasts } = listMessages;

/**
 * Changes the date of an item, with its time and rule; `seen` as it was shown. The toast says the day and can
 * undo it; true once the change is durable.
 */
export function useSchedule() {
  const actions = useActions();
  return async (seen: LocalItem, change: PlainChange): Promise<boolean> => {
    const done = await actions.updateItem(seen, change);
    const day = done.ok ? dueDay(done.value) : null;
    return report(done, seen, itemToasts.updateFailed[seen.type], {
      title: itemToasts.updated[seen.type],
      description:
        day === null ? strings.unplanned(seen.title) : strings.planned(seen.title, sayDay(day)),
      action: {
        label: listMessages.undo,
        altText: itemToasts.statusUndoAlt,
        onAction: () => void (done.ok && undoFromToast(actions, done.value)),
      },
    });
  };
}

/**
 * Moves items to a day, or removes their days, as one action; `seen` as they were shown. The toast counts the
 * moved and the others, and can undo it.
 */
export function useScheduleItems() {
  const actions = useActions();
  return async (seen: readonly LocalItem[], day: string | null): Promise<void> => {
    const done = await actions.updateItems(
      seen.map((item) => ({ seen: item, change: editForDay(item.type, day) })),
    );
    if (!done.ok) {
      const isForbidden = done.error.code === 'forbidden';
      toastError(isForbidden ? strings.noneToMove : strings.moveFailed);
      return;
    }
    const { item, refusals } = done.value;
    const notTheirs = refusals.filter(({ code }) => code === 'forbidden').length;
    const changed = refusals.length - notTheirs;
    toast({
      title: strings.moved(seen.length - refusals.length, notTheirs, changed),
      description: strings.movedTo(day === null ? null : sayDay(day)),
      action: {
        label: listMessages.undo,
        altText: itemToasts.undoAlt,
        onAction: () => void undoFromToast(actions, item),
      },
    });
  };
}
