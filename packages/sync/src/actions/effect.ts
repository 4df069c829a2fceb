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
import type { LocalItem } from '../store/local-item.ts';
import { isLabelRequest, isRefused, kindOf } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** What an action did to the item it is about: all that taking it back needs (decision 0110). */
export type Effect =
  | ({ readonly kind: 'change'; readonly made: MadeChange } & Queued)
  | ({ readonly kind: 'label'; readonly made: MadeLabels } & Queued)
  | { readonly kind: 'delete'; readonly uuid: string }
  | OccurrenceEffect
  | Appearance;

/** An occurrence that was completed or skipped, or of which that was taken back. */
export interface OccurrenceEffect extends NumberedOccurrence, FormerOccurrence {
  readonly kind: 'occurrence';
  readonly uuid: string;
  readonly act: OccurrenceAct['act'];
}

/** What completing or skipping an occurrence leaves nowhere in the item. */
export interface FormerOccurrence {
  /** The status that the item had. */
  readonly status: ItemStatus;
  readonly due_date: string | null;
  /** The completed children that began again, as they were. */
  readonly begun: readonly LocalItem[];
}

/** The number of an occurrence, and the time zone whose day counts (an IANA name). */
export interface NumberedOccurrence {
  readonly n: number;
  readonly zone: string;
}

/** A change that waits to be sent, or did. */
interface Queued {
  readonly uuid: string;
  /**
   * All requests of the kind that were queued about the item, the one with the change included. Empty where one of
   * them is not of `clearKinds`.
   */
  readonly requests: readonly string[];
}

/** Items that are there since an action: made, or brought back. */
export interface Appearance {
  readonly kind: 'create' | 'restore';
  readonly uuid: string;
  /** Each as the action left it, the one that it is about among them. */
  readonly items: ReadonlyMap<string, AsLeft>;
  /** What stood in them, and was not of them. */
  readonly below: ReadonlySet<string>;
}

/** What is compared to tell whether an item is as it was left. */
type AsLeft = Editable & Pick<LocalItem, 'labels'>;

/** What a change that has just been made to `before` did. */
export async function changeOfFields(
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
  return { kind: 'change', uuid, made, requests: await requestsOf(unit, uuid, false) };
}

/** As `changeOfFields`, for labels. */
export async function changeOfLabels(
  unit: UnitOfWork,
  before: LocalItem,
  change: LabelChange,
): Promise<Effect> {
  const { uuid, base } = before;
  const made = { ...change, server: base === null ? null : labelsOf(base) };
  return { kind: 'label', uuid, made, requests: await requestsOf(unit, uuid, true) };
}

/** Requests by which no field follows from what the server's row has become, as a date does by an occurrence. */
const clearKinds: ReadonlySet<string | null> = new Set(['patch', 'assign', 'remove']);

/** What a change did, with what the server had only if nothing of it can have arrived there. */
export async function asMade<M extends MadeChange | MadeLabels>(
  unit: UnitOfWork,
  { made, requests }: Pick<Queued, 'requests'> & { readonly made: M },
): Promise<M> {
  const queued = await Promise.all(requests.map((id) => unit.tx.request(id)));
  const isNowhere = queued.every((one) => one !== undefined && (!one.sent || isRefused(one)));
  return isNowhere && queued.length > 0 ? made : { ...made, server: null };
}

async function requestsOf(
  unit: UnitOfWork,
  uuid: string,
  isOfLabels: boolean,
): Promise<readonly string[]> {
  const queued = await unit.tx.queueOf(uuid);
  const alike = queued.filter((one) => isLabelRequest(one) === isOfLabels);
  const areClear = alike.length < 2 || alike.every((one) => clearKinds.has(kindOf(one)));
  return areClear ? alike.map(({ id }) => id) : [];
}

/** Items that have just come to be there, the one with `uuid` and those of `uuids`. */
export async function appearanceOf(
  unit: UnitOfWork,
  kind: Appearance['kind'],
  uuid: string,
  uuids: readonly string[],
): Promise<Appearance> {
  const items = new Map<string, AsLeft>();
  for (const one of new Set([uuid, ...uuids])) {
    const row = await unit.item(one);
    if (row !== undefined && !row._deleted) items.set(one, asLeft(row));
  }
  const below = await livingBelow(unit, items);
  return { kind, uuid, items, below: new Set(below.map((row) => row.uuid)) };
}

/** Whether an item is as an action left it. */
export function isAsLeft(left: AsLeft, now: LocalItem): boolean {
  return changedFields(left, now).length === 0 && hasLabelsOf(left, now);
}

/** What an action brought is not as it was left: the first item of which that is so, with its fields that changed. */
export async function changedSince(
  unit: UnitOfWork,
  { uuid, items, below }: Appearance,
): Promise<Kept | null> {
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

/** What is not taken back of an item since it was changed: the whole item if that names no field. */
export interface Kept {
  readonly item: LocalItem;
  readonly fields: readonly (EditableField | 'labels')[];
}

function hasLabelsOf(left: AsLeft, now: AsLeft): boolean {
  return isEmptyLabelChange(labelsBetween(labelsOf(left), labelsOf(now)));
}

/** What stands in some items and is not one of them. */
async function livingBelow(
  unit: UnitOfWork,
  items: ReadonlyMap<string, Editable>,
): Promise<readonly LocalItem[]> {
  const families = await unit.families([...items.keys()]);
  const children = [...families.values()].flat();
  return children.filter((row) => !row._deleted && !items.has(row.uuid));
}

function asLeft(row: LocalItem): AsLeft {
  const fields = Object.fromEntries(editableFields.map((field) => [field, row[field]])) as Editable;
  return { ...fields, labels: labelsOf(row) };
}
