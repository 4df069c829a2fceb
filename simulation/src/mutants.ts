import { notRun, wireError } from '@foray/contract';
import type { BatchAnswer, BatchRequest } from '@foray/contract';
import type { Reply } from '@foray/sync';
import { aliasOf } from './alias.ts';
import {
  baseShown,
  conflictForgotten,
  cursorBeforeRows,
  decidesFromMemory,
  parkedChainGoesOn,
  refusalDrops,
  sentForgotten,
  splitAction,
} from './device-mutants.ts';
import { runStory } from './run-story.ts';
import type { Failure } from './run-story.ts';
import {
  accessOutlivesRight,
  childrenFirst,
  noMemory,
  noRootLock,
  opOutside,
  uuidsTwice,
} from './server-mutants.ts';
import { alwaysSynced, forgetfulStore, smallerRevWins } from './store-mutants.ts';
import { storyOf } from './story.ts';
import type { FaultName } from './story.ts';
import type { Mutant } from './world.ts';

/** Every request goes out under a new name each time, so that the server knows none again. */
const freshKeys = (): Mutant => ({
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
});

/** A request without an answer is taken for done. */
const silenceIsSuccess = (): Mutant => ({
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
});

/** The last item of every page is dropped on the way, while the cursor moves on. */
const skippedRow = (): Mutant => ({
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
const neverRun = (): Mutant => ({
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
const portalIsSuccess = (): Mutant => ({
  transport: (transport) => ({
    ...transport,
    sendBatch: async (batch, context) => {
      const reply = await transport.sendBatch(batch, context);
      if (reply.kind !== 'garbled') return reply;
      const results = batch.requests.map(({ id }) => ({ id, status: 204, body: null }));
      const body = { results, epoch: 'e1', now: '2026-01-05T08:00:00.000Z' };
      return { kind: 'answer', status: 200, body, serverNow: null };
    },
  }),
});

/** Removals get lost on the way, while the cursor moves on. */
const removalNotTold = (): Mutant => ({
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
const missingIsGone = (): Mutant => ({
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

/** A protection taken away, and the invariant that is seen to break without it. */
export interface NamedMutant {
  readonly name: string;
  readonly breaks: string;
  /** What must go wrong for it to matter. */
  readonly faults?: readonly FaultName[];
  /** What of one world it changes. */
  readonly mutant: () => Mutant;
}

/**
 * Protections taken away one at a time (sync.md, section 7), at least one for each invariant that the
 * skeleton looks at. Each must be seen by some seed, as that invariant, or the net has a hole.
 */
export const mutants: readonly NamedMutant[] = [
  { name: 'silence is success', breaks: 'I1', mutant: silenceIsSuccess },
  { name: 'forgetful store', breaks: 'I1', mutant: forgetfulStore },
  { name: 'uuids twice', breaks: 'I2', mutant: uuidsTwice },
  { name: 'no memory', breaks: 'I3', mutant: noMemory },
  { name: 'fresh keys', breaks: 'I1', mutant: freshKeys },
  { name: 'children first', breaks: 'I4', mutant: childrenFirst },
  { name: 'no actor check', breaks: 'I5', mutant: () => ({ trustsSession: true }) },
  { name: 'skipped row', breaks: 'I10', mutant: skippedRow },
  { name: 'always synced', breaks: 'I11', mutant: alwaysSynced },
  { name: 'never run', breaks: 'I12', mutant: neverRun },
  { name: 'smaller rev wins', breaks: 'I17', mutant: smallerRevWins },
  { name: 'split action', breaks: 'I11', mutant: splitAction },
  { name: 'sent forgotten', breaks: 'I1', faults: ['answerLost'], mutant: sentForgotten },
  { name: 'conflict forgotten', breaks: 'I13', mutant: conflictForgotten },
  { name: 'base shown', breaks: 'I9', mutant: baseShown },
  { name: 'access outlives the right', breaks: 'I7', mutant: accessOutlivesRight },
  { name: 'op outside', breaks: 'I1', faults: ['answerLost'], mutant: opOutside },
  { name: 'portal is success', breaks: 'I1', faults: ['captivePortal'], mutant: portalIsSuccess },
  { name: 'missing is gone', breaks: 'I1', faults: ['entryError'], mutant: missingIsGone },
];

/** Mutants that no seed has been seen to catch yet, for `--mutants --candidates`: they prove nothing. */
export const candidates: readonly NamedMutant[] = [
  { name: 'cursor before rows', breaks: 'I10', faults: ['storeFails'], mutant: cursorBeforeRows },
  { name: 'decides from memory', breaks: 'I17', mutant: decidesFromMemory },
  { name: 'parked chain goes on', breaks: 'I12', mutant: parkedChainGoesOn },
  { name: 'refusal drops', breaks: 'I1', faults: ['tooLarge'], mutant: refusalDrops },
  { name: 'no root lock', breaks: 'I7', faults: ['slowServer'], mutant: noRootLock },
  {
    name: 'no epoch check',
    breaks: 'I7',
    faults: ['restoreDb'],
    mutant: () => ({ trustsEpoch: true }),
  },
  { name: 'removal not told', breaks: 'I6', mutant: removalNotTold },
];

/** The first seed of `seeds` in which the mutant breaks its invariant; null if the net misses it. */
export async function catchMutant(
  { breaks, mutant, faults }: NamedMutant,
  seeds: Iterable<number>,
): Promise<{ readonly seed: number; readonly failure: Failure } | null> {
  for (const seed of seeds) {
    const { failure } = await runStory(storyOf(seed, faults), { mutant });
    if (failure?.rule === breaks) return { seed, failure };
  }
  return null;
}

function withIds(reply: Reply<BatchAnswer>, idOf: (name: string) => string): Reply<BatchAnswer> {
  if (reply.kind !== 'answer') return reply;
  const results = reply.body.results.map((result) => ({ ...result, id: idOf(result.id) }));
  return { ...reply, body: { ...reply.body, results } };
}
