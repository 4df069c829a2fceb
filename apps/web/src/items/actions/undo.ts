import type { Kept, LocalItem } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import type { ClientActions, UndoableAction, UndoWay } from '../../replica/index.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';
import { focusWhenBack } from './list-focus.ts';

const { item: strings, itemToasts } = listMessages;
const { undoing } = lazyMessages;

type UndoOutcome = Awaited<ReturnType<ClientActions['undo']>>;

/** Undoes or redoes this tab's last action, and names it. */
export async function undoByKey(actions: ClientActions, way: UndoWay): Promise<void> {
  const outcome = await actions[way]();
  if (!isDone(outcome, way)) return;
  const { what, item, count, kept } = outcome;
  const about = count > 1 ? undoing.several(count - kept.length) : undoing.quoted(item.title);
  toast({
    title: undoing.said[way](nameOf(what, item)),
    description: kept.length === 0 ? about : `${about}. ${stays(outcome)}`,
  });
}

/** Undoes the action with the outcome `after`, from its toast: the focus moves to the restored item. */
export async function undoFromToast(actions: ClientActions, after: LocalItem): Promise<void> {
  const outcome = await actions.undo(after);
  if (!isDone(outcome, 'undo')) return;
  if (outcome.kept.length > 0) toast({ title: undoing.partly, description: stays(outcome) });
  focusWhenBack(outcome.item.uuid);
}

/** Shows the reason if nothing was done. */
function isDone(
  outcome: UndoOutcome,
  way: UndoWay,
): outcome is Extract<UndoOutcome, { readonly kind: 'done' }> {
  switch (outcome.kind) {
    case 'done':
      return true;
    case 'nothing':
      toast({ title: undoing.nothing[way] });
      return false;
    case 'changed':
      toast({ title: undoing.not[way], description: stays(outcome) });
      return false;
    case 'failed': {
      const isGone = outcome.code === 'not_found';
      toastError(isGone ? strings.gone : itemToasts.updateFailed[outcome.item.type]);
      return false;
    }
  }
}

/**
 * The text that names the fields of a single item, or the items, that undo leaves because they have changed
 * since.
 */
function stays({ count, kept }: { readonly count: number; readonly kept: readonly Kept[] }) {
  const [first, ...others] = kept;
  if (first === undefined || others.length > 0) return undoing.severalKept(kept.length);
  const { item, fields } = first;
  const isAll = count > 1 || fields.length === 0;
  return isAll ? undoing.itemKept(item.title) : undoing.kept(fields);
}

function nameOf(what: UndoableAction, { type }: LocalItem): string {
  switch (what) {
    case 'created':
      return undoing.created[type];
    case 'updated':
      return itemToasts.updated[type];
    case 'assigned':
      return itemToasts.assigned[type];
    case 'deleted':
      return itemToasts.deletedTitle[type];
    case 'restored':
      return undoing.restored[type];
  }
}
