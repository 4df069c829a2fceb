import type { Item } from '../items/item.ts';
import { isRepeating } from '../fields/occurrence-fields.ts';
import { ancestorsOf, isOrphan } from '../tree/hierarchy.ts';
import type { LinkedItem } from '../tree/hierarchy.ts';
import { isOwnedBy, listOf } from '../tree/lists.ts';
import { dueDay, dueTime, isOverdue } from '../values/day.ts';
import { searchText } from '../values/folded-text.ts';
import { foldQuery } from '../values/search.ts';
import type { Condition, OwnedField, PersonName, PlaceName, Query, State } from './query.ts';
import { dayMatcher, instantMatcher } from './match-days.ts';
import type { DaysContext } from './query-days.ts';

/** An item as `in:` looks at it. */
export interface TitledItem extends LinkedItem {
  readonly title: string;
}

/** The knowledge beside an item that a query needs. */
export interface QueryContext extends DaysContext {
  /** The time zone in which instants have a day. */
  readonly zone: string;
  /** The person who asks; 0 for the guest. */
  readonly userId: number;
  /** The name of a person whom the device knows. */
  readonly personName: (id: number) => string | undefined;
  /** An undeleted item that the person has. */
  readonly itemOf: (uuid: string) => TitledItem | undefined;
  /** An item's `searchText`, if it is known already. */
  readonly textOf?: ((item: Item) => string) | undefined;
}

/** Whether an item matches a query. */
export type QueryMatch = (item: Item) => boolean;

/** Prepares a query for many items; it holds while the day of the context does. */
export function matchQuery(query: Query, context: QueryContext): QueryMatch {
  switch (query.kind) {
    case 'not': {
      const match = matchQuery(query.part, context);
      return (item) => !match(item);
    }
    case 'and': {
      const matches = inOrderOfCost(query.parts).map((part) => matchQuery(part, context));
      return (item) => {
        for (const match of matches) if (!match(item)) return false;
        return true;
      };
    }
    case 'or': {
      const matches = inOrderOfCost(query.parts).map((part) => matchQuery(part, context));
      return (item) => {
        for (const match of matches) if (match(item)) return true;
        return false;
      };
    }
    case 'text': {
      const text = foldQuery(query.text);
      const textOf =
        context.textOf ?? (({ title, description }: Item) => searchText(title, description));
      return (item) => textOf(item).includes(text);
    }
    default:
      return matchCondition(query, context);
  }
}

function matchCondition(condition: Condition, context: QueryContext): QueryMatch {
  switch (condition.kind) {
    case 'type':
      return ({ type }) => type === condition.type;
    case 'is':
      return matchState(condition.state, context);
    case 'day':
      return matchDay(condition, context);
    case 'label':
      return matchLabel(condition.label);
    case 'priority':
      return ({ priority }) => priority === condition.priority;
    case 'assigned':
      return matchPerson(condition.to, context);
    case 'in':
      return matchPlace(condition.place, context);
    case 'has': {
      const has = owns[condition.field];
      return (item) => has(item, context) === condition.isThere;
    }
  }
}

function matchState(state: State, { today, userId }: QueryContext): QueryMatch {
  switch (state) {
    case 'queue':
    case 'active':
      return ({ status }) => listOf(status) === state;
    case 'done':
      return ({ status }) => status === 'completed';
    case 'overdue':
      return (item) => isOverdue(item, today);
    case 'repeating':
      return isRepeating;
    case 'mine':
      return (item) => isOwnedBy(item, userId);
    case 'past':
      return ({ occurrence_of: of }) => of !== null;
  }
}

function matchDay(
  condition: Extract<Condition, { readonly kind: 'day' }>,
  context: QueryContext,
): QueryMatch {
  if (condition.key === 'due') {
    const matches = dayMatcher(condition, context);
    return (item) => matches(dueDay(item));
  }
  const matches = instantMatcher(condition, context, context.zone);
  switch (condition.key) {
    case 'created':
      return ({ created_at: at }) => matches(at);
    case 'changed':
      return ({ updated_at: at }) => matches(at);
    case 'completed':
      return ({ completed_at: at }) => matches(at);
  }
}

function matchLabel(label: string | null): QueryMatch {
  if (label === null) return ({ labels }) => labels.length === 0;
  const wanted = foldQuery(label);
  const known = new Map<string, boolean>();
  const isWanted = (one: string): boolean => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const is = foldQuery(one) === wanted;
    known.set(one, is);
    return is;
  };
  return ({ labels }) => labels.some(isWanted);
}

/** A name means a person with that name, or with that first name or names. */
function matchPerson(
  to: 'me' | PersonName | null,
  { userId, personName }: QueryContext,
): QueryMatch {
  if (to === null || to === 'me') {
    const id = to === null ? null : userId;
    return ({ assigned_to: one }) => one === id;
  }
  if (to.id !== null) return ({ assigned_to: one }) => one === to.id;
  const name = foldQuery(to.name);
  return ({ assigned_to: id }) => id !== null && isNamed(personName(id), name);
}

/** Whether a person's name is the folded `name`, or begins with its words. */
function isNamed(personName: string | undefined, name: string): boolean {
  return personName !== undefined && `${foldQuery(personName)} `.startsWith(`${name} `);
}

function matchPlace({ name, id }: PlaceName, { itemOf }: QueryContext): QueryMatch {
  const title = foldQuery(name);
  const isPlace = (above: TitledItem) =>
    id === null ? foldQuery(above.title) === title : above.uuid === id;
  return (item) => item.parent_uuid !== null && ancestorsOf(item, itemOf).some(isPlace);
}

const owns: Readonly<Record<OwnedField, (item: Item, context: QueryContext) => boolean>> = {
  due: (item) => dueDay(item) !== null,
  time: (item) => dueTime(item) !== null,
  label: ({ labels }) => labels.length > 0,
  priority: ({ priority }) => priority !== null,
  description: ({ description }) => description !== null,
  assigned: ({ assigned_to: id }) => id !== null,
  parent: (item, { itemOf }) => !isOrphan(item, (uuid) => itemOf(uuid) !== undefined),
};

/** The parts, those that read texts or other items last. */
function inOrderOfCost(parts: readonly Query[]): readonly Query[] {
  return parts.toSorted((a, b) => costOf(a) - costOf(b));
}

function costOf(query: Query): number {
  switch (query.kind) {
    case 'not':
      return costOf(query.part);
    case 'and':
    case 'or':
      return Math.max(...query.parts.map(costOf));
    case 'text':
      return 3;
    case 'in':
      return 2;
    default:
      return query.kind === 'day' && query.key !== 'due' ? 1 : 0;
  }
}
