import { unexpected } from './ports.ts';

test('an unexpected error becomes a failure of the store, with its message', () => {
  const detail = 'unexpected: TypeError: row is undefined';
  expect(unexpected(new TypeError('row is undefined'))).toEqual({ code: 'broken', detail });
  expect(unexpected('no memory')).toEqual({ code: 'broken', detail: 'unexpected: no memory' });
});
