import {
  changedFields,
  editableFields,
  isEmptyLabelChange,
  labelsBetween,
  labelsOf,
} from '@foray/domain';
import type {
  Editable,
  EditableField,
  ItemChange,
  ItemStatus,
  LabelChange,
  MadeChange,
  MadeLabels,
  OccurrenceAct,
} from '@foray/domain';
import { requestsOfChange } from './server-values.ts';
import type { ChangeRequests } from './server-values.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The effect of an action on its item: everything needed to undo it (decision 0110). */
export type Effect =
  | ({ readonly kind: 'change'; readonly made: MadeChange } & ChangeRequests)
  | ({ readonly kind: 'label'; readonly made: MadeLabels } & ChangeRequests)
  | { readonly kind: 'delete'; readonly uuid: string }
  | {
      readonly kind: 'position';
      readonly uuid: string;
      readonly before: string | null;
      readonly after: string | null;
    }
  | OccurrenceEffect
  | Appearance;

/** An occurrence that was completed or skipped, or whose completion or skip was undone. */
export interface OccurrenceEffect extends NumberedOccurrence, FormerOccurrence {
  readonly kind: 'occurrence';
  readonly uuid: string;
  readonly act: OccurrenceAct['act'];
}

/** State that completing or skipping an occurrence removes from the item. */
export interface FormerOccurrence {
  /** The former status of the item. */
  readonly status: ItemStatus;
  readonly due_date: string | null;
  readonly occurrence_day: string | null;
  /** The completed children that were reset, in their former state. */
  readonly begun: readonly LocalItem[];
}

/** The number of an occurrence, and the time zone whose day counts (an IANA name). */
export interface NumberedOccurrence {
  readonly n: number;
  readonly zone: string;
}

/** Items that an action created or restored. */
export interface Appearance {
  readonly kind: 'create' | 'restore';
  readonly uuid: string;
  /** Each item as the action left it, including the item of the action. */
  readonly items: ReadonlyMap<string, LeftState>;
  /** Undeleted children of these items that are not themselves among them. */
  readonly below: ReadonlySet<string>;
}

/** The fields that show whether an item is as it was left. */
type LeftState = Editable & Pick<LocalItem, 'labels'>;

/** The effect of a change that was just made to `before`. */
export async function effectOfChange(
  unit: UnitOfWork,
  before: LocalItem,
  after: ItemChange,
): Promise<Effect> {
  const { uuid, completed_at: completedAt } = before;
  const fields = Object.keys(after) as EditableField[];
  const of = (state: Editable): ItemChange =>
    Object.fromEntries(fields.map((field) => [field, state[field] ?? null]));
  const server = before.base === null ? null : of(before.base);
  const made = { before: of(before), after, server, completedAt };
  return { kind: 'change', uuid, made, requests: await requestsOfChange(unit, uuid, false) };
}

/** As `effectOfChange`, for labels. */
export async function effectOfLabels(
  unit: UnitOfWork,
  before: LocalItem,
  change: LabelChange,
): Promise<Effect> {
  const { uuid, base } = before;
  const made = { ...change, server: base === null ? null : labelsOf(base) };
  return { kind: 'label', uuid, made, requests: await requestsOfChange(unit, uuid, true) };
}

/**
 * The appearance of items that an action has just created or restored: the one with `uuid` and those of
 * `uuids`.
 */
export async function effectOfAppearance(
  unit: UnitOfWork,
  kind: Appearance['kind'],
  uuid: string,
  uuids: readonly string[],
): Promise<Appearance> {
  const items = new Map<string, LeftState>();
  for (const one of new Set([uuid, ...uuids])) {
    const row = await unit.item(one);
    if (row !== undefined && !row._deleted) items.set(one, leftStateOf(row));
  }
  const below = await livingBelow(unit, items);
  return { kind, uuid, items, below: new Set(below.map((row) => row.uuid)) };
}

/** Whether the editable fields and labels of an item are as an action left them. */
export function isAsLeft(left: LeftState, now: LocalItem): boolean {
  return changedFields(left, now).length === 0 && hasLabelsOf(left, now);
}

/**
 * The first item of an appearance that is not as it was left, with its changed fields. Null if all are; the
 * item of the action without fields if other items have been added below.
 */
export async function changedSince(
  unit: UnitOfWork,
  { uuid, items, below }: Appearance,
): Promise<UndoExemption | null> {
  for (const [one, left] of items) {
    const item = await unit.item(one);
    if (item === undefined || item._deleted || isAsLeft(left, item)) continue;
    const fields = changedFields(left, item);
    return { item, fields: hasLabelsOf(left, item) ? fields : [...fields, 'labels'] };
  }
  const hasMore = (await livingBelow(unit, items)).some((row) => !below.has(row.uuid));
  const item = hasMore ? await unit.item(uuid) : undefined;
  return item === undefined ? null : { item, fields: [] };
}

/**
 * An item, or fields of it, that have changed since and are therefore not reverted; no fields means the whole
 * item.
 */
export interface UndoExemption {
  readonly item: LocalItem;
  readonly fields: readonly (EditableField | 'labels')[];
}

function hasLabelsOf(left: LeftState, now: LeftState): boolean {
  return isEmptyLabelChange(labelsBetween(labelsOf(left), labelsOf(now)));
}

/** Undeleted children of some items that are not among these items. */
async function livingBelow(
  unit: UnitOfWork,
  items: ReadonlyMap<string, Editable>,
): Promise<readonly LocalItem[]> {
  const families = await unit.families([...items.keys()]);
  const children = [...families.values()].flat();
  return children.filter((row) => !row._deleted && !items.has(row.uuid));
}

function leftStateOf(row: LocalItem): LeftState {
  const fields = Object.fromEntries(editableFields.map((field) => [field, row[field]])) as Editable;
  return { ...fields, labels: labelsOf(row) };
}
