import { priorities, repeatOrigins } from './item-values.ts';
import type { ItemType, RepeatOrigin } from './item-values.ts';
import type { plainReaders } from './plain-readers.ts';

/**
 * What a plain field holds: text, a civil day `YYYY-MM-DD` or time `HH:MM`, a recurrence rule, or one of a closed
 * set of values.
 */
export type FieldKind = 'text' | 'day' | 'time' | 'rule' | 'choice';

/** A field that holds what a person gave it, and nothing follows from. */
export interface FieldRule<Value = string | null> {
  readonly kind: FieldKind;
  /** What an item has that was never given one: '' where a value is required, else null. */
  readonly empty: Value;
  /** The values of a choice. */
  readonly values?: readonly string[];
  /** Added by this protocol: what was stored or sent before lacks it. */
  readonly since?: number;
  /** Only items of this type have it. */
  readonly onlyOn?: ItemType;
  /** Items of this type do not have it. */
  readonly neverOn?: ItemType;
  /**
   * It goes with that field, which stands before it in the table, and is empty where that one is. Fields that
   * go with each other are one field: they are compared, sent and decided on together.
   */
  readonly with?: string;
  /** What it is beside these fields if nobody gives it; absent is `empty`. */
  readonly presumed?: (beside: Partial<PlainFields>) => Value;
}

/**
 * The plain fields of an item: everything that validates, sends, stores, merges, logs, copies and
 * exports them follows this table. Adding a field takes a line here and in `plain-readers.ts`, a migration,
 * a place in the forms and its strings. The other fields that people change (status, assigned_to, parent) have consequences,
 * and rules of their own.
 */
const table = {
  title: { kind: 'text', empty: '' },
  description: { kind: 'text', empty: null },
  due_date: { kind: 'day', empty: null },
  due_time: { kind: 'time', empty: null, since: 4, with: 'due_date' },
  repeat: { kind: 'rule', empty: null, since: 6, with: 'due_date', neverOn: 'campaign' },
  repeat_from: {
    kind: 'choice',
    values: repeatOrigins,
    empty: null,
    since: 6,
    with: 'repeat',
    presumed: (): RepeatOrigin => 'due',
  },
  repeat_start: {
    kind: 'day',
    empty: null,
    since: 6,
    with: 'repeat',
    presumed: ({ due_date: day = null }) => day,
  },
  end_date: { kind: 'day', empty: null, onlyOn: 'campaign' },
  priority: { kind: 'choice', values: priorities, empty: null, since: 3 },
} as const satisfies Readonly<Record<keyof typeof plainReaders, FieldRule | FieldRule<string>>>;

/** The name of a plain field. */
export type PlainField = keyof typeof plainReaders;

type ValueOf<F extends PlainField> = Extract<
  ReturnType<(typeof plainReaders)[F]>,
  { readonly ok: true }
>['value'];

/** The plain fields with their values. */
export type PlainFields = { readonly [F in PlainField]: ValueOf<F> };

/** The rule of each plain field. */
export const plainFields: { readonly [F in PlainField]: FieldRule<ValueOf<F>> } = table;

/** The names of the plain fields, in the order in which people read them. */
export const plainFieldNames = Object.keys(table) as readonly PlainField[];

/** The field that a plain field goes with; undefined where it stands alone. */
export function companionOf(name: PlainField): PlainField | undefined {
  return (plainFields[name] as FieldRule).with as PlainField | undefined;
}

/** Whether items of a type have a plain field. */
export function isPlainFieldOf(type: ItemType, name: PlainField): boolean {
  const { onlyOn = type, neverOn } = plainFields[name] as FieldRule;
  return onlyOn === type && neverOn !== type;
}

/**
 * Whether a field may hold a value where it is stored or sent, by its kind alone. What was added later may
 * be absent: an earlier release has stored or sent it.
 */
export function isPlainValue(rule: FieldRule, value: unknown): boolean {
  if (value === undefined) return rule.since !== undefined;
  if (value === null) return rule.empty === null;
  return typeof value === 'string' && (rule.values?.includes(value) ?? true);
}

/** The plain fields that the first release does not have. */
export const addedFieldNames = plainFieldNames.filter(
  (name) => (plainFields[name] as FieldRule).since !== undefined,
);

/** One value for each plain field, made from its name and rule. */
export function forPlainFields<T>(
  make: (rule: FieldRule, name: PlainField) => T,
): Record<PlainField, T> {
  return Object.fromEntries(
    plainFieldNames.map((name) => [name, make(plainFields[name] as FieldRule, name)]),
  ) as Record<PlainField, T>;
}

/**
 * The plain fields of a row; what it lacks is empty, as it is where an earlier release wrote it, and so is
 * what goes with a field that is empty.
 */
export function plainOf(row: Partial<PlainFields>): PlainFields {
  const fields: Partial<Record<PlainField, string | null>> = {};
  for (const name of plainFieldNames) {
    const { empty, presumed } = plainFields[name] as FieldRule;
    const lead = companionOf(name);
    const isStray = lead !== undefined && fields[lead] === plainFields[lead].empty;
    const given = row[name] ?? presumed?.(fields as Partial<PlainFields>);
    fields[name] = isStray ? empty : (given ?? empty);
  }
  return fields as PlainFields;
}
