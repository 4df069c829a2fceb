import { localItem } from '@foray/sync/testing';
import { shareTexts } from './indexed-db-rows.ts';

test('rows that share texts keep their values', () => {
  const rows = () =>
    [1, 2, 3].map((number) => {
      const row = localItem(number, { title: 'Buy rope', description: null });
      return { ...row, base: number === 3 ? null : { ...row.base, title: 'Buy a rope' } };
    });
  expect(shareTexts(rows() as ReturnType<typeof localItem>[])).toEqual(rows());
});
