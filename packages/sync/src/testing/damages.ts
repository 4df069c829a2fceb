import type { StoreName } from '../store/readable-row.ts';
import type { DamagedRow } from './damaged-rows.ts';

/** The result of damaging a stored row: other rows in its place, or beside it. */
export interface Damage {
  readonly what: string;
  /** Whether its own row is gone. */
  readonly isReplaced: boolean;
  readonly row: DamagedRow;
}

/** The ways in which a stored row is damaged. */
export const damageKinds = [
  'missing field',
  'wrong type',
  'huge value',
  'unknown word',
  'newer version',
  'wrong key',
  'second of its kind',
] as const;
/** A way in which a row is damaged. */
export type DamageKind = (typeof damageKinds)[number];

/** Every damage of a kind to a row of a store. */
export function damagesOf(kind: DamageKind, store: StoreName, row: DamagedRow): readonly Damage[] {
  const keys = store === 'meta' ? ['kind', 'id'] : ['id'];
  const replaced = (what: string, changed: object): Damage => {
    return { what, isReplaced: true, row: changed as DamagedRow };
  };
  switch (kind) {
    case 'missing field':
      return placesIn(row, keys).map((place) => replaced(place.join('.'), without(row, place)));
    case 'wrong type':
      return placesIn(row, keys).flatMap((place) =>
        [null, 'x', -1.5, {}, [], true].map((junk) =>
          replaced(`${place.join('.')} ${JSON.stringify(junk)}`, changed(row, place, junk)),
        ),
      );
    case 'huge value':
      return placesIn(row, keys).flatMap((place) =>
        [1e300, Number.MAX_SAFE_INTEGER, 2 ** 51, 'x'.repeat(100_000)].map((huge) =>
          replaced(`${place.join('.')} ${String(huge).slice(0, 20)}`, changed(row, place, huge)),
        ),
      );
    case 'unknown word':
      return placesIn(row, keys)
        .filter((place) => typeof valueAt(row, place) === 'string')
        .map((place) => replaced(place.join('.'), changed(row, place, 'someday')));
    case 'newer version':
      return [
        replaced('more fields', { ...row, later: { at: 'x' } }),
        replaced('later state', { ...row, state: { kind: 'postponed', until: 'x' } }),
        replaced('later values', { ...row, value: { version: 2 } }),
      ];
    case 'wrong key':
      return [987_654, 'elsewhere', new Date(0), ['a', 1]].map((id) =>
        replaced(String(id), { ...row, id }),
      );
    case 'second of its kind':
      return secondsOf(store, row);
  }
}

/** Rows with a unique value that a later row will have: one number after the other. */
function secondsOf(store: StoreName, row: DamagedRow): readonly Damage[] {
  if (store !== 'items' && store !== 'syncQueue') return [];
  const unique = store === 'items' ? 'uuid' : 'seq';
  const value = row[unique === 'uuid' ? 'nextUuid' : 'nextSeq'];
  const { nextUuid: _, nextSeq: __, ...plain } = row;
  const junk = store === 'items' ? { title: 4 } : { state: 9 };
  return [987_654, 'beside', 10_000_005].map((id) => {
    const beside = { ...plain, ...junk, id, [unique]: value } as DamagedRow;
    return { what: `${unique} of ${id}`, isReplaced: false, row: beside };
  });
}

type Place = readonly string[];

/** The paths of all fields except the key's, at every depth. */
function placesIn(row: object, keys: readonly string[], above: Place = []): Place[] {
  return Object.entries(row).flatMap(([field, value]) => {
    if (above.length === 0 && keys.includes(field)) return [];
    const place = [...above, field];
    const isDeep = typeof value === 'object' && value !== null;
    return [place, ...(isDeep ? placesIn(value as object, [], place) : [])];
  });
}

function valueAt(row: object, [field, ...rest]: Place): unknown {
  const value = (row as Record<string, unknown>)[field ?? ''];
  return rest.length === 0 ? value : valueAt(value as object, rest);
}

function changed(row: object, [field = '', ...rest]: Place, value: unknown): object {
  const copy = structuredClone(row) as Record<string, unknown>;
  copy[field] = rest.length === 0 ? value : changed(copy[field] as object, rest, value);
  return copy;
}

function without(row: object, [field = '', ...rest]: Place): object {
  const copy = structuredClone(row) as Record<string, unknown>;
  if (rest.length === 0) delete copy[field];
  else copy[field] = without(copy[field] as object, rest);
  return copy;
}
