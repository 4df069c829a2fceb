import { addDays, daysBetween, dayIn, type Item } from '../index.ts';
import { foldForSearch } from '../values/folded-text.ts';
import type { QueryContext } from '../queries/index.ts';

const pieces = /[()]|-(?=[^\s-])|(?:[a-z]+:)?"(?:\\.|[^"\\])*"|[^\s()]+/gi;

/**
 * Whether an item matches the text of a correct query, decided from the grammar of docs/queries.md alone: the
 * pieces of the text are tried on the item one after the other.
 */
export function naiveMatches(text: string, item: Item, context: QueryContext): boolean {
  const found = text.match(pieces) ?? [];
  const isPlain = found.every((piece) => /^[^()"-]/.test(piece) && !isKeyed(piece) && !isOr(piece));
  if (isPlain) return contains(item, text.trim());
  return alternatives(found).some((sides) => allHold(sides, item, context));
}

const isOr = (piece: string) => piece.toLowerCase() === 'or';
const keys = 'type is due created changed completed label priority assigned in has no'.split(' ');
const isKeyed = (piece: string) => keys.some((key) => piece.toLowerCase().startsWith(`${key}:`));
const folded = (text: string) => foldForSearch(text).trim();
const contains = ({ title, description }: Item, text: string) =>
  foldForSearch(`${title}\n${description ?? ''}`).includes(folded(text));

/** The pieces between each `or` that is in no bracket. */
function alternatives(found: readonly string[]): string[][] {
  const sides: string[][] = [[]];
  let depth = 0;
  for (const piece of found) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (depth === 0 && isOr(piece)) sides.push([]);
    else sides.at(-1)?.push(piece);
  }
  return sides;
}

function allHold(found: readonly string[], item: Item, context: QueryContext): boolean {
  const left = [...found];
  while (left.length > 0) if (!nextHolds(left, item, context)) return false;
  return true;
}

/** Takes one part from the pieces and tries it. */
function nextHolds(left: string[], item: Item, context: QueryContext): boolean {
  const piece = left.shift() ?? '';
  if (piece === '-') return !nextHolds(left, item, context);
  if (piece !== '(') return holds(piece, item, context);
  let depth = 1;
  let length = 0;
  while (depth > 0) {
    if (left[length] === '(') depth += 1;
    if (left[length] === ')') depth -= 1;
    length += 1;
  }
  const inside = left.splice(0, length).slice(0, -1);
  return alternatives(inside).some((side) => allHold(side, item, context));
}

const unquoted = (text: string) =>
  text.startsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;

function holds(piece: string, item: Item, context: QueryContext): boolean {
  if (!isKeyed(piece)) return contains(item, unquoted(piece));
  const colon = piece.indexOf(':');
  const key = piece.slice(0, colon).toLowerCase();
  const raw = piece.slice(colon + 1);
  const word = raw.toLowerCase();
  const name = folded(unquoted(raw));
  const due = item.type === 'campaign' ? (item.end_date ?? item.due_date) : item.due_date;
  switch (key) {
    case 'type':
      return item.type === word;
    case 'is':
      return isState(word, item, due, context);
    case 'due':
      return isDay(due, word, context);
    case 'created':
      return isDay(dayIn(context.zone, item.created_at), word, context);
    case 'changed':
      return isDay(dayIn(context.zone, item.updated_at), word, context);
    case 'completed':
      return isDay(item.completed_at && dayIn(context.zone, item.completed_at), word, context);
    case 'label':
      if (word === 'none') return item.labels.length === 0;
      return item.labels.map(folded).includes(name);
    case 'priority':
      return (item.priority ?? 'none') === word;
    case 'assigned':
      return isAssigned(item.assigned_to, word, name, context);
    case 'in':
      return isBelow(item.parent_uuid, name, context);
    default:
      return hasField(word, item, due, context) === (key === 'has');
  }
}

function isState(state: string, item: Item, due: string | null, context: QueryContext): boolean {
  const of = {
    queue: item.status === 'pending',
    active: item.status === 'in_progress',
    done: item.status === 'completed',
    overdue: due !== null && daysBetween(due, context.today) > 0 && item.status !== 'completed',
    repeating: item.repeat !== null && item.occurrence_of === null,
    mine: item.user_id === context.userId,
    past: item.occurrence_of !== null,
  };
  return of[state as keyof typeof of];
}

/** Counts days from the first and the last day of the span. */
function isDay(day: string | null, word: string, context: QueryContext): boolean {
  if (word === 'none') return day === null;
  if (day === null) return false;
  const [, operator = '', span = ''] = /^([<>]?=?)(.*)$/.exec(word) ?? [];
  const sinceFirst = daysBetween(firstDay(span, context), day);
  const sinceLast = sinceFirst - (span === 'week' ? 6 : 0);
  switch (operator) {
    case '<':
      return sinceFirst < 0;
    case '<=':
      return sinceLast <= 0;
    case '>':
      return sinceLast > 0;
    case '>=':
      return sinceFirst >= 0;
    default:
      return sinceFirst >= 0 && sinceLast <= 0;
  }
}

function firstDay(span: string, { today, weekStart }: QueryContext): string {
  const near: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
  if (span in near) return addDays(today, near[span] ?? 0);
  if (/^\d/.test(span)) return span;
  if (span !== 'week') return addDays(today, parseInt(span, 10) * (span.endsWith('w') ? 7 : 1));
  let day = today;
  while (new Date(day).getUTCDay() !== weekStart) day = addDays(day, -1);
  return day;
}

function isAssigned(
  to: number | null,
  word: string,
  name: string,
  { userId, personName }: QueryContext,
): boolean {
  if (word === 'none') return to === null;
  if (word === 'me') return to === userId;
  const own = folded((to === null ? undefined : personName(to)) ?? '');
  return own === name || own.startsWith(`${name} `);
}

function isBelow(uuid: string | null, name: string, { itemOf }: QueryContext): boolean {
  const above = uuid === null ? undefined : itemOf(uuid);
  if (above === undefined) return false;
  return (
    folded(above.title) === name || isBelow(above.parent_uuid, name, { itemOf } as QueryContext)
  );
}

function hasField(word: string, item: Item, due: string | null, context: QueryContext): boolean {
  const of = {
    due: due !== null,
    time: item.due_time !== null && item.type !== 'campaign',
    label: item.labels.length > 0,
    priority: item.priority !== null,
    description: item.description !== null,
    assigned: item.assigned_to !== null,
    parent: item.parent_uuid !== null && context.itemOf(item.parent_uuid) !== undefined,
  };
  return of[word as keyof typeof of];
}
