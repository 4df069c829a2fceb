import type { PlainChange, LocalItem } from '@foray/sync';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useClient } from '../../replica/index.ts';
import { useItemScreen } from '../dialogs/item-dialogs.tsx';
import { giveTitleBack } from '../create/store-draft.ts';
import { useItemActions } from '../actions/use-item-actions.ts';

/**
 * Ends editing in place, once; null saves nothing. When a key ends it the focus returns to the opener.
 */
export type EndEdit = (change: PlainChange | null, byKey: boolean) => void;

/** Editing a part of an item in place. */
export interface InlineEdit {
  /** The item as it was when editing began; null while nothing is edited. */
  readonly seen: LocalItem | null;
  /** The button that starts editing. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  start(): void;
  readonly end: EndEdit;
  /** Whether it has begun and not ended. */
  isOpen(): boolean;
}

/**
 * Edits a part of an item in place. A change that cannot be saved is kept in the item's dialog, to be saved
 * again or copied.
 */
export function useInlineEdit(item: LocalItem): InlineEdit {
  const [seen, setSeen] = useState<LocalItem | null>(null);
  const isOpen = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { edit } = useItemActions();
  const { replica } = useClient();
  const { ask } = useItemScreen();

  const save = async (before: LocalItem, change: PlainChange) => {
    const { title } = change;
    const isGone = replica.get().item(before.uuid) === undefined;
    if (title !== undefined && isGone && giveTitleBack(before.title, title)) return;
    if (!(await edit(before, change))) ask({ kind: 'edit', item: before, typed: change });
  };
  return {
    seen,
    opener,
    isOpen: () => isOpen.current,
    start() {
      isOpen.current = true;
      setSeen(item);
    },
    end(change, byKey) {
      if (!isOpen.current) return;
      isOpen.current = false;
      if (byKey) {
        flushSync(() => setSeen(null));
        opener.current?.focus();
      } else setSeen(null);
      if (change !== null && seen !== null) void save(seen, change);
    },
  };
}
