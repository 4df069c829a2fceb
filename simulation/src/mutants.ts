import type { LocalStore, Reply } from '@foray/sync';
import type { BatchAnswer, BatchRequest } from '@foray/contract';
import { aliasOf } from './alias.ts';
import type { Mutant } from './world.ts';

/** Every request goes out under a new name each time, so that the server knows none again. */
const freshKeys: Mutant = {
  transport: (transport) => {
    let count = 0;
    const lastNames = new Map<string, string>();
    const rename = (id: string): string => {
      count += 1;
      const name = aliasOf(id, count);
      lastNames.set(id, name);
      return name;
    };
    return {
      ...transport,
      sendBatch: async (batch, context) => {
        const given = new Map<string, string>();
        const requests = batch.requests.map((request): BatchRequest['requests'][number] => {
          const name = rename(request.id);
          given.set(name, request.id);
          const { after } = request;
          return {
            ...request,
            id: name,
            ...(after === undefined ? {} : { after: lastNames.get(after) ?? after }),
          };
        });
        const reply = await transport.sendBatch({ requests }, context);
        return withIds(reply, (name) => given.get(name) ?? name);
      },
    };
  },
};

/** A request without an answer is taken for done. */
const silenceIsSuccess: Mutant = {
  transport: (transport) => ({
    ...transport,
    sendBatch: async (batch, context) => {
      const reply = await transport.sendBatch(batch, context);
      if (reply.kind !== 'noAnswer') return reply;
      const results = batch.requests.map(({ id }) => ({ id, status: 204, body: null }));
      const body = { results, epoch: 'e1', now: '2026-01-05T08:00:00.000Z' };
      return { kind: 'answer', status: 200, body, serverNow: null };
    },
  }),
};

/** The last item of every page is dropped on the way, while the cursor moves on. */
const skippedRow: Mutant = {
  transport: (transport) => ({
    ...transport,
    fetchItems: async (...call) => {
      const reply = await transport.fetchItems(...call);
      if (reply.kind !== 'answer') return reply;
      return { ...reply, body: { ...reply.body, data: reply.body.data.slice(0, -1) } };
    },
  }),
};

/** Every tenth durable write is confirmed and never made. */
const forgetfulStore: Mutant = {
  store: (store) => {
    let writes = 0;
    const forgetting: LocalStore = {
      read: (work) => store.read(work),
      writeBulk: (work) => store.writeBulk(work),
      newestItems: (list, limit) => store.newestItems(list, limit),
      eachItem: (rows, chunk) => store.eachItem(rows, chunk),
      close: () => store.close(),
      destroy: () => store.destroy(),
      write: async (work) => {
        writes += 1;
        if (writes % 10 !== 0) return store.write(work);
        const undone = new Undone<unknown>();
        try {
          return await store.write(async (tx) => {
            undone.value = await work(tx);
            throw undone;
          });
        } catch (error) {
          if (error !== undone) throw error;
          return { ok: true, value: undone.value as Awaited<ReturnType<typeof work>> };
        }
      },
    };
    return forgetting;
  },
};

class Undone<T> extends Error {
  value: T | undefined;
}

/**
 * Protections taken away one at a time, by their names (sync.md, section 7). Each must be caught by
 * some seed, or the net has a hole.
 */
export const mutants: Readonly<Record<string, Mutant>> = {
  'fresh keys': freshKeys,
  'silence is success': silenceIsSuccess,
  'skipped row': skippedRow,
  'forgetful store': forgetfulStore,
  'no actor check': { trustsSession: true },
};

function withIds(reply: Reply<BatchAnswer>, idOf: (name: string) => string): Reply<BatchAnswer> {
  if (reply.kind !== 'answer') return reply;
  const results = reply.body.results.map((result) => ({ ...result, id: idOf(result.id) }));
  return { ...reply, body: { ...reply.body, results } };
}
