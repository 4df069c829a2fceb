import { createShutdown } from './shutdown.ts';

test('resources are closed in reverse order, and a failure of one does not stop the others', async () => {
  const closed: string[] = [];
  const trouble: unknown[] = [];
  const shutdown = createShutdown((error) => trouble.push(error));
  shutdown.add(1_000, async () => closed.push('database'));
  shutdown.add(1_000, async () => {
    throw new Error('stuck');
  });
  shutdown.add(10, () => new Promise(() => {}));
  shutdown.add(1_000, async () => closed.push('listener'));
  await shutdown.run();
  expect(closed).toEqual(['listener', 'database']);
  expect(trouble.map(String)).toEqual(['Error: not closed within 10 ms', 'Error: stuck']);
});
