import { maxPositionChars, positionKey } from './position.ts';
import type { PositionedRow } from './position.ts';

/** A new position of an item among its siblings. */
export interface PlacedRow {
  readonly uuid: string;
  readonly position: string;
}

/** The digits of positions, in the order in which positions compare. */
const positionDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Random digits at the end of a new position: two devices that use one gap keep both of their moves. */
const randomDigits = 6;
const base = positionDigits.length;

/**
 * The new positions that put the item at `from` at the place `to` of the others. `siblings` are in the order
 * shown. Usually it is that item's alone; neighbours between whose keys there is no room get new ones, too.
 * `random` returns numbers from 0 up to, but not including, 1.
 */
export function placesFor(
  siblings: readonly PositionedRow[],
  from: number,
  to: number,
  random: () => number,
): readonly PlacedRow[] {
  const order = siblings.toSpliced(from, 1);
  const moved = siblings[from];
  if (moved === undefined) return [];
  order.splice(to, 0, moved);
  // A window around the place grows until its rows fit between the rows beside it.
  for (let reach = 0; ; reach = 2 * reach + 1) {
    const [first, last] = [Math.max(0, to - reach), Math.min(order.length - 1, to + reach)];
    const keyAt = (place: number): string | null => {
      const row = order[place];
      return row === undefined ? null : positionKey(row);
    };
    const rows = order.slice(first, last + 1);
    const keys = keysBetween(keyAt(first - 1), keyAt(last + 1), rows.length, random);
    if (keys !== null) {
      return rows.map(({ uuid }, place) => ({ uuid, position: keys[place] ?? '' }));
    }
  }
}

/** Ascending keys between two, of which null is the end of the range; null if there is no room. */
function keysBetween(
  low: string | null,
  high: string | null,
  count: number,
  random: () => number,
): readonly string[] | null {
  if (count === 0) return [];
  const half = Math.floor(count / 2);
  const middle = keyBetween(low, high, random);
  if (middle === null) return null;
  const before = keysBetween(low, middle, half, random);
  const after = keysBetween(middle, high, count - half - 1, random);
  return before === null || after === null ? null : [...before, middle, ...after];
}

/** A key between two with random digits at its end; null if none fits. */
function keyBetween(low: string | null, high: string | null, random: () => number): string | null {
  if (low !== null && high !== null && low >= high) return null;
  const start = startBetween(low ?? '', high);
  if (start === null) return null;
  let key = start;
  for (let place = 0; place < randomDigits; place += 1) {
    // The last digit is none that leaves no room before it.
    const least = place === randomDigits - 1 ? 1 : 0;
    key += positionDigits[least + Math.floor(random() * (base - least))] ?? '';
  }
  return key.length > maxPositionChars ? null : key;
}

/** Digits that come after `low`, and with any others behind them before `high`; null if there are none. */
function startBetween(low: string, high: string | null): string | null {
  let start = '';
  let isBelow = high === null;
  for (let place = 0; place < maxPositionChars; place += 1) {
    if (!isBelow && place >= (high?.length ?? 0)) return null;
    const least = digitAt(low, place);
    const most = isBelow || high === null ? base : digitAt(high, place);
    if (most - least > 1) return start + (positionDigits[Math.floor((least + most) / 2)] ?? '');
    start += positionDigits[least] ?? '';
    isBelow ||= most > least;
  }
  return null;
}

function digitAt(key: string, place: number): number {
  return Math.max(0, positionDigits.indexOf(key[place] ?? '0'));
}
