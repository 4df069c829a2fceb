import { ruleAsMeant } from '@foray/domain';
import type { NewItem } from '@foray/sync';
import type { TypedReading, TokenKind } from '@foray/typing';
import type { DraftFields, ItemFormDraft } from '../fields/item-draft.ts';

/**
 * The kinds of phrases that are recognised in the title of a draft: those of fields that its item has and
 * that are not filled in by hand. The form offers `fields`, and creates an item at `parentUuid`.
 */
export function readKinds(
  draft: ItemFormDraft,
  fields: DraftFields,
  parentUuid: string | null,
): ReadonlySet<TokenKind> {
  const kinds = new Set<TokenKind>(['date', 'priority', 'assignee', 'label']);
  const isTimed = fields.time && draft.due !== '' && draft.time;
  if (draft.type !== 'campaign' && !isTimed) kinds.add('time');
  const isRepeating = fields.time && draft.due !== '' && draft.repeat?.repeat;
  if (draft.type !== 'campaign' && !isRepeating) kinds.add('repeat');
  if (givenDue(draft, fields) !== null) kinds.delete('date');
  if (fields.priority && draft.priority !== '') kinds.delete('priority');
  if (fields.assignee && draft.assignee !== '') kinds.delete('assignee');
  if (parentUuid === null && draft.type !== 'campaign') kinds.add('campaign');
  return kinds;
}

/** The due day of a draft, for a campaign its end, if it is filled in by hand; otherwise null. */
export function givenDue(draft: ItemFormDraft, fields: DraftFields): string | null {
  if (fields.due && draft.due !== '') return draft.due;
  return fields.end && draft.end !== '' ? draft.end : null;
}

/**
 * An item with the values recognised in its title: the title is the rest, and a campaign ends on the day.
 * If nothing was recognised, the item stays unchanged.
 */
export function itemOfReading(item: NewItem, { title, tokens, due }: TypedReading): NewItem {
  if (tokens.length === 0) return item;
  let read: NewItem = { ...item, title };
  if (due !== null) read = { ...read, [item.type === 'campaign' ? 'end_date' : 'due_date']: due };
  for (const { kind, value } of tokens) {
    if (kind === 'repeat') {
      const rule = value.from === 'due' ? ruleAsMeant(value.rule, due ?? value.first) : value.rule;
      read = { ...read, repeat: rule, repeat_from: value.from };
    }
    if (kind === 'time') read = { ...read, due_time: value };
    if (kind === 'label') read = { ...read, labels: [...(read.labels ?? []), value] };
    if (kind === 'priority') read = { ...read, priority: value };
    if (kind === 'assignee') read = { ...read, assigned_to: value };
    if (kind === 'campaign') read = { ...read, parent_uuid: value };
  }
  return read;
}
