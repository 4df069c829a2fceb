import { counterAboveChars, maxTitleChars, textLength } from '@foray/domain';
import { useId, useState } from 'react';
import { messages } from '../../messages/messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { CharacterCount } from '../../ui/controls/character-count.tsx';
import { cursorToEnd } from '../../ui/interaction/cursor-to-end.ts';
import { toastError } from '../../ui/layers/toast.ts';
import type { InlineEdit } from './inline-edit.ts';
import { InlineEditor } from './inline-editor.tsx';
import { titleLine, titleState } from '../fields/item-draft.ts';

const { quickAdd } = messages;
const { item: strings } = listMessages;

/**
 * Edits a title in place: a trimmed text that is non-empty and changed is saved. A title that is too long
 * can only be left by shortening it or by Escape.
 */
export function TitleEditor({
  title,
  edit,
}: {
  readonly title: string;
  readonly edit: InlineEdit;
}) {
  const [text, setText] = useState(title);
  const errorId = useId();
  const state = titleState(text);

  const changes = () => {
    if (state === 'tooLong') {
      toastError(quickAdd.tooLongText, quickAdd.tooLong);
      return undefined;
    }
    return state === 'ok' && text.trim() !== title ? { title: text.trim() } : null;
  };
  return (
    <InlineEditor edit={edit} changes={changes} cancels className="relative z-1 min-w-0 flex-1">
      <textarea
        dir="auto"
        autoFocus
        onFocus={cursorToEnd}
        rows={1}
        aria-label={strings.editTitle}
        aria-invalid={state === 'tooLong' || undefined}
        aria-describedby={state === 'tooLong' ? errorId : undefined}
        value={text}
        onChange={(event) => setText(titleLine(event.target.value))}
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
    </InlineEditor>
  );
}
