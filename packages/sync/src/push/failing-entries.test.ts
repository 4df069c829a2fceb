import { wireError, errorStatus, type BatchRequest } from '@foray/contract';
import { maxBatchRequests } from '@foray/domain';
import { expect, test } from 'vitest';
import { inStep } from '../testing/in-step.ts';
import { without } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';

test.each(['internal', 'unavailable', 'rate_limited'] as const)(
  '[SYNC-08] a whole batch of entries that are answered %s does not keep what is queued behind it',
  async (code) => {
    const { world, one } = await inStep();
    const uuids = Array.from({ length: maxBatchRequests + 1 }, (_, at) => uuidOf(at + 1));
    for (const uuid of uuids) await world.server.seed({ uuid, type: 'task', title: 'before' });
    await one.engine.run('timer');
    for (const uuid of uuids) await one.edit(uuid, { title: 'edited' });
    const bad = uuids.slice(0, maxBatchRequests);
    const send = one.transport.sendBatch.bind(one.transport);
    let batches = 0;
    one.transport.sendBatch = async (batch, context) => {
      batches += 1;
      const rest = without(batch, bad);
      const reply = await send(rest, context);
      if (reply.kind !== 'answer') return reply;
      const failed = batch.requests.filter((entry) => !rest.requests.includes(entry));
      const results = [...reply.body.results, ...failed.map(answered)];
      return { ...reply, body: { ...reply.body, results } };
    };
    const answered = ({ id }: BatchRequest['requests'][number]) =>
      ({ id, status: errorStatus[code], body: { error: wireError(code) } }) as const;
    await one.engine.run('action');
    expect(world.server.items.get(uuids.at(-1) ?? '')?.title).toBe('edited');
    expect((await one.queue()).length).toBe(maxBatchRequests);
    expect(batches).toBe(2);
  },
);
