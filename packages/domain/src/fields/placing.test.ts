import fc from 'fast-check';
import { byPlace } from '../tree/lists.ts';
import { placesFor } from './placing.ts';
import { readPosition } from './read-position.ts';
import type { PlacedRow } from './placing.ts';
import { maxPositionChars, positionKey } from './position.ts';

interface TestRow {
  readonly id: number;
  readonly uuid: string;
  readonly created_at: string;
  readonly position: string | null;
}

/** Rows that nobody has placed, newest first. */
function siblings(count: number): readonly TestRow[] {
  return Array.from({ length: count }, (_, place) => ({
    id: 1000 - place,
    uuid: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    created_at: new Date(Date.UTC(2026, 10, 30) - place * 1000).toISOString(),
    position: null,
  }));
}

function placed(rows: readonly TestRow[], places: readonly PlacedRow[]): readonly TestRow[] {
  const given = new Map(places.map(({ uuid, position }) => [uuid, position]));
  const after = rows.map((row) => ({ ...row, position: given.get(row.uuid) ?? row.position }));
  return after.toSorted(byPlace);
}

/** Random numbers from a seed, so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const names = (rows: readonly { readonly uuid: string }[]) => rows.map(({ uuid }) => uuid);

test('[ORDER-01] without places the newest child comes first', () => {
  const rows = siblings(5);
  expect(names([...rows].reverse().toSorted(byPlace))).toEqual(names(rows));
  // The order by keys is the order by creation.
  expect(rows.map(positionKey).toSorted()).toEqual(rows.map(positionKey));
});

test('[ORDER-01] after any series of moves the children are in the order of the moves', () => {
  const move = fc.record({ from: fc.nat({ max: 11 }), to: fc.nat({ max: 11 }) });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), fc.nat(), (moves, seed) => {
      const random = randomOf(seed);
      let rows = siblings(12);
      const wanted = [...names(rows)];
      for (const { from, to } of moves) {
        const places = placesFor(rows, from, to, random);
        expect(places.length).toBe(1);
        rows = placed(rows, places);
        wanted.splice(to, 0, ...wanted.splice(from, 1));
        expect(names(rows)).toEqual(wanted);
      }
    }),
  );
});

test('[ORDER-02] two devices that sort one list offline both keep their moves', () => {
  const count = 10;
  // Each moved item goes right behind another one, and no item is moved by both.
  const split = fc.shuffledSubarray([...Array(count).keys()], { minLength: 4, maxLength: 8 });
  fc.assert(
    fc.property(split, fc.nat({ max: count - 1 }), fc.nat(), (items, anchor, seed) => {
      const start = siblings(count);
      const uuidAt = (place: number): string => start[place]?.uuid ?? '';
      const half = Math.floor(items.length / 2);
      const devices = [items.slice(0, half), items.slice(half)];
      const moved = new Set(items);
      const still = [...Array(count).keys()].filter((place) => !moved.has(place));
      const target = uuidAt(still[anchor % still.length] ?? 0);
      const writes = devices.map((own, device) => {
        let rows = start;
        const given = new Map<string, string>();
        for (const place of own) {
          const from = names(rows).indexOf(uuidAt(place));
          const to = names(rows.filter((_, at) => at !== from)).indexOf(target) + 1;
          const places = placesFor(rows, from, to, randomOf(seed + device));
          for (const { uuid, position } of places) given.set(uuid, position);
          rows = placed(rows, places);
        }
        return given;
      });
      for (const order of [writes, writes.toReversed()]) {
        const all = new Map(order.flatMap((given) => [...given]));
        const rows = placed(
          start,
          [...all].map(([uuid, position]) => ({ uuid, position })),
        );
        // All of them stand between the item that they were put behind and the one that followed it.
        const at = names(rows).indexOf(target);
        const behind = new Set(names(rows).slice(at + 1, at + 1 + items.length));
        expect(behind).toEqual(new Set(items.map(uuidAt)));
      }
    }),
  );
});

test('[ORDER-03] equal neighbours, and neighbours without room between them, get new keys', () => {
  const [first, second, third] = siblings(3);
  if (first === undefined || second === undefined || third === undefined) throw new Error();
  for (const position of ['K', `K${'z'.repeat(maxPositionChars - 1)}`]) {
    const rows = [first, second, third].map((row) => ({ ...row, position }));
    const shown = rows.toSorted(byPlace);
    const after = placed(shown, placesFor(shown, 2, 1, randomOf(1)));
    expect(names(after)).toEqual([first.uuid, third.uuid, second.uuid]);
    for (const row of after) expect(readPosition(row.position)).toMatchObject({ ok: true });
  }
});

test('[ORDER-03] an item that is put between the same two again and again always has a place', () => {
  let rows = siblings(4);
  const random = randomOf(7);
  let rekeyed = 0;
  for (let round = 0; round < 2_000; round += 1) {
    const [, , third] = names(rows);
    const places = placesFor(rows, 2, 1, random);
    rekeyed += places.length - 1;
    rows = placed(rows, places);
    expect(names(rows)[1]).toBe(third);
    for (const { position } of places) expect(position.length).toBeLessThanOrEqual(100);
  }
  expect(rekeyed).toBeGreaterThan(0);
});

test('[ORDER-04] a position is at most 100 letters and digits', () => {
  expect(readPosition(null)).toEqual({ ok: true, value: null });
  expect(readPosition('Az09')).toEqual({ ok: true, value: 'Az09' });
  expect(readPosition('a'.repeat(100))).toMatchObject({ ok: true });
  expect(readPosition('a'.repeat(101))).toEqual({ ok: false, error: 'too_long' });
  for (const wrong of ['', 'a b', 'ä', 'K\u202e', 1, {}, ['K']]) {
    expect(readPosition(wrong)).toEqual({ ok: false, error: 'malformed' });
  }
});
