import { addedFieldNames } from '@foray/domain';
import { storedName } from '@foray/sync';
import type { AnsweredItem, BatchAnswer } from '@foray/contract';
import type { CallContext, LocalItem, QueuedRequest, Reply, Transport } from '@foray/sync';
import type { Profile } from './profile.ts';

/*
 * Devices of the last release (protocol 1). Its engine is not here; what is imitated is its wire, in
 * `wireOfLastRelease`, and what it stores, in `leaveAsLastRelease`. `last-release.json` of
 * packages/sync is what that release stored itself, and has tests of its own.
 */

/** What rows of that release do not have. */
const laterFields: ReadonlySet<string> = new Set([
  'former',
  'labels',
  'occurrence',
  'occurrence_of',
  ...addedFieldNames,
]);

/**
 * A transport limited to protocol 1: no positions, no known head, and no body if a change has ended the
 * right to see its item.
 */
export function wireOfLastRelease(transport: Transport): Transport {
  const contextOf = (context: CallContext): CallContext => ({ ...context, positions: [] });
  return {
    ...transport,
    fetchItems: async (type, since, limit, context) =>
      received(await transport.fetchItems(type, since, limit, contextOf(context))),
    fetchChanges: async (since, limit, context) =>
      received(await transport.fetchChanges(since, limit, contextOf(context))),
    selfCheck: async (differs, context) =>
      received(await transport.selfCheck(differs, contextOf(context))),
    sendOne: async (request, context) =>
      received(await transport.sendOne(request, contextOf(context))),
    sendBatch: async (batch, context) => {
      const reply = received(await transport.sendBatch(batch, contextOf(context)));
      return reply.kind === 'answer' ? { ...reply, body: withoutUnseen(reply.body) } : reply;
    },
  };
}

function received<T>(reply: Reply<T>): Reply<T> {
  if (reply.kind === 'answer') return { ...reply, position: null };
  return reply.kind === 'refusal' ? { ...reply, position: null, knownHead: null } : reply;
}

function withoutUnseen(answer: BatchAnswer): BatchAnswer {
  const isUnseen = (body: object | null): body is AnsweredItem =>
    body !== null && 'permission' in body && body.permission === null;
  const results = answer.results.map((result) =>
    'body' in result && isUnseen(result.body) ? { ...result, body: null } : result,
  );
  return { ...answer, results };
}

/** Removes from a database everything that only this release stores, as the last one would have left it. */
export function leaveAsLastRelease({ stored, tables }: Profile): void {
  stored.meta('position').clear();
  for (const [id, { value }] of tables.meta('epoch')) {
    stored.meta('epoch').set(id, { kind: 'epoch', id, value: { epoch: value.epoch } });
  }
  for (const [id, { value }] of tables.meta(storedName.buffered)) {
    if (value.kind !== 'removal') continue;
    const { kind, removal } = value;
    stored
      .meta(storedName.buffered)
      .set(id, { kind: storedName.buffered, id, value: { kind, removal } });
  }
  for (const [id, { value }] of tables.meta('trash')) {
    const { isLost: _, sharedUpTo: __, ...rest } = value;
    stored.meta('trash').set(id, { kind: 'trash', id, value: rest });
  }
  const requests = [...tables.requests.values()];
  for (const request of requests) {
    const { delivery: _, isKept: __, ...rest }: QueuedRequest = request;
    stored.putRequest(rest);
  }
  const rows = [...tables.items.values()];
  for (const row of rows) {
    const rest = Object.fromEntries(Object.entries(row).filter(([name]) => !laterFields.has(name)));
    const { former } = row;
    // A row of a history that was over had the number 0.
    const base = row.base ?? (former == null ? null : { ...former.base, rev: 0, version: 0 });
    stored.putItem({ ...rest, base } as unknown as LocalItem);
  }
  stored.commit();
  tables.hasOldRows = true;
}
