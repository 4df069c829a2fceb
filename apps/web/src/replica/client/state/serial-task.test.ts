import { serially } from './serial-task.ts';

/** Work whose runs the test ends one by one. */
function workByHand() {
  const ends: ((failure?: Error) => void)[] = [];
  const ask = serially(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push((failure) => (failure ? reject(failure) : resolve()));
      }),
  );
  return { ask, ends };
}

test('requests made during a run share one more run after it', async () => {
  const { ask, ends } = workByHand();
  const first = ask();
  const failures: string[] = [];
  const later = [ask(), ask(), ask()].map((asked, at) => asked.then(() => failures.push(`${at}`)));
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  expect(failures).toEqual([]);
  ends[1]?.();
  await Promise.all(later);
  expect(failures).toEqual(['0', '1', '2']);
  expect(ends).toHaveLength(2);
});

test('a failing run rejects its caller, and the next run starts', async () => {
  const { ask, ends } = workByHand();
  const first = ask();
  const second = ask();
  ends[0]?.(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await second;
  const third = ask();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await third;
});
