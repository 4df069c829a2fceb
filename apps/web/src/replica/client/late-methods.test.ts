import { expect, test } from 'vitest';
import { lateMethods } from './late-methods.ts';

test('a late method is called with its arguments once its code is there', async () => {
  let arrive = (_: { add(a: number, b: number): number }): void => undefined;
  const coming = new Promise<{ add(a: number, b: number): number }>((resolve) => {
    arrive = resolve;
  });
  const methods = lateMethods({}, () => coming);
  const sum = methods.add(1, 2);
  arrive({ add: (a, b) => a + b });
  expect(await sum).toBe(3);
});

test('an early method returns at once, and loads no code', () => {
  let requests = 0;
  const methods = lateMethods({ name: () => 'early' }, async () => {
    requests += 1;
    return { other: () => 'late' };
  });
  expect(methods.name()).toBe('early');
  expect(requests).toBe(0);
});

test('a method is the same function each time', () => {
  const methods = lateMethods({ early: () => 1 }, async () => ({ late: () => 2 }));
  expect(methods.early).toBe(methods.early);
  expect(methods.late).toBe(methods.late);
});
