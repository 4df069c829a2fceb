import { isItemDay, maxDescriptionChars, maxTitleChars, plainOf, textLength } from '@foray/domain';
import type { Item, ItemType, PlainField } from '@foray/domain';
import type { NewItem } from '@foray/sync';
import type { KeptWords } from '@foray/typing';

/** The fields of an item beside its title that people fill in. */
export type FormField =
  | Exclude<PlainField, 'title' | 'repeat_from' | 'repeat_start' | 'occurrence_day'>
  | 'assigned_to'
  | 'labels';

/** The values of fields in a form, as an item has them. A date or time that is half filled has none. */
export type FormValues = {
  readonly [Field in FormField | 'repeat_from']?: Item[Field] | undefined;
};

/** The content of a form that creates an item. */
export interface ItemFormDraft extends FormValues {
  readonly type: ItemType;
  readonly title: string;
  /** The day of the list that the item is added to: its date, unless it is given another one. */
  readonly day?: string | null | undefined;
  /** The place that was chosen in the form, null for the top level; otherwise it has that of the form. */
  readonly parent?: string | null | undefined;
  /** Words of the title that are kept as text. */
  readonly asText?: readonly KeptWords[];
}

/** The fields that a form offers each type, in the order of the form. */
export type OfferedFields = Readonly<Record<ItemType, readonly [FormField, ...FormField[]]>>;

/**
 * Quick-add: description only for campaign and task, due date only for campaign (its end date) and task,
 * assignee only for task and todo.
 */
export const quickAddFields: OfferedFields = {
  campaign: ['description', 'end_date'],
  task: ['description', 'due_date', 'assigned_to'],
  todo: ['assigned_to'],
};

const dated: OfferedFields['task'] = [
  'description',
  'assigned_to',
  'priority',
  'due_date',
  'due_time',
  'repeat',
  'labels',
];

/** The dialogs: the due date with its time and rule for task and todo, the end date for campaign only. */
export const dialogFields: OfferedFields = {
  campaign: ['description', 'assigned_to', 'end_date', 'priority', 'labels'],
  task: dated,
  todo: dated,
};

/** A form in which nothing has been typed. */
export function emptyDraft(type: ItemType): ItemFormDraft {
  return { type, title: '' };
}

/** The values of those fields that are filled in; a field counts only with the one on which it depends. */
function filledIn(draft: ItemFormDraft, names: readonly FormField[]): Partial<NewItem> {
  const values: FormValues = { ...draft, ...plainOf(draft) };
  const filled = names.filter((name) => String(values[name] ?? '').trim() !== '');
  const all = filled.includes('repeat') ? ([...filled, 'repeat_from'] as const) : filled;
  return Object.fromEntries(all.map((name) => [name, values[name]]));
}

/** A draft with the date that its item has: the one filled in, even if it is none, or that of its day. */
export function withDay(draft: ItemFormDraft): ItemFormDraft {
  const field = dateField(draft.type);
  return draft.day == null || field in draft ? draft : { ...draft, [field]: draft.day };
}

/** The date of an item that its day sets. */
const dateField = (type: ItemType): FormField => (type === 'campaign' ? 'end_date' : 'due_date');

/**
 * The item of a draft, with only those fields that the form offers for its type, and the date of its day.
 */
export function itemOfDraft(
  draft: ItemFormDraft,
  offered: OfferedFields,
  parentUuid: string | null,
): NewItem {
  const { type, title } = draft;
  const place = parentUuid === null ? {} : { parent_uuid: parentUuid };
  const names: readonly FormField[] = draft.day == null ? [] : [dateField(type)];
  return { type, title, ...place, ...filledIn(withDay(draft), [...offered[type], ...names]) };
}

/** Whether nothing has been typed or chosen; the type does not count. */
export function isEmptyDraft(draft: ItemFormDraft): boolean {
  const filled = filledIn(draft, [...dated, 'end_date']);
  return textLength(draft.title) === 0 && Object.keys(filled).length === 0;
}

/** A title as it is being typed: one line, whatever is pasted. */
export function titleLine(typed: string): string {
  return typed.replace(/\p{Control}+/gu, ' ');
}

/** The result of the title rule for a title that is being typed. */
export type TitleState = 'empty' | 'ok' | 'tooLong';

/** Required after trimming, at most 255 characters. */
export function titleState(title: string): TitleState {
  const length = textLength(title);
  if (length === 0) return 'empty';
  return length > maxTitleChars ? 'tooLong' : 'ok';
}

/** Whether a form has a date that no item can have. */
export function hasWrongDate({ due_date: due, end_date: end }: FormValues): boolean {
  return [due, end].some((day) => day != null && !isItemDay(day));
}

/** Whether a form has a description that no item can have. */
export function hasLongText({ description }: FormValues): boolean {
  return textLength(description ?? '') > maxDescriptionChars;
}
