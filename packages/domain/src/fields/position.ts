import { isText } from '../values/shape.ts';

/*
 * The place of an item among the children of its parent, as rows store it. `placing.ts`, which the first load
 * of the app does not need, computes new ones.
 */

/** The number of characters of a position at most. */
export const maxPositionChars = 100;

/** The latest moment that a key without a position can have: 13 digits of milliseconds since 1970. */
const latestMs = 9_999_999_999_999;

/** The fields by which siblings are ordered. */
export interface PositionedRow {
  readonly uuid: string;
  readonly created_at: string;
  readonly position?: string | null;
}

/** An item's position; a row of an earlier release has none. */
export function positionOf(row: { readonly position?: string | null }): string | null {
  return row.position ?? null;
}

/** Whether a value is valid as a stored or sent position; an earlier release leaves it out. */
export function isPosition(value: unknown): boolean {
  return value == null || isText(value);
}

/**
 * The key by which an item is ordered among its siblings, ascending. An item that nobody has moved has one
 * made from its creation, so that the newest comes first, and the middle of the range leaves room at both
 * ends.
 */
export function positionKey({ uuid, created_at: at, position }: PositionedRow): string {
  const left = latestMs - Date.parse(at);
  return position ?? `V${`${left}`.padStart(13, '0')}${uuid.replaceAll('-', '')}`;
}
