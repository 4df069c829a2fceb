import { readRepeatRule } from '../index.ts';
import type { RepeatRule } from '../index.ts';

/** The rule of a text that is one. */
export function ruleOf(text: string): RepeatRule {
  const rule = readRepeatRule(text);
  if (!rule.ok) throw new Error(`${text}: ${rule.error}`);
  return rule.value;
}
