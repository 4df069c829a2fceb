import { maxDescriptionChars, mayWith, textLength } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/field.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { LinkedText } from '../../ui/display/linked-text.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { useEnding, useInlineEdit } from '../list/inline-edit.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { createDialog } = listMessages;
const { facts } = lazyMessages;

/** The description of an item: shown with its links, and edited in place. */
export function ItemDescription({ item }: { readonly item: LocalItem }) {
  const { seen, opener, start, end } = useInlineEdit(item);
  if (seen !== null) {
    return (
      <DescriptionEditor
        description={seen.description}
        onEnd={(description, byKey) =>
          end(description === undefined ? null : { description }, byKey)
        }
      />
    );
  }
  const isEditable = mayWith(item, item.permission, 'edit');
  if (item.description === null) {
    if (!isEditable) return null;
    return (
      <Button
        ref={opener}
        variant="quiet"
        size="small"
        icon={moreIcons.pencil}
        className="-ms-1.5"
        onClick={start}
      >
        {facts.addDescription}
      </Button>
    );
  }
  return (
    <div className="flex items-start gap-2">
      <p dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap text-ink-2">
        <LinkedText text={item.description} />
      </p>
      {isEditable && (
        <IconButton
          ref={opener}
          label={facts.editDescription}
          icon={moreIcons.pencil}
          size="small"
          onClick={start}
        />
      )}
    </div>
  );
}

/**
 * Leaving the field saves, and so do Ctrl or Cmd and Enter; Escape cancels. A text that is too long keeps
 * the editor open.
 */
function DescriptionEditor({
  description,
  onEnd,
}: {
  readonly description: string | null;
  readonly onEnd: (description: string | null | undefined, byKey: boolean) => void;
}) {
  const [text, setText] = useState(description ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const isTooLong = textLength(text) > maxDescriptionChars;
  const next = textLength(text) === 0 ? null : text;
  const { save, cancel } = useEnding(
    () => (next === description || isTooLong ? undefined : next),
    onEnd,
  );
  // Before the first paint, so that it takes the focus from no other element.
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === 'Escape') cancel();
    else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (!isTooLong) save(true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <TextArea
      ref={field}
      label={createDialog.description}
      labelHidden
      rows={4}
      data-own-escape=""
      value={text}
      error={isTooLong ? createDialog.descriptionTooLong : null}
      counter={{ showAbove: maxDescriptionChars - 500, max: maxDescriptionChars }}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!isTooLong) save(false);
      }}
    />
  );
}
