import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { Observable } from '../../state/observable.ts';
import { afterPress } from '../../ui/interaction/after-press.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import { isEmptyDraft } from '../fields/item-draft.ts';
import type { PersistedDraft } from './persisted-draft.ts';

/** The number of open quick-add cards. */
export const openQuickAdds = new Observable(0);

/** `hinting`: it is open, and Enter was pressed in the title without effect. */
type CardPhase = 'closed' | 'open' | 'hinting';

/** Runs `work` if the focus is outside the form once a press is over. */
function whereLeft(form: HTMLFormElement | null | undefined, work: () => void): void {
  afterPress(() => {
    if (!form?.contains(document.activeElement)) work();
  });
}

export type CardOpening = ReturnType<typeof useCardOpening>;

/**
 * The opening of a quick-add card: it is open while it has the focus or something is typed in it. `onClosed`
 * is called when it has closed again.
 */
export function useCardOpening(
  { draft, isSent }: PersistedDraft,
  titleField: RefObject<HTMLInputElement | null>,
  onClosed?: () => void,
) {
  const isEmpty = isEmptyDraft(draft);
  const [phase, setPhase] = useState<CardPhase>(isEmpty ? 'closed' : 'open');
  const isOpen = phase !== 'closed';
  const change = (next: CardPhase) => setPhase((was) => (was === 'closed' ? was : next));

  const wasOpen = useRef(false);
  const onClose = useEffectEvent(() => onClosed?.());
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClose();
    wasOpen.current = isOpen;
    const count = (by: number) => openQuickAdds.set(openQuickAdds.get() + by);
    const own = Number(isOpen);
    count(own);
    return () => count(-own);
  }, [isOpen]);

  // A card that was cleared while its user is elsewhere closes.
  useEffect(() => {
    if (!isSent && isEmptyDraft(draft)) {
      whereLeft(titleField.current?.form, () => setPhase('closed'));
    }
  }, [isSent, draft, titleField]);

  return {
    phase,
    isOpen,
    open: () => setPhase('open'),
    hint: () => change('hinting'),
    endHint: () => change('open'),
    /** The handlers of the form, since any of its fields may have the focus. */
    boundary: {
      onFocus: () => setPhase((was) => (was === 'closed' ? 'open' : was)),
      onBlur(event: FocusEvent<HTMLFormElement>) {
        const form = event.currentTarget;
        if (form.contains(event.relatedTarget) || !isEmpty) return;
        whereLeft(form, () => setPhase('closed'));
      },
      onKeyDown(event: KeyboardEvent) {
        if (pressedKey(event) !== 'Escape' || !isEmpty) return;
        // A closed card leaves the keys to the page.
        titleField.current?.[isOpen ? 'focus' : 'blur']();
        setPhase('closed');
      },
    },
  };
}
