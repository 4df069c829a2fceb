import { sampleUsers, type Assignee } from '@foray/domain';
import { useMemo } from 'react';
import type { Client } from './client.ts';
import { useClient } from './client-context.tsx';
import type { Replica } from './replica.ts';
import { useNews, useSession } from './use-client-state.ts';
import { useReplicaValue } from './use-replica-value.ts';

/**
 * Whom an item can be assigned to: oneself, the four sample users, and, when signed in, mutual
 * contacts and everybody who has a part in the campaign that `uuid` is or lies in (product.md, "Who
 * sees and may do what"). Each once: oneself, the four, then the others by name.
 */
export function assigneesOf(client: Client, uuid: string | null): readonly Assignee[] {
  const session = client.session.get();
  if (session.kind !== 'user') return sampleUsers;
  const { user } = session;
  const replica = client.replica.get();
  const others = new Map<number, string>();
  for (const { id, name } of client.news.get().contacts) others.set(id, name);
  for (const id of peopleOfCampaign(replica, uuid)) {
    const name = replica.person(id)?.name ?? '';
    if (name !== '' && !others.has(id)) others.set(id, name);
  }
  for (const { id } of [user, ...sampleUsers]) others.delete(id);
  const named = [...others].map(([id, name]) => ({ id, name }));
  named.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  return [{ id: user.id, name: user.name }, ...sampleUsers, ...named];
}

/** The same for a form or dialog, kept up while people come; `uuid` is the item or its parent. */
export function useAssignees(uuid: string | null): readonly Assignee[] {
  const client = useClient();
  const session = useSession();
  const news = useNews();
  const people = useReplicaValue('people', (replica) => replica.people());
  return useMemo(() => {
    // Whom the client knows is read from it; these say when that changed.
    void [session, news, people];
    return assigneesOf(client, uuid);
  }, [client, uuid, session, news, people]);
}

/** Everybody who made or was given an item of the campaign around `uuid`. */
function peopleOfCampaign(replica: Replica, uuid: string | null): ReadonlySet<number> {
  const people = new Set<number>();
  const root = uuid === null ? undefined : rootOf(replica, uuid);
  if (root?.type !== 'campaign') return people;
  const below = [root.uuid];
  for (let next = below.pop(); next !== undefined; next = below.pop()) {
    const item = replica.item(next);
    if (item === undefined) continue;
    people.add(item.user_id);
    if (item.assigned_to !== null) people.add(item.assigned_to);
    below.push(...replica.children(next));
  }
  return people;
}

function rootOf(replica: Replica, uuid: string) {
  let item = replica.item(uuid);
  for (;;) {
    const parent = item?.parent_uuid == null ? undefined : replica.item(item.parent_uuid);
    if (parent === undefined) return item;
    item = parent;
  }
}
