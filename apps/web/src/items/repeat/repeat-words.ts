import { readRepeatRule, skippedBy, timesLeft, withStartDay } from '@foray/domain';
import type { Item } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { withCount } from './repeat-choices.ts';

const { repeating, repeatInWords } = lazyMessages;

/** A rule with what it counts from, and its start where that is known. */
export type WordedRepeat = Pick<Item, 'repeat' | 'repeat_from'> &
  Partial<Pick<Item, 'repeat_start' | 'due_date'>>;

/**
 * The rule of an item in words for the middle of a sentence: 'every 3 days after completion', 'monthly on the
 * 30th, skips February'; null without a rule.
 */
export function repeatWords(worded: WordedRepeat): string | null {
  const { repeat, repeat_from: from, repeat_start: start, due_date: due } = worded;
  if (repeat === null) return null;
  const rule = readRepeatRule(repeat);
  // A rule written by a later release.
  if (!rule.ok) return repeat;
  const day = start ?? due;
  const isDated = from !== 'completion' && day != null;
  const dated = isDated ? withStartDay(rule.value, day) : rule.value;
  const skipped = skippedBy(dated, isDated ? day : null);
  const note = skipped === null ? null : repeating.skipped[skipped];
  const words = repeatInWords(skipped === null ? rule.value : dated, note);
  return from === 'completion' ? repeating.afterCompletion(words) : words;
}

/** As {@link repeatWords}, with the number of occurrences that are left once some are done. */
export function repeatWordsOf(item: Item): string | null {
  const words = repeatWords(item);
  const left = timesLeft(item);
  const isUntouched = left === null || item.repeat === withCount(item.repeat, left);
  return words === null || isUntouched ? words : `${words}, ${repeating.left(left)}`;
}
