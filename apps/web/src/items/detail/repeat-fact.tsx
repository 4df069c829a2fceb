import { lastDayInstead, timesLeft } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { FactButton } from './fact-button.tsx';
import { InlineField } from './inline-field.tsx';
import { useInlineEdit } from '../list/inline-edit.ts';
import { withCount } from '../repeat/repeat-choices.ts';
import { repeatWordsOf } from '../repeat/repeat-words.ts';
import { useItemActions } from '../actions/use-item-actions.ts';

const { repeating: strings } = lazyMessages;

/** The rule of an item with a due date, which opens fields for another rule. */
export function RepeatFact({ item }: { readonly item: LocalItem }) {
  const inline = useInlineEdit(item);
  const { seen, opener, start } = inline;
  const { edit } = useItemActions();
  if (seen !== null) {
    return (
      <InlineField
        edit={inline}
        seen={seen}
        name="repeat"
        className="grid min-w-0 flex-1 gap-3 rounded-medium border border-line bg-surface p-3 sm:grid-cols-2 lg:max-xl:grid-cols-1"
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
