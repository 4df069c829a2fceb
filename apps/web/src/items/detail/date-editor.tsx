import { useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { firstItemDay, isItemDay, lastItemDay } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';
import { toastError } from '../../ui/layers/toast.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { useEnding } from '../list/inline-edit.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const fieldClasses =
  'min-h-9 min-w-0 rounded-medium border border-line-strong bg-surface px-2.5 text-body text-ink pointer-coarse:text-lead';

/**
 * A civil date, null for none, with its time; the time is null for none, and absent if times are not
 * offered.
 */
export interface EditedDate {
  readonly day: string | null;
  readonly time?: string | null;
}

/**
 * Edits a civil date in place, with the time beside it: Enter or leaving them saves, Escape cancels, and a
 * button removes the date. `onEnd` receives the changes; null if nothing changed or a field is half filled.
 */
export function DateEditor({
  label,
  day,
  time,
  onEnd,
}: EditedDate & {
  readonly label: string;
  readonly onEnd: (edited: Partial<EditedDate> | null, byKey: boolean) => void;
}) {
  // Undefined while a field is half filled.
  const [typed, setTyped] = useState<Partial<EditedDate>>({
    day,
    ...(time !== undefined && { time }),
  });
  const box = useRef<HTMLSpanElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // Before the first paint, so that it takes the focus from no other element.
  useLayoutEffect(() => field.current?.focus(), []);
  const edited = (): Partial<EditedDate> | undefined => {
    if (typed.day != null && typed.day !== day && !isItemDay(typed.day)) {
      toastError(listMessages.wrongYear(label));
      return undefined;
    }
    const isDay = typed.day !== undefined && typed.day !== day;
    // Without a date there is no time.
    const isTime = typed.time !== undefined && typed.time !== time && typed.day !== null;
    if (!isDay && !isTime) return undefined;
    return { ...(isDay && { day: typed.day }), ...(isTime && { time: typed.time }) };
  };
  const { save, cancel, end } = useEnding(edited, (value, byKey) => onEnd(value ?? null, byKey));
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === 'Escape') cancel();
    else if (key === 'Enter' && event.target instanceof HTMLInputElement) save(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The keys of both fields are handled together, so that moving between them does not end the edit.
  const keys = {
    onKeyDown,
    onBlur({ relatedTarget }: FocusEvent) {
      if (!box.current?.contains(relatedTarget)) save(false);
    },
  };
  return (
    <span ref={box} data-own-escape="" className="my-1 flex flex-wrap items-center gap-1.5">
      <input
        {...keys}
        ref={field}
        type="date"
        min={firstItemDay}
        max={lastItemDay}
        aria-label={label}
        defaultValue={day ?? ''}
        onChange={({ target }) => {
          const { day: _, ...rest } = typed;
          setTyped(target.validity.badInput ? rest : { ...rest, day: target.value || null });
        }}
        className={`${fieldClasses} flex-[1_1_8.5rem]`}
      />
      {time !== undefined && typed.day !== null && (
        <input
          {...keys}
          type="time"
          aria-label={lazyMessages.facts.time}
          defaultValue={typed.time ?? ''}
          onChange={({ target }) => {
            const { time: _, ...rest } = typed;
            setTyped(target.validity.badInput ? rest : { ...rest, time: target.value || null });
          }}
          className={`${fieldClasses} flex-[1_1_8.5rem]`}
        />
      )}
      {day !== null && (
        <IconButton
          {...keys}
          label={lazyMessages.facts.removeDate}
          icon={firstIcons.close}
          size="small"
          // In browsers where a press does not focus a button, the edit would end first.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => end({ day: null }, true)}
        />
      )}
    </span>
  );
}
