import type { LocalItem } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useActions } from '../../replica/index.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';
import { editForDay, sayDay } from './planning.ts';
import { undoFromToast } from './undo.ts';

const { planning: strings } = lazyMessages;

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
        altText: listMessages.itemToasts.undoAlt,
        onAction: () => void undoFromToast(actions, item),
      },
    });
  };
}
