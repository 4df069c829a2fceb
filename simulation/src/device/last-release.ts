import { storedName } from '@foray/sync';
import { laterFieldNames } from '@foray/sync/testing';
import type { AnsweredItem, BatchAnswer, DeltaItem, StreamsDelta } from '@foray/contract';
import type { CallContext, LocalItem, QueuedRequest, Reply, Transport } from '@foray/sync';
import type { Profile, UnknownParts } from '../story/profile.ts';

/*
 * Devices of the last release (protocol 1). Its engine is not here: `wireOfLastRelease` imitates its wire,
 * and `leaveAsLastRelease` its stored data. `last-release.json` of packages/sync has data that this release
 * stored itself, with tests of its own. Its people do nothing that it does not offer.
 */

/** Fields that rows of that release do not have. */
const laterFields: ReadonlySet<string> = new Set(['former', ...laterFieldNames]);

/**
 * A transport limited to protocol 1: no positions, no known head, and no body if a change has ended the right
 * to see its item. Parts of a row that this release does not read are kept in `unknown`, as it keeps rows
 * whole.
 */
export function wireOfLastRelease(transport: Transport, unknown: UnknownParts): Transport {
  const contextOf = (context: CallContext): CallContext => ({ ...context, positions: [] });
  const earlier = withoutPrivateRows(transport);
  return {
    ...earlier,
    fetchItems: async (type, since, limit, context) => {
      const reply = received(await transport.fetchItems(type, since, limit, contextOf(context)));
      if (reply.kind !== 'answer') return reply;
      const data = reply.body.data.map((row) => readAs(row, unknown));
      return { ...reply, body: { ...reply.body, data } };
    },
    fetchChanges: async (since, limit, context) =>
      received(await earlier.fetchChanges(since, limit, contextOf(context))),
    // This release does not know the call: its engine asks for each stream, as after this refusal.
    fetchStreams: async () => unknownCall,
    selfCheck: async (differs, context) =>
      received(await earlier.selfCheck(differs, contextOf(context))),
    sendOne: async (request, context) =>
      received(await transport.sendOne(request, contextOf(context))),
    sendBatch: async (batch, context) => {
      const requests = batch.requests.map((one) => ({ ...one, data: readOf(one.data ?? null) }));
      const reply = received(await transport.sendBatch({ requests }, contextOf(context)));
      return reply.kind === 'answer' ? { ...reply, body: answered(reply.body, unknown) } : reply;
    },
  };
}

/** A transport whose device passes over private rows, like those of all releases up to 0.4.0. */
export function withoutPrivateRows(transport: Transport): Transport {
  const changesOf = <T extends { readonly private_rows?: unknown }>({
    private_rows: _,
    ...rest
  }: T): Omit<T, 'private_rows'> => rest;
  const streamsOf = (delta: StreamsDelta): StreamsDelta =>
    delta.changes === undefined ? delta : { ...delta, changes: changesOf(delta.changes) };
  const read = async <T>(call: Promise<Reply<T>>, readBody: (body: T) => T): Promise<Reply<T>> => {
    const reply = await call;
    return reply.kind === 'answer' ? { ...reply, body: readBody(reply.body) } : reply;
  };
  return {
    ...transport,
    fetchChanges: (...call) => read(transport.fetchChanges(...call), changesOf),
    fetchStreams: (...call) => read(transport.fetchStreams(...call), streamsOf),
    selfCheck: (...call) => read(transport.selfCheck(...call), changesOf),
    sendBatch: (...call) =>
      read(transport.sendBatch(...call), ({ delta, ...body }) =>
        delta === undefined ? body : { ...body, delta: streamsOf(delta) },
      ),
  };
}

const unknownCall: Reply<never> = {
  kind: 'refusal',
  status: 404,
  error: null,
  serverNow: null,
  position: null,
  knownHead: null,
  retryAfterMs: null,
};

function received<T>(reply: Reply<T>): Reply<T> {
  if (reply.kind === 'answer') return { ...reply, position: null };
  return reply.kind === 'refusal' ? { ...reply, position: null, knownHead: null } : reply;
}

function answered(answer: BatchAnswer, unknown: UnknownParts): BatchAnswer {
  const results = answer.results.map((result) => {
    if (!('body' in result) || !isItem(result.body)) return result;
    const { copy: _, ...item } = result.body;
    return { ...result, body: item.permission === null ? null : readAs(item, unknown) };
  });
  return { ...answer, results };
}

function isItem(body: object | null): body is AnsweredItem {
  return body !== null && 'permission' in body;
}

/** A row as this release reads it; the rest is kept in `unknown`. */
function readAs<T extends Place>(row: T, unknown: UnknownParts): T {
  const rest = Object.entries(row).filter(([name]) => laterFields.has(name));
  unknown.set(placeOf(row), Object.fromEntries(rest));
  return readOf(row);
}

/** The part of a row, or of the data of a request, that this release knows. */
function readOf<T extends object | null>(row: T): T {
  const fields = Object.entries(row ?? {}).filter(([name]) => !laterFields.has(name));
  return row === null ? row : (Object.fromEntries(fields) as T);
}

type Place = Pick<DeltaItem, 'id' | 'rev'>;

function placeOf({ id, rev }: Place): string {
  return `${id} ${rev}`;
}

/**
 * Removes from a database everything that only this release stores, so that it is as the last one would have
 * left it.
 */
export function leaveAsLastRelease({ stored, tables, unknown }: Profile): void {
  const whole = <T extends DeltaItem | null>(row: T): T =>
    row === null ? row : { ...row, ...unknown.get(placeOf(row)) };
  stored.meta('position').clear();
  for (const [id, { value }] of tables.meta('cursor')) {
    const { protocol: _, ...cursor } = value;
    stored.meta('cursor').set(id, { kind: 'cursor', id, value: cursor });
  }
  for (const [id, { value }] of tables.meta('epoch')) {
    stored.meta('epoch').set(id, { kind: 'epoch', id, value: { epoch: value.epoch } });
  }
  for (const [id, { value }] of tables.meta(storedName.buffered)) {
    const left =
      value.kind === 'row'
        ? { ...value, row: whole(value.row) }
        : { kind: value.kind, removal: value.removal };
    stored.meta(storedName.buffered).set(id, { kind: storedName.buffered, id, value: left });
  }
  for (const [id, { value }] of tables.meta('conflict')) {
    const sides = { base: whole(value.base), server: whole(value.server) };
    stored.meta('conflict').set(id, { kind: 'conflict', id, value: { ...value, ...sides } });
  }
  for (const [id, { value }] of tables.meta('trash')) {
    const { isLost: _, sharedUpTo: __, ...rest } = value;
    const left = { ...rest, item: whole(rest.item) };
    stored.meta('trash').set(id, { kind: 'trash', id, value: left });
  }
  const requests = [...tables.requests.values()];
  for (const request of requests) {
    const { delivery: _, isKept: __, ...rest }: QueuedRequest = request;
    stored.putRequest({ ...rest, data: readOf(rest.data) });
  }
  const rows = [...tables.items.values()];
  for (const row of rows) {
    const { former } = row;
    // A row of an ended history had the number 0.
    const base =
      whole(row.base) ?? (former == null ? null : { ...whole(former.base), rev: 0, version: 0 });
    stored.putItem({ ...(readOf(row) as LocalItem), base });
  }
  stored.commit();
  tables.hasOldRows = true;
}
