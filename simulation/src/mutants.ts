import { notRun, wireError } from '@foray/contract';
import {
  baseShown,
  conflictForgotten,
  cursorBeforeRows,
  decidesFromMemory,
  sentForgotten,
  splitAction,
} from './device-mutants.ts';
import { runStory } from './run-story.ts';
import type { Failure } from './run-story.ts';
import {
  accessOutlivesRight,
  childrenFirst,
  noMemory,
  opOutside,
  uuidsTwice,
} from './server-mutants.ts';
import { alwaysSynced, forgetfulStore, smallerRevWins } from './store-mutants.ts';
import { storyOf } from './story.ts';
import type { FaultName, Story } from './story.ts';
import type { Mutant } from './world.ts';

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
  /** What must go wrong for it to matter; it goes wrong often then. */
  readonly faults?: readonly FaultName[];
  /** A seed that has caught it, to be tried before the others; stories change with the simulation. */
  readonly seed?: number;
  /** What of one world it changes. */
  readonly mutant: () => Mutant;
}

/**
 * Protections taken away one at a time (sync.md, section 7), at least one for each invariant that is
 * looked at. Each must be seen by some seed, as that invariant, or the net has a hole.
 */
export const mutants: readonly NamedMutant[] = [
  { name: 'forgetful store', breaks: 'I1', seed: 2, mutant: forgetfulStore },
  { name: 'sent forgotten', breaks: 'I1', seed: 35, faults: ['answerLost'], mutant: sentForgotten },
  { name: 'op outside', breaks: 'I1', faults: ['answerLost'], mutant: opOutside },
  {
    name: 'silence is success',
    breaks: 'I1',
    seed: 26,
    faults: ['requestLost'],
    mutant: silenceIsSuccess,
  },
  {
    name: 'portal is success',
    breaks: 'I1',
    seed: 26,
    faults: ['captivePortal'],
    mutant: portalIsSuccess,
  },
  {
    name: 'missing is gone',
    breaks: 'I1',
    seed: 43,
    faults: ['entryError'],
    mutant: missingIsGone,
  },
  { name: 'uuids twice', breaks: 'I2', seed: 10, mutant: uuidsTwice },
  {
    name: 'no key, no If-Match',
    breaks: 'I3',
    seed: 226,
    faults: ['answerLost'],
    mutant: noMemory,
  },
  { name: 'children first', breaks: 'I4', mutant: childrenFirst },
  {
    name: 'no actor check',
    breaks: 'I5',
    seed: 12,
    faults: ['otherSession'],
    mutant: () => ({ trustsSession: true }),
  },
  { name: 'removal not told', breaks: 'I6', seed: 17, mutant: removalNotTold },
  { name: 'access outlives the right', breaks: 'I7', seed: 12, mutant: accessOutlivesRight },
  { name: 'base shown', breaks: 'I9', seed: 4, mutant: baseShown },
  { name: 'skipped row', breaks: 'I10', mutant: skippedRow },
  {
    name: 'cursor before rows',
    breaks: 'I10',
    seed: 51,
    faults: ['storeFails'],
    mutant: cursorBeforeRows,
  },
  { name: 'always synced', breaks: 'I11', mutant: alwaysSynced },
  { name: 'split action', breaks: 'I11', mutant: splitAction },
  { name: 'never run', breaks: 'I12', mutant: neverRun },
  { name: 'conflict forgotten', breaks: 'I13', seed: 10, mutant: conflictForgotten },
  { name: 'smaller rev wins', breaks: 'I17', seed: 18, mutant: smallerRevWins },
  { name: 'decides from memory', breaks: 'I17', seed: 12, mutant: decidesFromMemory },
];

/** The known seed or else the first of `seeds` in which the mutant breaks its invariant; null if the net misses it. */
export async function catchMutant(
  { breaks, mutant, faults, seed: known }: NamedMutant,
  seeds: Iterable<number>,
): Promise<{ readonly seed: number; readonly failure: Failure } | null> {
  for (const seed of [...(known === undefined ? [] : [known]), ...seeds]) {
    const { failure } = await runStory(storyFor(seed, faults), { mutant });
    if (failure?.rule === breaks) return { seed, failure };
  }
  return null;
}

/** A seed's story in which what matters goes wrong often, whatever else does. */
function storyFor(seed: number, faults: readonly FaultName[] = []): Story {
  const story = storyOf(seed, faults);
  const often = Object.fromEntries(faults.map((name) => [name, 0.3]));
  return { ...story, faults: { ...story.faults, ...often } };
}
