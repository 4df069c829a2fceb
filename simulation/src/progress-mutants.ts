import { isBlocked } from '@foray/sync';
import type { Reply } from '@foray/sync';
import { changed } from './device-mutants.ts';
import type { NamedMutant } from './named-mutant.ts';
import type { Mutant } from './world.ts';

/** A batch that fails is sent again as it was. */
const neverDivided = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putRequest: ({ delivery: _, ...request }) => tx.putRequest(request),
    })),
});

/** What a server error has parked is not tried again by itself. */
const neverTriedAgain = (): Mutant => ({
  store: (store) =>
    changed(store, (tx) => ({
      putRequest: async (request) => {
        const before = (await tx.request(request.id))?.state;
        const wasBlocked =
          before !== undefined && isBlocked(before) && before.why.kind === 'server_errors';
        if (!wasBlocked || isBlocked(request.state)) await tx.putRequest(request);
      },
    })),
});

/** While nothing can be sent, nothing is fetched. */
const fetchAfterSending = (): Mutant => ({
  transport: (transport) => {
    let isStuck = false;
    return {
      ...transport,
      fetchItems: (...call) => (isStuck ? silence() : transport.fetchItems(...call)),
      sendBatch: async (...call) => {
        const reply = await transport.sendBatch(...call);
        isStuck = reply.kind !== 'answer';
        return reply;
      },
    };
  },
});

/** While one stream cannot be fetched, nothing is sent. */
const sendingAfterFetch = (): Mutant => ({
  transport: (transport) => {
    const failing = new Set<string>();
    const note = <T extends Reply<unknown>>(stream: string, reply: T): T => {
      if (reply.kind === 'answer') failing.delete(stream);
      else failing.add(stream);
      return reply;
    };
    return {
      ...transport,
      fetchChanges: async (...call) => note('changes', await transport.fetchChanges(...call)),
      fetchItems: async (type, ...rest) => note(type, await transport.fetchItems(type, ...rest)),
      sendBatch: (...call) => (failing.size > 0 ? silence() : transport.sendBatch(...call)),
    };
  },
});

async function silence(): Promise<Reply<never>> {
  return { kind: 'noAnswer', why: 'network' };
}

/** Something breaks down while people go on, and the world heals. */
const steps = ['edit', 'lasting', 'edit', 'runAll'] as const;

/** Without one of these, what fails each time keeps back something else. */
export const progressMutants: readonly NamedMutant[] = [
  { name: 'never divided', breaks: 'I23', seed: 12, steps, mutant: neverDivided },
  { name: 'never tried again', breaks: 'I23', seed: 5, steps, mutant: neverTriedAgain },
  { name: 'fetch after sending', breaks: 'I23', seed: 1, steps, mutant: fetchAfterSending },
  { name: 'sending after fetch', breaks: 'I23', steps, mutant: sendingAfterFetch },
];
