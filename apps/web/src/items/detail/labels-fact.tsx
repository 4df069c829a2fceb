import type { LocalItem } from '@foray/sync';
import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { FactButton } from './fact-button.tsx';
import { LabelsField } from '../fields/labels-field.tsx';
import { LabelsText } from '../fields/labels-text.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { facts } = lazyMessages;

/** The labels of an item, which open a field that adds and removes single labels. */
export function LabelsFact({ item }: { readonly item: LocalItem }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { label } = useItemActions();
  const closeByKey = () => {
    flushSync(() => setIsOpen(false));
    opener.current?.focus();
  };
  const boundary = {
    onKeyDown(event: KeyboardEvent) {
      // An Enter that adds nothing ends the edit.
      const key = pressedKey(event);
      const isEnd = key === 'Enter' && event.target instanceof HTMLInputElement;
      if (key !== 'Escape' && !isEnd) return;
      event.preventDefault();
      event.stopPropagation();
      closeByKey();
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (!box.current?.contains(relatedTarget)) setIsOpen(false);
    },
  };
  if (isOpen) {
    return (
      <div ref={box} data-own-escape="" {...boundary} className="flex min-w-0 flex-1">
        <LabelsField
          labels={item.labels}
          hasFocus
          onChange={(change) => void label(item, change)}
        />
      </div>
    );
  }
  const isSet = item.labels.length > 0;
  return (
    <FactButton
      ref={opener}
      data-control="labels"
      isSet={isSet}
      icon={moreIcons.label}
      hint={isSet ? facts.changeLabels : undefined}
      onClick={() => setIsOpen(true)}
    >
      {isSet ? <LabelsText item={item} isWhole /> : facts.addLabels}
    </FactButton>
  );
}
