import type { ItemType, Priority } from '../values/item-values.ts';

/*
 * A query of the query language (docs/queries.md) as data. Equal queries print the same text, and the text
 * reads as an equal query.
 */

/** The values of `is:`. */
export const states = ['queue', 'active', 'done', 'overdue', 'repeating', 'mine', 'past'] as const;
export type State = (typeof states)[number];

/** The keys whose values are days. */
export const dayKeys = ['due', 'created', 'changed', 'completed'] as const;
export type DayKey = (typeof dayKeys)[number];

/** The values of `has:` and `no:`. */
export const ownedFields = [
  'due',
  'time',
  'label',
  'priority',
  'description',
  'assigned',
  'parent',
] as const;
export type OwnedField = (typeof ownedFields)[number];

/** All keys of the language. */
export const queryKeys = [
  'type',
  'is',
  ...dayKeys,
  'label',
  'priority',
  'assigned',
  'in',
  'has',
  'no',
] as const;
export type QueryKey = (typeof queryKeys)[number];

/** The comparison of an item's day with a span of days. */
export const dayOperators = ['on', '<=', '>=', '<', '>'] as const;
export type DayOperator = (typeof dayOperators)[number];

/** A person that a query names, with their id once it is known. */
export interface PersonName {
  readonly name: string;
  readonly id: number | null;
}

/** An item that a query names by its title, with its uuid once it is known. */
export interface PlaceName {
  readonly name: string;
  readonly id: string | null;
}

/** A text that the title or the description contains. */
export interface TextQuery {
  readonly kind: 'text';
  readonly text: string;
}

/**
 * A condition on one field. A `span` is the text of a day or days (`query-days.ts`); null, and a name that is
 * null, stand for `none`.
 */
export type Condition =
  | { readonly kind: 'type'; readonly type: ItemType }
  | { readonly kind: 'is'; readonly state: State }
  | {
      readonly kind: 'day';
      readonly key: DayKey;
      readonly operator: DayOperator;
      readonly span: string | null;
    }
  | { readonly kind: 'label'; readonly label: string | null }
  | { readonly kind: 'priority'; readonly priority: Priority | null }
  | { readonly kind: 'assigned'; readonly to: 'me' | PersonName | null }
  | { readonly kind: 'in'; readonly place: PlaceName }
  | { readonly kind: 'has'; readonly field: OwnedField; readonly isThere: boolean };

/** A query. `and` and `or` have at least two parts. */
export type Query =
  | TextQuery
  | Condition
  | { readonly kind: 'not'; readonly part: Query }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] };

/** The mistakes that a text can have. */
export const queryErrorCodes = [
  'too_long',
  'too_deep',
  'bracket_unclosed',
  'bracket_unopened',
  'bracket_empty',
  'quote_unclosed',
  'text_empty',
  'or_alone',
  'value_missing',
  'value_unknown',
  'not_a_day',
] as const;
export type QueryErrorCode = (typeof queryErrorCodes)[number];

/** A mistake, with its place in UTF-16 units of the text. */
export interface QueryError {
  readonly code: QueryErrorCode;
  readonly from: number;
  readonly to: number;
  /** The key whose value is wrong. */
  readonly key: QueryKey | null;
}

/** The id of a name, or null while it is not known. */
export type NameId = PersonName['id'] | PlaceName['id'];
