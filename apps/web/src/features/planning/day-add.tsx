import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { usePersistedDraft } from '../../items/create/persisted-draft.ts';
import { QuickAdd } from '../../items/create/quick-add.tsx';
import type { QuickAddHandle } from '../../items/create/quick-add.tsx';
import { isEmptyDraft } from '../../items/fields/item-draft.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';

/** The types that have a due date. */
export const dayTypes = ['task', 'todo'] as const;

/**
 * The button that adds to a day, and the card that it opens above the day's list; the card goes when it is
 * left empty.
 */
export function useDayAdd(
  day: string,
  name: string,
): { readonly button: ReactNode; readonly card: ReactNode } {
  const { draft, unstored } = usePersistedDraft(`card ${day}`, 'todo');
  const [isAdding, setIsAdding] = useState(!isEmptyDraft(draft) || unstored.length > 0);
  const box = useRef<HTMLDivElement>(null);
  const card = useRef<QuickAddHandle>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const start = () => {
    flushSync(() => setIsAdding(true));
    card.current?.start(draft.type);
  };
  const close = () => {
    if (box.current?.contains(document.activeElement)) opener.current?.focus();
    setIsAdding(false);
  };
  return {
    button: (
      <IconButton
        ref={opener}
        label={lazyMessages.planning.addOn(name)}
        icon={firstIcons.plus}
        size="small"
        // Above the menus of the rows.
        className="me-[3px]"
        onClick={start}
      />
    ),
    card: isAdding && (
      <div ref={box}>
        <QuickAdd ref={card} types={dayTypes} day={day} place={day} onClosed={close} />
      </div>
    ),
  };
}
