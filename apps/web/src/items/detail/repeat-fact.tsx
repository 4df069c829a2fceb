import { lastDayInstead, timesLeft } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { FactButton } from './fact-button.tsx';
import { useEnding, useInlineEdit } from '../list/inline-edit.ts';
import { RepeatFields } from '../repeat/repeat-fields.tsx';
import type { CountedRepeat, EditedRepeat } from '../repeat/repeat-fields.tsx';
import { withCount } from '../repeat/repeat-choices.ts';
import { countedRepeat, repeatWordsOf } from '../repeat/repeat-words.ts';
import { useItemActions } from '../actions/use-item-actions.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { repeating: strings } = lazyMessages;

/** The rule of an item with a due date, which opens fields for another rule. */
export function RepeatFact({ item }: { readonly item: LocalItem }) {
  const { seen, opener, start, end } = useInlineEdit(item);
  const { edit } = useItemActions();
  if (seen !== null && seen.due_date !== null) {
    return (
      <RepeatEditor
        day={seen.due_date}
        value={{ repeat: seen.repeat ?? '', from: seen.repeat_from ?? 'due' }}
        counted={countedRepeat(seen)}
        onEnd={(edited, byKey) => end(edited && editOf(edited), byKey)}
      />
    );
  }
  const words = repeatWordsOf(item);
  const instead = insteadOf(item);
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <FactButton
        ref={opener}
        data-control="repeat"
        isSet={words !== null}
        icon={moreIcons.repeat}
        hint={words === null ? undefined : strings.change}
        onClick={start}
      >
        {words === null ? strings.set : strings.repeats(words)}
      </FactButton>
      {instead !== null && (
        <button
          type="button"
          onClick={() => void edit(item, { repeat: instead })}
          className="touch-target ms-6.5 text-start text-meta font-strong text-accent-ink hover:underline print:hidden"
        >
          {strings.useLastDay}
        </button>
      )}
    </div>
  );
}

/**
 * The rule with the last day of each month, for an item that skips months or years without its day; null for
 * others.
 */
function insteadOf(item: LocalItem): string | null {
  const { repeat, repeat_from: from, repeat_start: start, due_date: due } = item;
  const day = start ?? due;
  if (repeat === null || day === null || from === 'completion') return null;
  const instead = lastDayInstead(repeat, day);
  return instead === null ? null : withCount(instead, timesLeft(item));
}

/** A change of the rule starts it on the due date, and sets what it counts from. */
function editOf({ repeat, from }: EditedRepeat) {
  return repeat === '' ? { repeat: null } : { repeat, repeat_from: from };
}

/** Leaving the fields or Enter saves, Escape cancels. `onEnd` receives null if nothing has changed. */
function RepeatEditor({
  day,
  value,
  counted,
  onEnd,
}: {
  readonly day: string;
  readonly value: EditedRepeat;
  readonly counted: CountedRepeat | null;
  readonly onEnd: (edited: EditedRepeat | null, byKey: boolean) => void;
}) {
  const [edited, setEdited] = useState(value);
  const box = useRef<HTMLDivElement>(null);
  const isSame = edited.repeat === value.repeat && edited.from === value.from;
  const { save, cancel } = useEnding(
    () => (isSame ? undefined : edited),
    (next, byKey) => onEnd(next ?? null, byKey),
  );
  const boundary = {
    onKeyDown(event: KeyboardEvent) {
      const key = pressedKey(event);
      if (key === 'Escape') cancel();
      else if (key === 'Enter' && !(event.target instanceof HTMLButtonElement)) save(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (!box.current?.contains(relatedTarget)) save(false);
    },
  };
  return (
    <div
      ref={box}
      data-own-escape=""
      {...boundary}
      className="grid min-w-0 flex-1 gap-3 rounded-medium border border-line bg-surface p-3 sm:grid-cols-2 lg:max-xl:grid-cols-1"
    >
      <RepeatFields day={day} value={edited} counted={counted} onChange={setEdited} hasFocus />
    </div>
  );
}
