import { ruleAsMeant } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import type { NewItem } from '@foray/sync';
import type { TypedReading, TokenKind } from '@foray/typing';
import { itemOfDraft } from '../fields/item-draft.ts';
import type { ItemFormDraft, OfferedFields } from '../fields/item-draft.ts';

/** The field that each kind of phrase sets: of a campaign, and of another item. */
const fieldsOf = {
  date: ['end_date', 'due_date'],
  time: [null, 'due_time'],
  repeat: [null, 'repeat'],
  label: ['labels', 'labels'],
  priority: ['priority', 'priority'],
  assignee: ['assigned_to', 'assigned_to'],
  campaign: [null, 'parent_uuid'],
} as const satisfies Readonly<Record<TokenKind, readonly (keyof NewItem | null)[]>>;

/** The field of an item of a type that a kind of phrase sets; null if the type does not have it. */
const fieldOf = (kind: TokenKind, type: ItemType) => fieldsOf[kind][type === 'campaign' ? 0 : 1];

/**
 * The kinds of phrases that are recognised in the title of a draft: those of fields that its item has and
 * that are not filled in by hand, not even half. The form offers `fields`, and creates an item at `parentUuid`.
 */
export function readKinds(
  draft: ItemFormDraft,
  offered: OfferedFields,
  parentUuid: string | null,
): ReadonlySet<TokenKind> {
  const given = itemOfDraft({ ...draft, day: null }, offered, parentUuid);
  const kinds = (Object.keys(fieldsOf) as TokenKind[]).filter((kind) => {
    const field = fieldOf(kind, draft.type);
    if (field === null || field === 'labels') return field !== null;
    const isHalfFilled = field in draft && draft[field as keyof ItemFormDraft] === undefined;
    return given[field] === undefined && !isHalfFilled;
  });
  return new Set(kinds);
}

/** The due day of a draft, for a campaign its end, if it is filled in by hand; otherwise null. */
export function givenDue(draft: ItemFormDraft, offered: OfferedFields): string | null {
  const { due_date: due, end_date: end } = itemOfDraft({ ...draft, day: null }, offered, null);
  return due ?? end ?? null;
}

/**
 * An item with the values recognised in its title: the title is the rest, and a campaign ends on the day.
 * If nothing was recognised, the item stays unchanged.
 */
export function itemOfReading(item: NewItem, { title, tokens, due }: TypedReading): NewItem {
  if (tokens.length === 0) return item;
  let read: NewItem = { ...item, title };
  if (due !== null) read = { ...read, [fieldsOf.date[item.type === 'campaign' ? 0 : 1]]: due };
  for (const { kind, value } of tokens) {
    if (kind === 'repeat') {
      const rule = value.from === 'due' ? ruleAsMeant(value.rule, due ?? value.first) : value.rule;
      read = { ...read, repeat: rule, repeat_from: value.from };
    } else if (kind === 'label') read = { ...read, labels: [...(read.labels ?? []), value] };
    else if (kind !== 'date') read = { ...read, [fieldsOf[kind][1]]: value };
  }
  return read;
}
