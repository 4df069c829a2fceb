import { localItem, uuidOf } from '@foray/sync/testing';
import { itemSearchOf } from './item-search.ts';
import { Replica } from './replica.ts';

const item = (number: number, title: string, version = 1) =>
  localItem(number, { title, _localVersion: version });

test('[SEARCH-07] items that change before they are indexed are found by their newest text, and once', () => {
  const replica = new Replica(() => 0);
  replica.apply(Array.from({ length: 6 }, (_, place) => item(place + 1, `rope ${place + 1}`)));
  const search = itemSearchOf(replica);
  const found = (needle: string) =>
    [...search.containing(needle)].map(({ item: { uuid } }) => uuid).toSorted();
  expect(search.indexNext(2)).toBe(true);

  // Two rows of each side: a changed and a removed one; and a new row.
  const removed = [2, 6].map((number) => ({ uuid: uuidOf(number), localSeq: 9 }));
  replica.apply([item(1, 'sail 1', 2), item(5, 'sail 5', 2), item(7, 'rope 7')], removed);
  expect(found('sail')).toEqual([uuidOf(1), uuidOf(5)]);
  expect(found('rope')).toEqual([uuidOf(3), uuidOf(4), uuidOf(7)]);
  expect(search.indexNext(2)).toBe(false);
});

test('[SEARCH-07] another replica has a search of its own', () => {
  const [one, other] = [new Replica(() => 0), new Replica(() => 0)];
  one.apply([item(1, 'rope')]);
  expect([...itemSearchOf(other).containing('rope')]).toEqual([]);
  expect(itemSearchOf(one)).toBe(itemSearchOf(one));
});
