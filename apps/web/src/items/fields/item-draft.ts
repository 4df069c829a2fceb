import { isItemDay, maxTitleChars, textLength } from '@foray/domain';
import type { ItemType, Priority } from '@foray/domain';
import type { NewItem } from '@foray/sync';
import type { EditedRepeat } from '../repeat/repeat-fields.tsx';
import type { KeptWords } from '@foray/typing';

/** The content of a create form. Dates and times are civil or '', the assignee is an id or ''. */
export interface ItemFormDraft {
  readonly type: ItemType;
  readonly title: string;
  readonly description: string;
  readonly due: string;
  /** Counts only together with a due date. */
  readonly time?: string;
  readonly repeat?: EditedRepeat;
  readonly end: string;
  readonly assignee: string;
  readonly priority: Priority | '';
  readonly labels?: readonly string[];
  /** Words of the title that are kept as text. */
  readonly asText?: readonly KeptWords[];
}

/** The fields that a form offers for a type of item. */
export interface DraftFields {
  readonly description: boolean;
  readonly due: boolean;
  /** Time and rule, which belong to a due date. */
  readonly time?: boolean;
  readonly end: boolean;
  readonly assignee: boolean;
  readonly priority: boolean;
}

/** The value of a form in which no rule is chosen. */
export const noRepeat: EditedRepeat = { repeat: '', from: 'due' };

/** A form in which nothing has been typed. */
export function emptyDraft(type: ItemType): ItemFormDraft {
  return { type, title: '', description: '', due: '', end: '', assignee: '', priority: '' };
}

/** Whether nothing has been typed or chosen; the type does not count. */
export function isEmptyDraft(draft: ItemFormDraft): boolean {
  const { title, description, due, end, assignee, priority, labels = [] } = draft;
  const texts = [title, description, due, end, assignee, priority, ...labels];
  return texts.every((text) => text.trim() === '');
}

/**
 * Quick-add: description only for campaign and task, due date only for campaign (its end date) and task,
 * assignee only for task and todo.
 */
export function quickAddFields(type: ItemType): DraftFields {
  return {
    description: type !== 'todo',
    due: type === 'task',
    end: type === 'campaign',
    assignee: type !== 'campaign',
    priority: false,
  };
}

/**
 * The create dialog: description and assignee for every type, due date for task and todo, end date
 * for campaign only.
 */
export function dialogFields(type: ItemType): DraftFields {
  return {
    description: true,
    due: type !== 'campaign',
    time: type !== 'campaign',
    end: type === 'campaign',
    assignee: true,
    priority: true,
  };
}

/** The item of a draft, with only those fields that the form offers for its type. */
export function itemOfDraft(
  draft: ItemFormDraft,
  fields: DraftFields,
  parentUuid: string | null,
): NewItem {
  return {
    type: draft.type,
    title: draft.title,
    ...(parentUuid !== null && { parent_uuid: parentUuid }),
    ...(fields.description &&
      draft.description.trim() !== '' && { description: draft.description }),
    ...(fields.due && draft.due !== '' && { due_date: draft.due }),
    ...(fields.time && draft.due !== '' && draft.time && { due_time: draft.time }),
    ...(fields.time && draft.due !== '' && repeatOfDraft(draft)),
    ...(fields.end && draft.end !== '' && { end_date: draft.end }),
    ...(fields.priority && draft.priority !== '' && { priority: draft.priority }),
    ...(draft.labels && { labels: draft.labels }),
    ...(fields.assignee && draft.assignee !== '' && { assigned_to: Number(draft.assignee) }),
  };
}

function repeatOfDraft({ repeat }: ItemFormDraft): Partial<NewItem> {
  return repeat?.repeat ? { repeat: repeat.repeat, repeat_from: repeat.from } : {};
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
export function hasWrongDate({ due, end }: Pick<ItemFormDraft, 'due' | 'end'>): boolean {
  return [due, end].some((day) => day !== '' && !isItemDay(day));
}
