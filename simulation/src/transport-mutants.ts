import { notRun, wireError } from '@foray/contract';
import type { Mutant } from './world.ts';

/** A request without an answer is taken for done. */
export const silenceIsSuccess = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    sendBatch: async (batch, context) => {
      const reply = await transport.sendBatch(batch, context);
      if (reply.kind !== 'noAnswer') return reply;
      const results = batch.requests.map(({ id }) => ({ id, status: 204, body: null }));
      const body = { results, epoch: 'e1', now: '2026-01-05T08:00:00.000Z' };
      return { kind: 'answer', status: 200, body, serverNow: null, position: null };
    },
  }),
});

/** The last item of every page is dropped on the way, while the cursor moves on. */
export const skippedRow = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    fetchItems: async (...call) => {
      const reply = await transport.fetchItems(...call);
      if (reply.kind !== 'answer') return reply;
      return { ...reply, body: { ...reply.body, data: reply.body.data.slice(0, -1) } };
    },
  }),
});

/** Nothing that is sent is ever answered for: the server is always out of time. */
export const neverRun = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    sendBatch: async (batch, context) => {
      const reply = await transport.sendBatch({ requests: [] }, context);
      if (reply.kind !== 'answer') return reply;
      const results = batch.requests.map(({ id }) => ({ id, status: 0, code: notRun }) as const);
      return { ...reply, body: { ...reply.body, results } };
    },
  }),
});

/** What a captive portal says is taken for the server's word. */
export const portalIsSuccess = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    sendBatch: async (batch, context) => {
      const reply = await transport.sendBatch(batch, context);
      if (reply.kind !== 'garbled') return reply;
      const results = batch.requests.map(({ id }) => ({ id, status: 204, body: null }));
      const body = { results, epoch: 'e1', now: '2026-01-05T08:00:00.000Z' };
      return { kind: 'answer', status: 200, body, serverNow: null, position: null };
    },
  }),
});

/** Removals get lost on the way, while the cursor moves on. */
export const removalNotTold = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    fetchItems: async (...call) => {
      const reply = await transport.fetchItems(...call);
      if (reply.kind !== 'answer') return reply;
      return { ...reply, body: { ...reply.body, removed: [] } };
    },
  }),
});

/** A delete behind a create that has not taken effect is told that there is nothing to delete. */
export const missingIsGone = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    sendBatch: async (batch, context) => {
      const reply = await transport.sendBatch(batch, context);
      if (reply.kind !== 'answer') return reply;
      const deletes = new Set(
        batch.requests.flatMap(({ id, method }) => (method === 'DELETE' ? [id] : [])),
      );
      const results = reply.body.results.map((result) =>
        result.status === 424 && deletes.has(result.id)
          ? { id: result.id, status: 404, body: { error: wireError('not_found') } }
          : result,
      );
      return { ...reply, body: { ...reply.body, results } };
    },
  }),
});

/** A change that waits is taken for the wish to have back what was deleted meanwhile. */
export const changeBringsBack = (): Mutant => ({
  transport: (transport, { tables }) => ({
    ...transport,
    fetchItems: async (type, since, limit, context) => {
      const reply = await transport.fetchItems(type, since, limit, context);
      if (reply.kind !== 'answer') return reply;
      const requests = reply.body.removed.flatMap(({ uuid }) => {
        const [id] = tables.requestIds.get(uuid) ?? [];
        if (id === undefined) return [];
        // Another name that the same device could have given.
        const name = `${id.slice(0, 19)}b${id.slice(20)}`;
        return [{ id: name, method: 'POST' as const, url: `/api/items/${uuid}/restore` }];
      });
      if (requests.length > 0) await transport.sendBatch({ requests }, context);
      return reply;
    },
  }),
});

/** The server does not hear that a create is of an import. */
export const importNotTold = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    sendBatch: (batch, context) => {
      const requests = batch.requests.map(({ import: _, ...request }) => request);
      return transport.sendBatch({ requests }, context);
    },
  }),
});

/** A device never hears what its data should come to. */
export const selfCheckNotHeard = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    selfCheck: async (differs, context) => {
      const reply = await transport.selfCheck(differs, context);
      return reply.kind === 'answer' ? { ...reply, body: { ...reply.body, cursor: -1 } } : reply;
    },
  }),
});
