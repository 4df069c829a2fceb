import { addedFieldNames } from '@foray/domain';
import { entryOf } from '../push/plan.ts';
import { queuedRequest } from '../testing/rows.ts';
import { requestFromStored, storedFromRequest } from './stored-request.ts';

test('[LABEL-01] a change of labels is stored in a form that no earlier release takes for a create', () => {
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

test.each(addedFieldNames)(
  '[SYNC-16] a change of %s is stored in a form into which no earlier release merges another',
  (field) => {
    const edit = queuedRequest(1, 1, { data: { title: 'mine', [field]: null } });
    expect(storedFromRequest(edit)).toEqual({ ...edit, isImport: true });
    const read = requestFromStored(storedFromRequest(edit));
    expect(read).toEqual(edit);
    expect(entryOf(read)).not.toHaveProperty('import');
  },
);

test('[SYNC-16] only a create can be read as an import', () => {
  const url = '/api/items';
  const create = queuedRequest(1, 1, { method: 'POST', url, isImport: true });
  expect(requestFromStored(storedFromRequest(create)).isImport).toBe(true);
  const plain = queuedRequest(2, 1, { data: { title: 'mine' } });
  expect(storedFromRequest(plain)).toBe(plain);
});
