import { counterAboveChars, maxTitleChars, textLength } from '@foray/domain';
import { useId } from 'react';
import type { RefObject } from 'react';
import { messages } from '../../messages/messages.ts';
import { CharacterCount } from '../../ui/controls/character-count.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import { titleLine, titleState } from '../fields/item-draft.ts';
import type { ItemFormDraft } from '../fields/item-draft.ts';

const { quickAdd: strings } = messages;

/** The title of a quick-add card, with what there is to say about it. */
export function QuickAddTitle({
  draft: { type, title },
  isSent,
  isOpen,
  isHinting,
  field,
  onChange,
  onEnter,
}: {
  readonly draft: ItemFormDraft;
  readonly isSent: boolean;
  readonly isOpen: boolean;
  /** Whether to say why Enter had no effect. */
  readonly isHinting: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onChange: (title: string) => void;
  readonly onEnter: () => void;
}) {
  const errorId = useId();
  const state = titleState(title);
  const length = textLength(title);
  return (
    <>
      <label className="flex min-h-11 cursor-text items-center gap-2.5 px-3.5">
        <Icon icon={firstIcons.plus} className={isOpen ? 'text-accent-ink' : 'text-ink-3'} />
        <span className="sr-only">{strings.title}</span>
        <span className="relative flex min-w-0 flex-1">
          <input
            dir="auto"
            ref={field}
            value={title}
            aria-busy={isSent || undefined}
            placeholder={strings.placeholder[type]}
            autoComplete="off"
            enterKeyHint={type === 'todo' ? 'done' : 'next'}
            aria-invalid={state === 'tooLong' || undefined}
            aria-describedby={state === 'tooLong' ? errorId : undefined}
            onKeyDown={(event) => {
              if (pressedKey(event) !== 'Enter') return;
              event.preventDefault();
              onEnter();
            }}
            onSelect={(event) => isSent && event.currentTarget.select()}
            onChange={(event) => onChange(titleLine(event.target.value))}
            className="min-h-11 min-w-0 flex-1 bg-transparent text-lead outline-none aria-busy:selection:bg-transparent md:text-body md:pointer-coarse:text-lead"
          />
        </span>
      </label>
      {length > counterAboveChars && (
        <div className="flex items-start justify-between gap-3 px-3.5 pb-2">
          <p id={errorId} role="alert" className="text-meta text-danger-ink">
            {state === 'tooLong' && strings.tooLongInline}
          </p>
          <CharacterCount length={length} showAbove={counterAboveChars} max={maxTitleChars} />
        </div>
      )}
      {isHinting && (
        <p role="alert" className="px-3.5 pb-2 text-meta text-ink-3">
          {state === 'empty' ? strings.emptyHint : strings.enterHint}
        </p>
      )}
    </>
  );
}
