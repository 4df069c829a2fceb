import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { laterMessages } from '../messages/later-messages.ts';
import { firstIcons } from '../ui/first-icons.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useEnding } from './inline-edit.ts';

/**
 * Edits a civil date where it stands: Enter or leaving it saves, Escape cancels, and a button takes the date away.
 * `onEnd` receives the new day, null for none, undefined where nothing is to be saved: unchanged, or typed in part.
 */
export function DateEditor({
  label,
  day,
  onEnd,
}: {
  readonly label: string;
  readonly day: string | null;
  readonly onEnd: (day: string | null | undefined, byKey: boolean) => void;
}) {
  const [typed, setTyped] = useState<string | null | undefined>(undefined);
  const box = useRef<HTMLSpanElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { save, cancel, end } = useEnding(() => (typed === day ? undefined : typed), onEnd);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Enter' && event.target === field.current) save(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Of both parts, so that going from one to the other ends nothing.
  const keys = {
    onKeyDown,
    onBlur({ relatedTarget }: FocusEvent) {
      if (!box.current?.contains(relatedTarget)) save(false);
    },
  };
  return (
    <span ref={box} data-own-escape="" className="my-1 flex items-center gap-1.5">
      <input
        {...keys}
        ref={field}
        type="date"
        aria-label={label}
        defaultValue={day ?? ''}
        onChange={({ target }) =>
          setTyped(target.validity.badInput ? undefined : target.value || null)
        }
        className="min-h-9 min-w-0 flex-1 rounded-medium border border-line-strong bg-surface px-3 text-body text-ink pointer-coarse:text-lead"
      />
      {day !== null && (
        <IconButton
          {...keys}
          label={laterMessages.facts.removeDate}
          icon={firstIcons.close}
          size="small"
          // Where a press does not focus a button, the field would end first.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => end(null, true)}
        />
      )}
    </span>
  );
}
