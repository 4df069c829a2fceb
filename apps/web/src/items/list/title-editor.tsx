import { counterAboveChars, maxTitleChars, textLength } from '@foray/domain';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { messages } from '../../messages/messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { CharacterCount } from '../../ui/controls/character-count.tsx';
import { toastError } from '../../ui/layers/toast.ts';
import { useEnding } from './inline-edit.ts';
import { titleLine, titleState } from '../fields/item-draft.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { quickAdd } = messages;
const { item: strings } = listMessages;

/**
 * The result of an inline edit, and whether it was ended by the keyboard, so that the focus returns to the
 * title.
 */
export interface TitleEnd {
  /** The new title, trimmed; null if nothing has to be saved. */
  readonly title: string | null;
  readonly byKey: boolean;
}

/**
 * Edits a title in place: Enter without Shift or blur saves if the trimmed text is non-empty and changed,
 * Escape cancels. A title that is too long can only be left by shortening it or by Escape.
 */
export function TitleEditor({
  title,
  onEnd,
}: {
  readonly title: string;
  readonly onEnd: (end: TitleEnd) => void;
}) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const state = titleState(text);

  // Before the first paint, so that it takes the focus from no other element.
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const ending = useEnding(
    () => (state === 'ok' && text.trim() !== title ? text.trim() : undefined),
    (next, byKey) => onEnd({ title: next ?? null, byKey }),
  );
  const save = (byKey: boolean) => {
    if (state === 'tooLong') return toastError(quickAdd.tooLongText, quickAdd.tooLong);
    ending.save(byKey);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === 'Enter') {
      event.preventDefault();
      if (!event.shiftKey) save(true);
    } else if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      ending.cancel();
    }
  };

  return (
    <div data-own-escape="" className="relative z-1 min-w-0 flex-1">
      <textarea
        dir="auto"
        ref={field}
        rows={1}
        aria-label={strings.editTitle}
        aria-invalid={state === 'tooLong' || undefined}
        aria-describedby={state === 'tooLong' ? errorId : undefined}
        value={text}
        onChange={(event) => setText(titleLine(event.target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => save(false)}
        className="-mx-1.5 -my-1 block field-sizing-content w-[calc(100%+0.75rem)] resize-none rounded-small border border-accent-ink bg-surface px-1.5 py-[3px] text-body outline-none pointer-coarse:text-lead"
      />
      {textLength(text) > counterAboveChars && (
        <div className="mt-2 flex items-start justify-between gap-3">
          <p id={errorId} role="alert" className="text-meta text-danger-ink">
            {state === 'tooLong' && quickAdd.tooLongInline}
          </p>
          <CharacterCount
            length={textLength(text)}
            showAbove={counterAboveChars}
            max={maxTitleChars}
          />
        </div>
      )}
    </div>
  );
}
