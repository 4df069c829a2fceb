import type { BatchEntry } from '@foray/contract';
import type { TestDevice } from './test-world.ts';

/** Makes the server answer some entries of each batch with an error, without any effect. */
export function refuse(
  of: TestDevice,
  isRefused: (entry: BatchEntry) => boolean,
  status: 422 | 500,
): () => void {
  const send = of.transport.sendBatch.bind(of.transport);
  let isOn = true;
  of.transport.sendBatch = async (batch, context) => {
    if (!isOn) return send(batch, context);
    const refused = new Set(batch.requests.filter(isRefused).map(({ id }) => id));
    const rest = { requests: batch.requests.filter(({ id }) => !refused.has(id)) };
    const reply = await send(rest, context);
    if (reply.kind !== 'answer') return reply;
    const code = status === 422 ? 'limit' : 'internal';
    const errors = [...refused].map((id) => {
      return { id, status, body: { error: { code, message: '' } } } as const;
    });
    return { ...reply, body: { ...reply.body, results: [...errors, ...reply.body.results] } };
  };
  return () => {
    isOn = false;
  };
}
