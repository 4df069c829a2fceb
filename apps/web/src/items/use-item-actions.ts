import type { ItemStatus } from '@foray/domain';
import type { ItemEdit, LocalItem } from '@foray/sync';
import { messages } from '../messages/messages.ts';
import { useActions } from '../replica/index.ts';
import { toast } from '../ui/toast.ts';
import { focusWhenBack } from './list-focus.ts';

const { itemToasts: said, item: words } = messages;

/** What can be done to an item that is there; each says how it went in a toast (section 8). */
export interface ItemActions {
  /** True once the change is durable. */
  edit(item: LocalItem, edit: ItemEdit): Promise<boolean>;
  setStatus(item: LocalItem, status: ItemStatus): Promise<boolean>;
  /** Null unassigns. */
  assign(item: LocalItem, userId: number | null): Promise<boolean>;
  /** Null moves to the top. */
  move(item: LocalItem, parentUuid: string | null): Promise<boolean>;
  /** Deletes the item alone, or with exactly the descendants named; the toast can take it back. */
  remove(item: LocalItem, withChildren?: readonly string[]): Promise<boolean>;
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

  async function setBack(item: LocalItem): Promise<void> {
    const done = await actions.setStatus(item.uuid, item.status);
    if (!done.ok) fail(said.updateFailed[item.type]);
    else focusWhenBack(item.uuid);
  }

  return {
    async edit(item, edit) {
      const done = await actions.updateItem(item.uuid, edit);
      if (!done.ok) return fail(said.updateFailed[item.type]);
      toast({ title: said.updated[item.type] });
      return true;
    },
    async setStatus(item, status) {
      const done = await actions.setStatus(item.uuid, status);
      if (!done.ok) return fail(said.updateFailed[item.type]);
      toast({
        title: said.updated[item.type],
        description: words.statusSaid[status](item.title),
        action: {
          label: messages.undo,
          altText: said.statusUndoAlt,
          onAction: () => void setBack(item),
        },
      });
      return true;
    },
    async assign(item, userId) {
      const done = await actions.assign(item.uuid, userId);
      if (!done.ok) return fail(said.assignFailed[item.type]);
      toast({ title: said.assigned[item.type] });
      return true;
    },
    async move(item, parentUuid) {
      const done = await actions.moveItem(item.uuid, parentUuid);
      if (!done.ok) return fail(said.updateFailed[item.type]);
      toast({ title: said.updated[item.type] });
      return true;
    },
    async remove(item, withChildren = []) {
      const done = await actions.deleteItem(item.uuid, withChildren);
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
