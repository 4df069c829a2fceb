import type { ModelItem } from './facts.ts';

/** The day of every act that claims no other: the clock of scripts does not move. */
export const today = '2026-03-01';

interface DailyRule {
  readonly every: number;
  readonly count: number | null;
  readonly start: string;
}

/** Whether completing an item can leave another occurrence. */
export function isRepeating({ fields }: ModelItem): boolean {
  return ruleOf(fields) !== null;
}

/** Whether an item has an occurrence after the current one. */
export function hasFurther(item: ModelItem): boolean {
  return nextDay(item, 'complete', dayOf(item, 'due_date') ?? today) !== null;
}

/**
 * An item with another date: the occurrence keeps its day by the rule, unless that is the new date.
 */
export function withDate(before: ModelItem, after: ModelItem): ModelItem {
  const due = dayOf(after, 'due_date');
  if (!isRepeating(after) || due === dayOf(before, 'due_date')) return after;
  const own = dayOf(before, 'occurrence_day') ?? dayOf(before, 'due_date');
  return { ...after, fields: { ...after.fields, occurrence_day: own === due ? null : own } };
}

/**
 * The first day of the rule after the date, the day of the occurrence by the rule, and the day of the act.
 * COUNT less what was done is left (decision 0163). From completion, the rule starts with the act.
 */
export function nextDay(item: ModelItem, act: 'complete' | 'skip', on: string): string | null {
  const rule = ruleOf(item.fields);
  const due = dayOf(item, 'due_date');
  if (rule === null || due === null) return null;
  if (rule.count !== null && rule.count - item.done <= 1) return null;
  const passed = latest(due, dayOf(item, 'occurrence_day'));
  if (item.fields['repeat_from'] === 'completion') {
    return plus(act === 'skip' ? latest(passed, on) : on, rule.every);
  }
  let day = rule.start;
  while (day <= latest(passed, on)) day = plus(day, rule.every);
  return day;
}

/** The rule of an item, which repeats every few days; null for none. */
export function ruleOf(fields: ModelItem['fields']): DailyRule | null {
  const { repeat, repeat_start } = fields as Readonly<Record<string, string | null | undefined>>;
  const [all, every = '1', count] =
    /^FREQ=DAILY(?:;INTERVAL=(\d+))?(?:;COUNT=(\d+))?$/.exec(repeat ?? '') ?? [];
  if (all === undefined) return null;
  const start = repeat_start ?? today;
  return { every: Number(every), count: count === undefined ? null : Number(count), start };
}

/** A day of an item; null for none. */
export function dayOf({ fields }: ModelItem, name: 'due_date' | 'occurrence_day'): string | null {
  return (fields[name] ?? null) as string | null;
}

const dayMs = 86_400_000;

function latest(day: string, other: string | null): string {
  return other !== null && other > day ? other : day;
}

/** The day that is this number of days later. */
export function plus(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}
