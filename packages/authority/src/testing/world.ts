import type { ErrorBody, WireItem } from '@foray/contract';
import { createAuthority, type Authority } from '../authority.ts';
import type { AuthorityLimits } from '../store/authority-limits.ts';
import type { Answer, Caller } from '../store/request.ts';
import type { ItemRequest } from '../commands/run-request.ts';
import type { MemoryHooks } from './memory-hooks.ts';
import { MemoryAuthorityStore } from './memory-store.ts';
import { makeMutual } from './mutual.ts';
import { slotUuid } from './slot-uuid.ts';

/** A user who sends requests, in the words of the API. */
interface Asker {
  readonly id: number;
  /** Sends one request that changes an item, and returns the response. */
  readonly send: (
    method: string,
    url: string,
    data?: unknown,
    headers?: Pick<ItemRequest, 'opId' | 'ifMatch' | 'after' | 'isImport'>,
  ) => Promise<Answer>;
  /** Creates an item, which must succeed, and returns it. */
  readonly create: (data: Readonly<Record<string, unknown>>) => Promise<WireItem>;
  /** The item as they see it; null if they do not. */
  readonly see: (item: { readonly id: number }) => Promise<WireItem | null>;
}

/** A small world for examples: an authority on a memory store, a clock that is set by hand. */
export interface AuthorityWorld {
  readonly store: MemoryAuthorityStore;
  readonly authority: Authority;
  readonly clock: { nowMs: number };
  readonly bugs: unknown[];
  /** Signs a user in by their name; everyone signed in before becomes a mutual contact. */
  readonly person: (name: string) => Promise<Asker>;
  /** Signs a user in who is not a user's contact. */
  readonly stranger: (name: string) => Promise<Asker>;
}

/** The first moment of the world. */
export const worldStart = '2026-03-01T12:00:00.000Z';

/** Makes a world without users; `limits` are the product's if absent. */
export function makeWorld(hooks: MemoryHooks = {}, limits?: AuthorityLimits): AuthorityWorld {
  const store = new MemoryAuthorityStore('e1', hooks);
  const clock = { nowMs: Date.parse(worldStart) };
  const bugs: unknown[] = [];
  let uuids = 500;
  const authority = createAuthority({
    store,
    nowMs: () => clock.nowMs,
    newUuid: () => slotUuid(uuids++),
    digest: (text) => text,
    reportBug: (error) => bugs.push(error),
    ...(limits === undefined ? {} : { limits }),
  });
  const askers: Asker[] = [];
  const stranger = async (name: string): Promise<Asker> => {
    const phone = `+49151${String(askers.length).padStart(8, '0')}`;
    const who = { phone, name, placeholder: false, verified: false };
    const { id } = await authority.signIn(who);
    const asker = askerOf(authority, { userId: id, signedInAt: authority.now() });
    askers.push(asker);
    return asker;
  };
  const person = async (name: string): Promise<Asker> => {
    const known = [...askers];
    const asker = await stranger(name);
    for (const other of known) await makeMutual(store, other.id, asker.id);
    return asker;
  };
  return { store, authority, clock, bugs, person, stranger };
}

/** A world in which these people are contacts of each other, each by their name in lower case. */
export async function worldOf<Name extends string>(...names: readonly Name[]) {
  const world = makeWorld();
  const people: Partial<Record<string, Asker>> = {};
  for (const name of names) people[name.toLowerCase()] = await world.person(name);
  return { world, ...world, ...(people as Record<Lowercase<Name>, Asker>) };
}

function askerOf(authority: Authority, caller: Caller): Asker {
  const send: Asker['send'] = (method, url, data, headers) =>
    authority.request(caller, { method, url, data, ...headers });
  return {
    id: caller.userId,
    send,
    create: async (data) => {
      const answer = await send('POST', '/api/items', data);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return itemOf(answer);
    },
    see: (item) => authority.get(caller, { id: item.id }),
  };
}

/** The item in a response, which must contain one that the caller still sees. */
export function itemOf(answer: Answer): WireItem {
  if (answer.body === null || 'error' in answer.body) throw new Error(JSON.stringify(answer));
  const { permission, copy: _, ...item } = answer.body;
  if (permission === null) throw new Error('it is out of sight');
  return { ...item, permission };
}

/** The refusal in a response, which must be one, with its status. */
export function refusalOf(answer: Answer): { readonly status: number } & ErrorBody['error'] {
  if (answer.body === null || !('error' in answer.body)) throw new Error(JSON.stringify(answer));
  return { status: answer.status, ...answer.body.error };
}
