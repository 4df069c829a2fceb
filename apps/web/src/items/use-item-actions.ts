import type { ItemStatus, Result } from '@foray/domain';
import type { ActionFailure, ItemEdit, LocalItem } from '@foray/sync';
import { messages } from '../messages/messages.ts';
import { useActions } from '../replica/index.ts';
import { toast } from '../ui/toast.ts';
import { focusWhenBack } from './list-focus.ts';

const { itemToasts: said, item: strings } = messages;

/**
 * What can be done to an item that is there; each says how it went in a toast. `seen` is
 * the item as it was shown when the editor, dialog or menu opened, or as it was painted where nothing
 * opens: never read it again at the time of saving (decision 0063).
 */
export interface ItemActions {
  /** True once the change is durable, or the person kept the other version. */
  edit(seen: LocalItem, edit: ItemEdit): Promise<boolean>;
  setStatus(seen: LocalItem, status: ItemStatus): Promise<boolean>;
  /** Null unassigns. */
  assign(seen: LocalItem, userId: number | null): Promise<boolean>;
  /** Ends somebody's assignments on the item and on everything below it, both as they were shown. */
  removePerson(person: Removal): Promise<boolean>;
  /** Null moves to the top. */
  move(seen: LocalItem, parentUuid: string | null): Promise<boolean>;
  /** Deletes the item alone, or with exactly the descendants shown; the toast can take it back. */
  remove(seen: LocalItem, withChildren?: readonly LocalItem[]): Promise<boolean>;
}

/** Somebody to be removed, with what was shown of the items when that was asked. */
export interface Removal {
  readonly seen: LocalItem;
  readonly below: readonly LocalItem[];
  readonly userId: number;
  readonly name: string;
}

type Outcome = Result<LocalItem, ActionFailure>;

/** Whether this device had changed the same, and the person kept that. */
function isOtherKept(done: Outcome): boolean {
  return !done.ok && done.error.code === 'changed';
}

/** Whether the conflict dialog opens, which says what there is to say. */
function isInConflict(done: Outcome, seen: LocalItem): boolean {
  return done.ok && done.value._conflictType !== undefined && seen._conflictType === undefined;
}

function fail(description: string): false {
  toast({ tone: 'error', title: messages.error, description });
  return false;
}

/** The actions of cards, menus and detail pages, with their specified messages. */
export function useItemActions(): ItemActions {
  const actions = useActions();

  async function restore(item: LocalItem): Promise<void> {
    const done = await actions.restoreItem(item.uuid);
    if (!done.ok) fail(said.updateFailed[item.type]);
    else focusWhenBack(item.uuid);
  }

  async function setBack(after: LocalItem, status: ItemStatus): Promise<void> {
    const done = await actions.setStatus(after, status);
    if (done.ok) focusWhenBack(after.uuid);
    else if (!isOtherKept(done)) fail(said.updateFailed[after.type]);
  }

  return {
    async edit(item, edit) {
      const done = await actions.updateItem(item, edit);
      if (isOtherKept(done) || isInConflict(done, item)) return true;
      if (!done.ok && done.error.code === 'not_found') return fail(strings.gone);
      if (!done.ok) return fail(said.updateFailed[item.type]);
      toast({ title: said.updated[item.type] });
      return true;
    },
    async setStatus(item, status) {
      const done = await actions.setStatus(item, status);
      if (isOtherKept(done) || isInConflict(done, item)) return true;
      if (!done.ok) return fail(said.updateFailed[item.type]);
      toast({
        title: said.updated[item.type],
        description: strings.statusSaid[status](item.title),
        action: {
          label: messages.undo,
          altText: said.statusUndoAlt,
          onAction: () => void setBack(done.value, item.status),
        },
      });
      return true;
    },
    async assign(item, userId) {
      const done = await actions.assign(item, userId);
      if (isOtherKept(done) || isInConflict(done, item)) return true;
      if (!done.ok) return fail(said.assignFailed[item.type]);
      toast({ title: said.assigned[item.type] });
      return true;
    },
    async removePerson({ seen, below, userId, name }) {
      const done = await actions.removePerson(seen, userId, below);
      if (isOtherKept(done)) return false;
      if (!done.ok) return fail(said.assignFailed[seen.type]);
      toast({ title: messages.people.removed(name) });
      return true;
    },
    async move(item, parentUuid) {
      const done = await actions.moveItem(item, parentUuid);
      if (isOtherKept(done) || isInConflict(done, item)) return true;
      if (!done.ok) return fail(said.updateFailed[item.type]);
      toast({ title: said.updated[item.type] });
      return true;
    },
    async remove(item, withChildren = []) {
      const done = await actions.deleteItem(item, withChildren);
      if (isOtherKept(done)) return false;
      if (isInConflict(done, item)) return true;
      if (!done.ok) return fail(said.deleteFailed[item.type]);
      toast({
        title: said.deletedTitle[item.type],
        description: said.deletedText[item.type],
        action: {
          label: messages.undo,
          altText: said.undoAlt,
          onAction: () => void restore(item),
        },
      });
      return true;
    },
  };
}
