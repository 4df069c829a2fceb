import { sampleUsers, type Assignee } from '@foray/domain';
import { useMemo } from 'react';
import type { Client } from '../client/client.ts';
import { useClient, useReplicaValue } from './client-context.tsx';
import { peopleOfTree, rootOf } from '../store/tree.ts';
import { useInbox, useSession } from './use-client-state.ts';

/**
 * Whom an item can be assigned to: the four sample users and, when signed in, oneself, everybody who
 * has a right in the tree that `uuid` is or lies in, and, where that is one's own, mutual contacts
 * (product.md, "Rights"). Each once: oneself, the others by name, then the four.
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

/** The same for a form or dialog, kept up while people come; `uuid` is the item or its parent. */
export function useAssignees(uuid: string | null): readonly Assignee[] {
  const client = useClient();
  const session = useSession();
  const inbox = useInbox();
  const people = useReplicaValue('people', (replica) => replica.people());
  return useMemo(() => {
    // Whom the client knows is read from it; these say when that changed.
    void [session, inbox, people];
    return assigneesOf(client, uuid);
  }, [client, uuid, session, inbox, people]);
}
