import { sampleUsers, type Assignee } from '@foray/domain';
import { useMemo } from 'react';
import type { Client } from '../client/client.ts';
import { useClient, useReplicaValue } from './client-context.tsx';
import { peopleOfTree, rootOf } from '../store/tree.ts';
import { useInbox, useSession } from './use-client-state.ts';

/**
 * The people to whom an item can be assigned (product.md, "Rights"): the four sample users and, when signed
 * in, the user, everybody with a right in the tree of `uuid`, and, if its root is the user's own, mutual
 * contacts. Each is listed once: the user, the others by name, then the sample users.
 */
export function assigneesOf(client: Client, uuid: string | null): readonly Assignee[] {
  const session = client.session.get();
  if (session.kind !== 'user') return sampleUsers;
  const { user } = session;
  const replica = client.replica.get();
  const others = new Map<number, string>();
  const root = uuid === null ? undefined : rootOf(replica, uuid);
  if (root === undefined || root.user_id === user.id) {
    for (const { id, name } of client.inbox.get().contacts) others.set(id, name);
  }
  for (const id of uuid === null ? [] : peopleOfTree(replica, uuid)) {
    const name = replica.person(id)?.name ?? '';
    if (name !== '' && !others.has(id)) others.set(id, name);
  }
  for (const { id } of [user, ...sampleUsers]) others.delete(id);
  const named = [...others].map(([id, name]) => ({ id, name }));
  named.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  return [{ id: user.id, name: user.name }, ...named, ...sampleUsers];
}

/** As `assigneesOf` for a form or dialog, kept up to date; `uuid` is the item or its parent. */
export function useAssignees(uuid: string | null): readonly Assignee[] {
  const client = useClient();
  const session = useSession();
  const inbox = useInbox();
  const people = useReplicaValue('people', (replica) => replica.people());
  return useMemo(() => {
    // The list is read from the client; these values show when it changed.
    void [session, inbox, people];
    return assigneesOf(client, uuid);
  }, [client, uuid, session, inbox, people]);
}
