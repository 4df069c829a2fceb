import { localItem, queuedRequest } from '@foray/sync/testing';
import { expect, test } from 'vitest';
import { requestFromStored, shareTexts, storedFromRequest } from './indexed-db-rows.ts';

test('rows whose texts are shared say what they said', () => {
  const rows = () =>
    [1, 2, 3].map((number) => {
      const row = localItem(number, { title: 'Buy rope', description: null });
      return { ...row, base: number === 3 ? null : { ...row.base, title: 'Buy a rope' } };
    });
  expect(shareTexts(rows() as ReturnType<typeof localItem>[])).toEqual(rows());
});

test('[LABEL-01] a change of labels is stored as one that no earlier release takes for a create', () => {
  const edit = queuedRequest(1, 1);
  const labels = queuedRequest(2, 1, {
    method: 'POST',
    url: `/api/items/${edit.itemUuid}/labels`,
    data: { add: ['home'], remove: [] },
  });
  expect(storedFromRequest(labels)).toEqual({ ...labels, itemUuid: null });
  expect(labels.touches).toEqual([edit.itemUuid]);
  expect(storedFromRequest(edit)).toBe(edit);
  for (const request of [edit, labels, queuedRequest(3, 1, { itemUuid: null, touches: [] })]) {
    expect(requestFromStored(storedFromRequest(request))).toEqual(request);
  }
});
