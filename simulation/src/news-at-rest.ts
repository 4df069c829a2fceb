import { Broken } from './broken.ts';
import type { Profile } from './profile.ts';
import type { SimServer } from './server.ts';

/** At rest a device holds exactly the notifications and mutual contacts that its user has (I6, I7). */
export function checkNews({ number, user, tables }: Profile, server: SimServer): void {
  const held = { notification: tables.notifications, mutual: tables.contacts } as const;
  for (const kind of ['notification', 'mutual'] as const) {
    const wanted = new Set<number>();
    for (const row of server.store.rows('feed')) {
      if (row.user_id === user.id && row.kind === kind && !row.removed) wanted.add(row.ref_id);
    }
    for (const id of wanted) {
      if (!held[kind].has(id)) throw new Broken('I7', `${kind} ${id} is missing on ${number}`);
    }
    for (const id of held[kind].keys()) {
      if (!wanted.has(id)) throw new Broken('I6', `${kind} ${id} stays on ${number}`);
    }
  }
  for (const row of server.store.rows('notifications')) {
    const shown = tables.notifications.get(row.id);
    if (row.user_id !== user.id || shown === undefined) continue;
    if (shown.count === row.count && shown.read_at === row.read_at) continue;
    throw new Broken('I7', `notification ${row.id} on ${number} is not the server's`);
  }
}
