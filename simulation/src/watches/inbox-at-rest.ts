import { notificationLifeDays } from '@foray/domain';
import { Breach } from '../record/broken.ts';
import type { Profile } from '../story/profile.ts';
import type { SimServer } from '../server/server.ts';

/**
 * Once everything has settled, a device has exactly its user's notifications and mutual contacts (I6, I7).
 */
export function checkInbox({ number, user, tables }: Profile, server: SimServer): void {
  const held = { notification: tables.notifications, mutual: tables.contacts } as const;
  for (const kind of ['notification', 'mutual'] as const) {
    const wanted = new Set<number>();
    for (const row of server.store.rows('feed')) {
      if (row.user_id === user.id && row.kind === kind && !row.removed) wanted.add(row.ref_id);
    }
    for (const id of wanted) {
      // A device drops expired rows, whether or not the server has cleaned up.
      if (kind === 'notification' && isOutlived(server, id)) continue;
      if (!held[kind].has(id)) throw new Breach('I7', `${kind} ${id} is missing on ${number}`);
    }
    for (const id of held[kind].keys()) {
      // Rows that the server no longer keeps are counted by the devices themselves.
      if (kind === 'notification' && server.store.row('notifications', id) === undefined) continue;
      if (!wanted.has(id)) throw new Breach('I6', `${kind} ${id} stays on ${number}`);
    }
  }
  for (const row of server.store.rows('notifications')) {
    const shown = tables.notifications.get(row.id);
    if (row.user_id !== user.id || shown === undefined) continue;
    if (shown.count === row.count && shown.read_at === row.read_at) continue;
    throw new Breach('I7', `notification ${row.id} on ${number} is not the server's`);
  }
}

function isOutlived({ store, authority }: SimServer, id: number): boolean {
  const row = store.row('notifications', id);
  if (row === undefined) return true;
  const ageMs = Date.parse(authority.now()) - Date.parse(row.updated_at);
  return ageMs > notificationLifeDays * 86_400_000;
}
