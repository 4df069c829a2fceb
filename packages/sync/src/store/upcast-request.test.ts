import { entryOf } from '../push/plan.ts';
import { queuedRequestShape, upcastRequest } from './queued-request.ts';
import { queuedRequest } from '../testing/rows.ts';

/** A request of each format as stored in some browser; only added to, never changed. */
const fixtures = [
  {
    shape: 1,
    id: '0190a5b2-3c4d-7e8f-9a0b-1c2d3e4f5a6b',
    method: 'PATCH',
    url: '/api/items/0190a5b2-3c4d-7e8f-9a0b-000000000001',
    data: { title: 'Buy milk' },
    timestamp: '2026-01-05T08:00:00.000Z',
    retries: 0,
    seq: 12,
    itemUuid: '0190a5b2-3c4d-7e8f-9a0b-000000000001',
    touches: ['0190a5b2-3c4d-7e8f-9a0b-000000000001'],
    needs: [],
    sent: true,
    basis: { ifMatch: '"e1:3"' },
    isImport: false,
    offsetMs: -250,
    state: { kind: 'queued' },
  },
];

test.each(fixtures)(
  'a request of format $shape is read and sent with its original meaning',
  (stored) => {
    const request = upcastRequest(stored);
    expect(request.shape).toBe(queuedRequestShape);
    expect(entryOf(request)).toEqual({
      id: stored.id,
      method: 'PATCH',
      url: stored.url,
      data: { title: 'Buy milk' },
      ifMatch: '"e1:3"',
    });
  },
);

test('a request in the format in which only skips are undone stays unchanged', () => {
  const url = '/api/items/0190a5b2-3c4d-7e8f-9a0b-000000000001/occurrences/1';
  const stored = { ...fixtures[0]!, method: 'DELETE', url, data: { skipped_from: '2026-01-01' } };
  expect(upcastRequest({ ...stored, shape: 2 })).toEqual({ ...stored, shape: 2 });
});

test('every format that ever existed has a fixture, and the current one has its fields', () => {
  const shapes = fixtures.map(({ shape }) => shape);
  expect(shapes).toEqual(Array.from({ length: queuedRequestShape }, (_, at) => at + 1));
  const today = Object.keys(queuedRequest(1, 1)).toSorted();
  expect(Object.keys(fixtures.at(-1) ?? {}).toSorted()).toEqual(today);
});

test('a request of a format that never existed is an error, not a guess', () => {
  expect(() => upcastRequest({ shape: 0 })).toThrow('unknown shape');
});
