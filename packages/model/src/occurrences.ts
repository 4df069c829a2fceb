import type { ModelAct } from './acts.ts';
import {
  withItems,
  type ActEffect,
  type ModelCopy,
  type ModelFacts,
  type ModelItem,
} from './facts.ts';
import type { EverybodysRights } from './everybodys-rights.ts';
import { dayOf, daysBetween, isRepeating, nextDay, plus, ruleOf, today } from './repeat-days.ts';
import { rollUp } from './roll-up.ts';

type OccurrenceAct = ModelAct & { readonly kind: 'occurrence' };

/** Why an act on an occurrence is refused to a person who may edit the item; null if it is not. */
export function refusedOccurrence(
  rights: EverybodysRights,
  person: string,
  { item: name, act, n }: OccurrenceAct,
): { readonly status: number; readonly code: string } | null {
  const item = rights.item(name);
  if (act === 'complete' && n > item.n) return { status: 422, code: 'invalid' };
  const copy = livingCopy(item, n);
  if (act !== 'undo' || copy === null || rights.rightOn(person, name) === 'manage') return null;
  const isOwnLast = copy.by === person && undone(item, n) !== item;
  return isOwnLast ? null : { status: 403, code: 'forbidden' };
}

/**
 * Completes, skips or restores a numbered occurrence (product.md, "Repeating"). A completion of the current
 * one leaves a copy if another one follows; one that was skipped gets its copy late.
 */
export function actedOnOccurrence(
  facts: ModelFacts,
  person: string,
  { item: name, act, n, on: claimed = today, from = today, own }: OccurrenceAct,
): ActEffect {
  const item = facts.items.get(name) as ModelItem;
  // Nobody completes anything in the future.
  const on = claimed < today ? claimed : today;
  const isNow = item.n === n && item.status !== 'completed';
  switch (act) {
    case 'complete': {
      const next = nextDay(item, act, on);
      if (isNow && next === null) return written(facts, item, movedOn(item, null), n);
      if (!isNow && (n === item.n || item.copies.has(n))) return { facts };
      const { due_date = null, occurrence_day = null } = item.fields;
      const copy: ModelCopy = {
        by: person,
        on,
        deletion: null,
        due_date,
        occurrence_day,
        done: item.done,
      };
      const copied = { ...item, copies: new Map(item.copies).set(n, copy) };
      if (!isNow) return { facts: withItems(facts, [copied]) };
      return written(facts, item, movedOn(copied, next), n, 'completed');
    }
    case 'skip': {
      if (!isNow || !isRepeating(item)) return { facts };
      return written(facts, item, movedOn(item, nextDay(item, act, on)), n);
    }
    case 'undo': {
      const after = undone(item, n);
      const copy = livingCopy(item, n);
      if (copy === null) return written(facts, item, after, n, 'reopened');
      const copies = new Map(item.copies).set(n, { ...copy, deletion: { of: `${name} ${n}` } });
      if (after === item) return { facts: withItems(facts, [{ ...item, copies }]) };
      return written(facts, item, { ...after, copies }, n, 'reopened');
    }
    case 'unskip':
      if (livingCopy(item, n) !== null) return { facts };
      return written(facts, item, unskipped(item, n, from, own ?? null), n);
  }
}

/** The item at its next occurrence, or completed if there is none. */
function movedOn(item: ModelItem, next: string | null): ModelItem {
  if (next === null) return { ...item, status: 'completed' };
  const fields = { ...item.fields, due_date: next, occurrence_day: null };
  return { ...item, status: 'pending', n: item.n + 1, done: item.done + 1, fields };
}

/** The item back at an occurrence that was completed, unless its date has changed since. */
function undone(item: ModelItem, n: number): ModelItem {
  if (item.n === n && item.status === 'completed') return { ...item, status: 'pending' };
  const copy = livingCopy(item, n);
  if (copy === null || item.n !== n + 1 || item.status === 'completed') return item;
  const { due_date, occurrence_day, done, on } = copy;
  const before = { ...item, n, done, fields: { ...item.fields, due_date, occurrence_day } };
  // In another time zone it was the day before or after.
  const isAsLeft = [-1, 0, 1].some(
    (days) => nextDay(before, 'complete', plus(on, days)) === item.fields['due_date'],
  );
  return isAsLeft && dayOf(item, 'occurrence_day') === null ? before : item;
}

/** The item back at an occurrence that was skipped, unless it was moved off its rule since. */
function unskipped(item: ModelItem, n: number, from: string, own: string | null): ModelItem {
  if (item.n === n && item.status === 'completed') return { ...item, status: 'pending' };
  const rule = ruleOf(item.fields);
  const due = dayOf(item, 'due_date');
  if (rule === null || due === null || item.n !== n + 1 || item.status === 'completed') return item;
  const isFromDone = item.fields['repeat_from'] === 'completion';
  const isOnRule = isFromDone || daysBetween(rule.start, due) % rule.every === 0;
  const isMoved = dayOf(item, 'occurrence_day') !== null || !isOnRule;
  if (isMoved || rule.start > (own ?? from)) return item;
  const fields = { ...item.fields, due_date: from, occurrence_day: own === from ? null : own };
  return { ...item, n, done: Math.max(0, item.done - 1), fields };
}

/** Writes an item after an act, with its notification, entry and roll-up; nothing if it is unchanged. */
function written(
  facts: ModelFacts,
  before: ModelItem,
  after: ModelItem,
  n: number,
  what: 'completed' | 'reopened' | null = null,
): ActEffect {
  if (after === before) return { facts };
  const change = { kind: 'status', before: before.status, after: after.status } as const;
  const items = rollUp(withItems(facts, [after]).items, after.parent, change);
  const isOver = after.status === 'completed' ? 'completed' : null;
  const kind = isOver ?? what ?? (before.status === 'completed' ? 'reopened' : null);
  if (kind !== null) return { facts: { ...facts, items }, told: [[after.owner, kind]] };
  const { due_date = null } = before.fields;
  const former = {
    occurrence: n,
    ...(due_date !== after.fields['due_date'] && { due_date }),
    ...(before.status !== after.status && { status: before.status }),
  };
  return { facts: { ...facts, items }, entries: [{ item: after.key, what: former }] };
}

function livingCopy({ copies }: ModelItem, n: number) {
  const copy = copies.get(n);
  return copy?.deletion === null ? copy : null;
}
