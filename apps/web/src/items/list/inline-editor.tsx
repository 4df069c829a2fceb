import type { PlainChange } from '@foray/sync';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { useAccountLeft } from '../../replica/index.ts';
import { afterPress } from '../../ui/interaction/after-press.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import type { InlineEdit } from './inline-edit.ts';

/** Whether a key ends the edit of its field: Enter, in a text of several lines with Ctrl or Cmd. */
function isEnding({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isLong = target instanceof HTMLTextAreaElement && target.rows > 1;
  return isLong ? ctrlKey || metaKey : !(target instanceof HTMLButtonElement);
}

/**
 * Fields that edit a part of an item in place. Enter or leaving them saves, and so does going Back, which
 * removes them without a blur. Escape saves too, unless it `cancels`. A press that leaves them acts on its
 * target before they close.
 */
export function InlineEditor({
  edit: { isOpen, end },
  changes,
  cancels = false,
  className,
  children,
}: {
  readonly edit: InlineEdit;
  /** Whether Escape saves nothing, as the specification has it for a title. */
  readonly cancels?: boolean | undefined;
  /** The change to be saved; null for none, undefined for a text that no item can have. */
  readonly changes: () => PlainChange | null | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const onRemoved = useEffectEvent(() => {
    const change = isOpen() ? changes() : null;
    if (change) end(change, false);
  });
  useEffect(() => () => onRemoved(), []);
  // Typed text is dropped with its account, so that it does not become a change in the next account.
  useAccountLeft(() => end(null, false));
  const save = (byKey: boolean) => {
    const change = changes();
    if (change !== undefined) end(change, byKey);
  };
  const boundary = {
    onKeyDown(event: KeyboardEvent) {
      const key = pressedKey(event);
      if (key === 'Escape') {
        if (cancels) end(null, true);
        else save(true);
      } else if (key === 'Enter' && isEnding(event)) {
        if (!event.shiftKey) save(true);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (box.current?.contains(relatedTarget)) return;
      afterPress(() => {
        // A press on a label within focuses its field again; another window leaves it the focus.
        const isBack = document.hasFocus() && box.current?.contains(document.activeElement);
        if (!isBack) save(false);
      });
    },
  };
  return (
    <div ref={box} data-own-escape="" {...boundary} className={className}>
      {children}
    </div>
  );
}
