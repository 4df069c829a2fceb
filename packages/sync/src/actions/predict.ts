import {
  afterAct,
  applyChange,
  copyOf,
  dayIn,
  isCurrent,
  isRepeating,
  itemOf,
  leavesCopy,
  may,
  mayWith,
  occurrenceUuid,
  reversalOf,
  validateChange,
} from '@foray/domain';
import type { Birth, ItemAction, ItemChange } from '@foray/domain';
import { newLocalItem, sortKeyOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { isAsLeft } from './effect.ts';
import type { Effect } from './effect.ts';
import { buildItem } from './new-item-input.ts';
import type { NewItem } from './new-item-input.ts';
import { compareWithSnapshot, compareDeleteWithSnapshot } from './edit-snapshot.ts';

/**
 * The item as an action will show it, computed from rows in memory and painted before its write is durable.
 * Null if the action would fail, ask or change nothing. All other changes (roll-ups, the queue) appear with
 * the write.
 */
export function predictItem(
  input: NewItem,
  parent: LocalItem | undefined,
  context: Birth,
): LocalItem | null {
  const made = buildItem(input, parent, context);
  if (!made.ok) return null;
  return newLocalItem({ ...made.value, parent_id: parent?.id ?? null });
}

/**
 * As {@link predictItem}, for a change of texts, dates, status or assignee of an item with the snapshot
 * `seen`.
 */
export function predictChange(
  row: LocalItem,
  seen: LocalItem,
  change: ItemChange,
  at: string,
): LocalItem | null {
  const action: ItemAction = change.assigned_to === undefined ? 'edit' : 'assign';
  // A move depends on the rights on both parents.
  const isMove = change.parent_uuid !== undefined;
  if (row._deleted || isMove || !mayWith(row, row.permission, action)) return null;
  if (completesOccurrence(row, change)) return null;
  const valid = validateChange(change, { ...seen, type: row.type });
  if (!valid.ok) return null;
  const { parent_id: _, completed_at: __, ...validChange } = valid.value;
  const comparison = compareWithSnapshot(row, seen, validChange);
  const after = applyChange(row, comparison.change, { at });
  return comparison.outcome === 'clear' && after !== row
    ? { ...after, sortKey: sortKeyOf(after) }
    : null;
}

/** The time and zone of a completion, and a source of the number that its copy has until it is stored. */
interface Completion {
  readonly at: string;
  /** The time zone (an IANA name) that determines the day. */
  readonly zone: string;
  readonly newId: () => number;
}

/** As {@link predictChange}; if the change completes an occurrence, also its copy. */
export function predictChanges(
  row: LocalItem,
  seen: LocalItem,
  change: ItemChange,
  { at, zone, newId }: Completion,
): readonly (LocalItem | null)[] {
  if (!completesOccurrence(row, change)) return [predictChange(row, seen, change, at)];
  const n = seen.occurrence;
  if (!mayActOn(row, n)) return [];
  const day = dayIn(zone, at);
  const moved = afterAct(row, { act: 'complete', n, completedAt: at, day }, at);
  const item = { ...moved, sortKey: sortKeyOf(moved) };
  if (!leavesCopy(row, day)) return [item];
  const fields = { uuid: occurrenceUuid(row.uuid, n), n, completedAt: at, at };
  const copy = newLocalItem({ ...copyOf(itemOf(row), fields), id: newId() });
  return [item, { ...copy, permission: row.permission }];
}

/** As {@link predictItem}, for skipping the occurrence of an item with the snapshot `seen`. */
export function predictSkip(
  row: LocalItem,
  seen: LocalItem,
  { at, zone }: Omit<Completion, 'newId'>,
): LocalItem | null {
  const n = seen.occurrence;
  if (!isRepeating(row) || !mayActOn(row, n)) return null;
  const moved = afterAct(row, { act: 'skip', n, day: dayIn(zone, at) }, at);
  return { ...moved, sortKey: sortKeyOf(moved) };
}

function completesOccurrence(row: LocalItem, change: ItemChange): boolean {
  return change.status === 'completed' && isRepeating(row);
}

function mayActOn(row: LocalItem, n: number): boolean {
  return !row._deleted && isCurrent(row, n) && mayWith(row, row.permission, 'edit');
}

/** As {@link predictItem}, for a delete of an item with the snapshot `seen`. */
export function predictDelete(row: LocalItem, seen: LocalItem): LocalItem | null {
  const isClear =
    may(row.permission, 'delete') && compareDeleteWithSnapshot(row, seen).outcome === 'clear';
  return isClear ? { ...row, _deleted: true } : null;
}

/**
 * As {@link predictItem}, for undoing an action. Deletes, whose rows may be gone, labels, and occurrences,
 * whose copies appear and disappear, are not predicted.
 */
export function predictUndo(
  effects: readonly Effect[],
  rowOf: (uuid: string) => LocalItem | undefined,
  at: string,
): readonly (LocalItem | null)[] {
  // Several effects can concern one item.
  const changed = new Map<string, LocalItem>();
  return effects.flatMap((effect) => {
    const { kind, uuid } = effect;
    if (kind === 'delete' || kind === 'label' || kind === 'occurrence') return [];
    if (kind === 'position') return [];
    if (kind === 'change') {
      const row = changed.get(uuid) ?? rowOf(uuid);
      if (row === undefined) return [];
      const { change } = reversalOf(row, { ...effect.made, server: null });
      const after = predictChange(row, row, change, at);
      if (after !== null) changed.set(uuid, after);
      return [after];
    }
    const rows = [...effect.items].map(([uuid, left]) => {
      const row = rowOf(uuid);
      return row !== undefined && isAsLeft(left, row) ? predictDelete(row, row) : null;
    });
    return rows.includes(null) ? [] : rows;
  });
}
