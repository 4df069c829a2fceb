import { readRepeatRule } from '@foray/domain';
import type { Item } from '@foray/domain';
import { laterMessages } from '../messages/later-messages.ts';

const { repeating, repeatInWords } = laterMessages;

/** How an item repeats in words that stand inside a sentence: 'every 3 days after completion'; null if it does not. */
export function repeatWords({
  repeat,
  repeat_from: from,
}: Pick<Item, 'repeat' | 'repeat_from'>): string | null {
  if (repeat === null) return null;
  const rule = readRepeatRule(repeat);
  // A rule of a later release.
  if (!rule.ok) return repeat;
  const words = repeatInWords(rule.value);
  return from === 'completion' ? repeating.afterCompletion(words) : words;
}
