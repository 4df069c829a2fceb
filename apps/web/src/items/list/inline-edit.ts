import type { PlainChange, LocalItem } from '@foray/sync';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useAccountLeft, useClient } from '../../replica/index.ts';
import { useItemScreen } from '../dialogs/item-dialogs.tsx';
import { giveTitleBack } from '../create/store-draft.ts';
import { useItemActions } from '../actions/use-item-actions.ts';

/** Ends editing in place; null saves nothing. When a key ends it the focus returns to the opener. */
export type EndEdit = (change: PlainChange | null, byKey: boolean) => void;

/** Editing a part of an item in place. */
export interface InlineEdit {
  /** The item as it was when editing began; null while nothing is edited. */
  readonly seen: LocalItem | null;
  /** The button that starts editing. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  start(): void;
  readonly end: EndEdit;
}

/**
 * Edits a part of an item in place. A change that cannot be saved is kept in the item's dialog, to be saved
 * again or copied.
 */
export function useInlineEdit(item: LocalItem): InlineEdit {
  const [seen, setSeen] = useState<LocalItem | null>(null);
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
    start: () => setSeen(item),
    end(change, byKey) {
      if (byKey) {
        flushSync(() => setSeen(null));
        opener.current?.focus();
      } else setSeen(null);
      if (change !== null && seen !== null) void save(seen, change);
    },
  };
}

/**
 * Ends an editor exactly once: `save` ends it with the value of `typed` (undefined for nothing to save),
 * `cancel` with undefined. Going Back removes the field without a blur, and saves too.
 */
export function useEnding<T>(
  typed: () => T | undefined,
  onEnd: (value: T | undefined, byKey: boolean) => void,
) {
  const isOver = useRef(false);
  const end = (value: T | undefined, byKey: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(value, byKey);
  };
  const leave = useEffectEvent(() => {
    const value = typed();
    if (value !== undefined) end(value, false);
  });
  useEffect(() => () => leave(), []);
  // Typed text is dropped with its account, so that it does not become a change in the next account.
  useAccountLeft(() => {
    isOver.current = true;
  });
  return {
    end,
    save: (byKey: boolean) => end(typed(), byKey),
    cancel: () => end(undefined, true),
  };
}
