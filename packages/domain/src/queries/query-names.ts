import type { Condition, PersonName, PlaceName, Query } from './query.ts';

/** Something that a query names. */
export type QueryName =
  | { readonly kind: 'person'; readonly named: PersonName }
  | { readonly kind: 'place'; readonly named: PlaceName }
  | { readonly kind: 'label'; readonly label: string };

/** Everything that a query names, in the order of its text. */
export function namesIn(query: Query): readonly QueryName[] {
  switch (query.kind) {
    case 'not':
      return namesIn(query.part);
    case 'and':
    case 'or':
      return query.parts.flatMap(namesIn);
    case 'label':
      return query.label === null ? [] : [{ kind: 'label', label: query.label }];
    case 'assigned':
      return isPerson(query.to) ? [{ kind: 'person', named: query.to }] : [];
    case 'in':
      return [{ kind: 'place', named: query.place }];
    default:
      return [];
  }
}

/** Finds the id of a name that has none yet; null if nothing has the name, or several. */
export interface NameLookup {
  readonly person: (name: string) => number | null;
  readonly place: (name: string) => string | null;
}

/** The query with the ids of the people and items that it names, so that it follows them when renamed. */
export function bindNames(query: Query, lookup: NameLookup): Query {
  switch (query.kind) {
    case 'not':
      return { kind: 'not', part: bindNames(query.part, lookup) };
    case 'and':
    case 'or':
      return { kind: query.kind, parts: query.parts.map((part) => bindNames(part, lookup)) };
    case 'assigned': {
      const { to } = query;
      if (!isPerson(to)) return query;
      return { kind: 'assigned', to: { name: to.name, id: to.id ?? lookup.person(to.name) } };
    }
    case 'in': {
      const { name, id } = query.place;
      return { kind: 'in', place: { name, id: id ?? lookup.place(name) } };
    }
    default:
      return query;
  }
}

/**
 * The texts that every hit contains. A server that knows nothing of the language is asked for one of them,
 * and its answer passes `matchQuery`.
 */
export function neededTexts(query: Query): readonly string[] {
  if (query.kind === 'text') return [query.text];
  return query.kind === 'and' ? query.parts.flatMap(neededTexts) : [];
}

/** Whether a change of an item can make items below it match or not. */
export function readsAbove(query: Query): boolean {
  switch (query.kind) {
    case 'not':
      return readsAbove(query.part);
    case 'and':
    case 'or':
      return query.parts.some(readsAbove);
    default:
      return query.kind === 'in';
  }
}

function isPerson(to: Extract<Condition, { readonly kind: 'assigned' }>['to']): to is PersonName {
  return to !== null && to !== 'me';
}
