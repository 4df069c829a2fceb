import type { CallContext, Reply, Transport } from '@foray/sync';
import type { NamedMutant } from './named-mutant.ts';
import { changed } from './device-mutants.ts';
import type { Mutant } from './world.ts';

/** A device says of no call what it was told. */
const positionsNotSent = (): Mutant => ({
  transport: (transport) => withContext(transport, (context) => ({ ...context, positions: [] })),
});

/** Of two places in one history the smaller stays. */
const smallestPositionKept = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putMeta: async (kind, id, value) => {
        const known = kind === 'position' ? await tx.meta('position', id) : undefined;
        if (known === undefined) await tx.putMeta(kind, id, value);
      },
    })),
});

/** Positions are forgotten with the epoch, whether or not the server has refused them. */
const positionsGoWithEpoch = (): Mutant => ({
  transport: (transport) =>
    withContext(transport, (context) =>
      context.epoch === null ? { ...context, positions: [] } : context,
    ),
});

/** Whatever a device was told is taken for known to the history that it meets. */
const allIsShared = (): Mutant => ({
  transport: (transport) =>
    withReplies(transport, (reply) =>
      reply.kind === 'refusal' && reply.knownHead !== null
        ? { ...reply, knownHead: Number.MAX_SAFE_INTEGER }
        : reply,
    ),
});

/** That everything is fetched again is forgotten. */
const fullFetchForgotten = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putMeta: async (kind, id, value) => {
        const isStream = kind === 'cursor' && 'fullSince' in value;
        return tx.putMeta(kind, id, isStream ? { ...value, fullSince: null } : value);
      },
    })),
});

const restores = { faults: ['restoreDb'], steps: ['edit', 'runAll', 'restoreDb'] } as const;

/** What a device was told, and what it has to fetch again: taken away one at a time. */
export const positionMutants: readonly NamedMutant[] = [
  { name: 'positions not sent', breaks: 'I5', ...restores, mutant: positionsNotSent },
  {
    name: 'smallest position kept',
    breaks: 'I10',
    seed: 54,
    ...restores,
    mutant: smallestPositionKept,
  },
  {
    name: 'positions go with epoch',
    breaks: 'I1',
    seed: 18,
    faults: ['restoreDb', 'fetchAll'],
    steps: ['create', 'runAll', 'restoreDb', 'run'],
    mutant: positionsGoWithEpoch,
  },
  { name: 'all is shared', breaks: 'I1', ...restores, mutant: allIsShared },
  { name: 'full fetch forgotten', breaks: 'I12', ...restores, mutant: fullFetchForgotten },
];

/** The transport with what its calls say of their device changed. */
function withContext(
  transport: Transport,
  change: (context: CallContext) => CallContext,
): Transport {
  return {
    ...transport,
    fetchItems: (type, since, limit, context) =>
      transport.fetchItems(type, since, limit, change(context)),
    fetchChanges: (since, limit, context) => transport.fetchChanges(since, limit, change(context)),
    selfCheck: (differs, context) => transport.selfCheck(differs, change(context)),
    sendBatch: (batch, context) => transport.sendBatch(batch, change(context)),
    sendOne: (request, context) => transport.sendOne(request, change(context)),
  };
}

/** The transport with what its calls are told changed. */
function withReplies(transport: Transport, change: <T>(reply: Reply<T>) => Reply<T>): Transport {
  return {
    ...transport,
    fetchItems: async (...call) => change(await transport.fetchItems(...call)),
    fetchChanges: async (...call) => change(await transport.fetchChanges(...call)),
    selfCheck: async (...call) => change(await transport.selfCheck(...call)),
    sendBatch: async (...call) => change(await transport.sendBatch(...call)),
    sendOne: async (...call) => change(await transport.sendOne(...call)),
  };
}
