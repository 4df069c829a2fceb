import { parseQuery, printQuery, type Query } from '@foray/domain/queries';

/** A condition that a menu offers. */
export interface OfferedCondition {
  /** Its text in a query. */
  readonly text: string;
  readonly name: string;
}

/** The menu that shows a condition; null if none does. */
function groupOf(part: Query): string | null {
  switch (part.kind) {
    case 'not':
      return printQuery(part).text === '-is:done' ? 'state' : null;
    case 'is':
      if (part.state === 'overdue') return 'due';
      return ['queue', 'active', 'done'].includes(part.state) ? 'state' : null;
    case 'day':
      return part.key === 'due' ? 'due' : null;
    case 'type':
    case 'label':
    case 'priority':
    case 'assigned':
    case 'in':
      return part.kind;
    default:
      return null;
  }
}

/** The parts that all have to hold. */
function partsOf(query: Query | null): readonly Query[] {
  if (query === null) return [];
  return query.kind === 'and' ? query.parts : [query];
}

/** The condition of a menu that a query has; null if it has none. */
export function chosenOf(query: Query | null, group: string): OfferedCondition | null {
  const part = partsOf(query).find((one) => groupOf(one) === group);
  if (part === undefined) return null;
  const { text } = printQuery(part);
  return { text, name: nameOf(part) ?? text.slice(text.indexOf(':') + 1) };
}

function nameOf(part: Query): string | null {
  if (part.kind === 'label') return part.label;
  if (part.kind === 'in') return part.place.name;
  return part.kind === 'assigned' && part.to !== null && part.to !== 'me' ? part.to.name : null;
}

/** The text of a query with another condition in the place of a menu's one; null takes it away. */
export function withChoice(query: Query | null, group: string, choice: string | null): string {
  const parts = [...partsOf(query)];
  const place = parts.findIndex((one) => groupOf(one) === group);
  const added = choice === null ? null : parseQuery(choice).query;
  parts.splice(place < 0 ? parts.length : place, place < 0 ? 0 : 1, ...(added ? [added] : []));
  const [first = null, ...others] = parts;
  if (first === null || others.length === 0) return printQuery(first).text;
  return printQuery({ kind: 'and', parts }).text;
}
