import { readRepeatRule } from '@foray/domain';
import type { Item } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';

const { repeating, repeatInWords } = lazyMessages;

/**
 * The rule of an item in words for the middle of a sentence: 'every 3 days after completion'; null without a
 * rule.
 */
export function repeatWords({
  repeat,
  repeat_from: from,
}: Pick<Item, 'repeat' | 'repeat_from'>): string | null {
  if (repeat === null) return null;
  const rule = readRepeatRule(repeat);
  // A rule written by a later release.
  if (!rule.ok) return repeat;
  const words = repeatInWords(rule.value);
  return from === 'completion' ? repeating.afterCompletion(words) : words;
}
