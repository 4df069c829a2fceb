import { isRepeating } from '@foray/domain';
import type { ItemStatus, LabelChange, Result } from '@foray/domain';
import type { ActionFailure, ItemEdit, LocalItem } from '@foray/sync';
import { listMessages } from '../../messages/list-messages.ts';
import { useActions, type ClientActions } from '../../replica/index.ts';
import { toast, toastError, type ToastContent } from '../../ui/layers/toast.ts';
import { completion } from './just-completed.ts';

const { itemToasts: said, item: strings } = listMessages;

type Outcome = Result<LocalItem, ActionFailure>;

/** Whether this device had changed the same fields, and the person kept that version. */
export function isOtherKept(done: Outcome): boolean {
  return !done.ok && done.error.code === 'changed';
}

/** Whether the conflict dialog opens, which makes a toast unnecessary. */
function isInConflict(done: Outcome, seen: LocalItem): boolean {
  return done.ok && done.value._conflictType !== undefined && seen._conflictType === undefined;
}

/** Shows why nothing was stored; false, as the outcome of the action. */
export function fail(description: string): false {
  toastError(description);
  return false;
}

/** The part of the message about a completed or skipped occurrence that says when the item is next due. */
async function nextOf(
  done: Outcome,
  seen: LocalItem,
  what: 'completed' | 'skipped',
): Promise<string | undefined> {
  if (!done.ok || !isRepeating(seen)) return undefined;
  // Without this code the message is the usual one.
  const said = await import('./message-parts.ts').catch(() => null);
  return said?.sayNext(done.value, what);
}

async function undoOf(actions: ClientActions, after: LocalItem): Promise<void> {
  const { undoFromToast } = await import('./message-parts.ts');
  return undoFromToast(actions, after);
}

/** Shows the outcome of a change; true once it is durable, or the person kept the other version. */
export function report(
  done: Outcome,
  seen: LocalItem,
  failed: string,
  success: ToastContent,
): boolean {
  if (isOtherKept(done) || isInConflict(done, seen)) return true;
  if (!done.ok) return fail(failed);
  toast(success);
  return true;
}

/**
 * The actions on an existing item; each shows its outcome in a toast. `seen` is the item as it was shown
 * when the editor, dialog or menu opened, or as it was painted if nothing opens: never read it again at the
 * time of saving (decision 0063).
 */
export function useItemActions() {
  const actions = useActions();

  /** The button of a toast that undoes its action; its code loads with the later part of the frame. */
  const undo = (done: Outcome, altText: string) => ({
    label: listMessages.undo,
    altText,
    onAction: () => void (done.ok && undoOf(actions, done.value)),
  });

  return {
    /** Changes fields, and labels if they are given; one undo takes everything back. */
    async edit(
      seen: LocalItem,
      ...change: [fields: ItemEdit['change'], labels?: LabelChange]
    ): Promise<boolean> {
      const done = await actions.updateItem(seen, ...change);
      const isGone = !done.ok && done.error.code === 'not_found';
      const failed = isGone ? strings.gone : said.updateFailed[seen.type];
      return report(done, seen, failed, {
        title: said.updated[seen.type],
        action: undo(done, said.undoAlt),
      });
    },
    /** Adds labels and removes others. */
    async label(seen: LocalItem, change: LabelChange): Promise<boolean> {
      const done = await actions.labelItem(seen, change);
      const success = { title: said.updated[seen.type], action: undo(done, said.undoAlt) };
      return report(done, seen, said.updateFailed[seen.type], success);
    },
    async setStatus(seen: LocalItem, status: ItemStatus): Promise<boolean> {
      const completed = status === 'completed' && completion.isShown() ? { ...seen, status } : null;
      if (completed !== null) completion.item = completed;
      const done = await actions.setStatus(seen, status);
      // The next item may have been completed before this one was stored.
      if (completion.item === completed) completion.item = null;
      const next = status === 'completed' ? await nextOf(done, seen, status) : undefined;
      return report(done, seen, said.updateFailed[seen.type], {
        title: said.updated[seen.type],
        description: next ?? strings.statusSaid[status](seen.title),
        action: undo(done, next === undefined ? said.statusUndoAlt : said.undoAlt),
      });
    },
    /** Moves a repeating item to its next date without completing it; the toast can undo it. */
    async skip(seen: LocalItem): Promise<boolean> {
      const done = await actions.skip(seen);
      return report(done, seen, said.updateFailed[seen.type], {
        title: said.updated[seen.type],
        description: await nextOf(done, seen, 'skipped'),
        action: undo(done, said.undoAlt),
      });
    },
    /** Null unassigns. */
    async assign(seen: LocalItem, userId: number | null): Promise<boolean> {
      const done = await actions.assign(seen, userId);
      const success = { title: said.assigned[seen.type], action: undo(done, said.undoAlt) };
      return report(done, seen, said.assignFailed[seen.type], success);
    },
    /** Null moves to the top level. */
    async move(seen: LocalItem, parentUuid: string | null): Promise<boolean> {
      const done = await actions.moveItem(seen, parentUuid);
      const success = { title: said.updated[seen.type], action: undo(done, said.undoAlt) };
      return report(done, seen, said.updateFailed[seen.type], success);
    },
    /** Deletes the item alone, or with exactly the descendants shown; the toast can undo it. */
    async remove(seen: LocalItem, withChildren: readonly LocalItem[] = []): Promise<boolean> {
      const done = await actions.deleteItem(seen, withChildren);
      if (isOtherKept(done)) return false;
      return report(done, seen, said.deleteFailed[seen.type], {
        title: said.deletedTitle[seen.type],
        description: said.deletedText[seen.type],
        action: undo(done, said.undoAlt),
      });
    },
  };
}
