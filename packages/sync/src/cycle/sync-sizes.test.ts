import { maxBatchBytes, utf8Bytes } from '@foray/domain';
import { entryOf, planPush } from '../push/plan.ts';
import { queueFacts } from '../testing/queue-facts.ts';
import { queuedRequest } from '../testing/rows.ts';

const bytesOf = (body: unknown): number => utf8Bytes(JSON.stringify(body));

test('a batch with its envelope is no longer than the server accepts', () => {
  // One more entry would be a little too much for the server.
  const count = 180;
  const entryBytes = Math.ceil(maxBatchBytes / count);
  const queue = Array.from({ length: count }, (_, at) => {
    const request = queuedRequest(at + 1, at + 1, { data: { title: '' } });
    const title = 'x'.repeat(entryBytes - bytesOf(entryOf(request)) - 1);
    return { ...request, data: { title } };
  });
  expect(bytesOf({ requests: queue.map(entryOf) })).toBeGreaterThan(maxBatchBytes);
  const requests = planPush(queueFacts(queue)).map(entryOf);
  expect(requests).toHaveLength(count - 1);
  expect(bytesOf({ requests })).toBeLessThanOrEqual(maxBatchBytes);
});
