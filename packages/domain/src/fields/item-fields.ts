import { priorities, repeatOrigins } from '../values/item-values.ts';
import type { ItemType, RepeatOrigin } from '../values/item-values.ts';
import type { plainReaders } from './plain-readers.ts';

/**
 * The kind of a plain field: text, a civil day `YYYY-MM-DD` or time `HH:MM`, a recurrence rule, or one of a
 * closed set of values.
 */
export type FieldKind = 'text' | 'day' | 'time' | 'rule' | 'choice';

/** A field with a value that a person sets and that has no further consequences. */
export interface FieldRule<Value = string | null> {
  readonly kind: FieldKind;
  /** The value of an item that was never given one: '' if a value is required, otherwise null. */
  readonly empty: Value;
  /** The values of a choice. */
  readonly values?: readonly string[];
  /** The protocol that added the field: rows and requests from before lack it. */
  readonly since?: number;
  /** Only items of this type have the field. */
  readonly onlyOn?: ItemType;
  /** Items of this type do not have the field. */
  readonly neverOn?: ItemType;
  /**
   * The field on which this one depends. That field comes before it in the table; if it is empty, this one is
   * too. Fields that depend on each other count as one: they are compared, sent and decided on together.
   */
  readonly with?: string;
  /** The field whose value this one has if it is empty: the same value counts as empty. */
  readonly impliedBy?: string;
  /** The default of a new item with these fields; absent means `empty`. */
  readonly presumed?: (beside: Partial<PlainFields>) => Value;
}

/**
 * The plain fields of an item. Everything that validates, sends, stores, merges, logs, copies and exports
 * them follows this table. A new field takes a line here and in `plain-readers.ts`, a migration, a place in
 * the forms and its strings. The other fields that people change (status, assigned_to, parent) have
 * consequences and rules of their own.
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
  occurrence_day: {
    kind: 'day',
    empty: null,
    since: 8,
    with: 'repeat',
    impliedBy: 'due_date',
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

/** The name of a plain field that depends on another one. */
export type DependentField = {
  [F in PlainField]: (typeof table)[F] extends { readonly with: string } ? F : never;
}[PlainField];

/** The rule of each plain field. */
export const plainFields: { readonly [F in PlainField]: FieldRule<ValueOf<F>> } = table;

/** The names of the plain fields, in the order in which people read them. */
export const plainFieldNames = Object.keys(table) as readonly PlainField[];

/** The field on which a plain field depends; undefined if there is none. */
export function companionOf(name: PlainField): PlainField | undefined {
  return (plainFields[name] as FieldRule).with as PlainField | undefined;
}

/** Whether items of a type have a plain field. */
export function isPlainFieldOf(type: ItemType, name: PlainField): boolean {
  const { onlyOn = type, neverOn } = plainFields[name] as FieldRule;
  return onlyOn === type && neverOn !== type;
}

/**
 * Whether a stored or sent value fits a field, by its kind alone. A field that was added later may be absent,
 * because an earlier release stored or sent the row.
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

/** One value for each plain field, computed from its name and rule. */
export function forPlainFields<T>(
  make: (rule: FieldRule, name: PlainField) => T,
): Record<PlainField, T> {
  return Object.fromEntries(
    plainFieldNames.map((name) => [name, make(plainFields[name] as FieldRule, name)]),
  ) as Record<PlainField, T>;
}

/**
 * The plain fields of a row. A field that the row lacks, because an earlier release wrote it, is empty, and
 * so is one that depends on an empty field.
 */
export function plainOf(row: {
  readonly [F in PlainField]?: PlainFields[F] | undefined;
}): PlainFields {
  const fields: Partial<Record<PlainField, string | null>> = {};
  for (const name of plainFieldNames) {
    const { empty, presumed, impliedBy } = plainFields[name] as FieldRule;
    const lead = companionOf(name);
    const isStray = lead !== undefined && fields[lead] === plainFields[lead].empty;
    const given = row[name] ?? presumed?.(fields as Partial<PlainFields>);
    const isImplied = impliedBy !== undefined && given === fields[impliedBy as PlainField];
    fields[name] = isStray || isImplied ? empty : (given ?? empty);
  }
  return fields as PlainFields;
}
