import type { PeopleReads } from '../store/people-store.ts';
import { distinct, type UngatedPrimitives, type View } from './view.ts';

/** The reading primitives that are about people, by plain scans of a view. */
export function memoryPeopleReads(view: View): UngatedPrimitives<PeopleReads> {
  return {
    users(ids) {
      return distinct(ids).flatMap((id) => view.get('users', id) ?? []);
    },
    userByPhone(phone) {
      return [...view.rows('users')].find((row) => row.phone === phone) ?? null;
    },
    numberedUser(userId) {
      const user = view.get('users', userId);
      if (user === undefined) return null;
      const rows = [...view.rows('former_numbers')];
      const own = rows.filter((row) => row.user_id === userId && !row.is_taken_over);
      const former = own.flatMap(({ phone }) => (phone === user.phone ? [] : phone)).toSorted();
      const isTakenOver = rows.some(
        (row) => row.phone === user.phone && (row.user_id !== userId || row.is_taken_over),
      );
      return { user, former, isTakenOver };
    },
    // Nobody raises a limit here.
    raisedLimits: () => ({ items_per_account: 0, bytes_per_account: 0 }),
    importedUsers(userId) {
      const users = [...view.rows('users')].filter(
        ({ id, phone }) =>
          id !== userId &&
          phone !== null &&
          view.get('contacts', `${userId} ${phone}`) !== undefined,
      );
      return distinct(users.map(({ id }) => id));
    },
    usersWithPhones(phones) {
      const wanted = new Set<string | null>(phones);
      return distinct(
        [...view.rows('users')].flatMap((row) => (wanted.has(row.phone) ? row.id : [])),
      );
    },
    contactsAmong(userId, phones) {
      return phones.filter((phone) => view.get('contacts', `${userId} ${phone}`) !== undefined);
    },
    contactCount(userId) {
      return [...view.rows('contacts')].filter((row) => row.user_id === userId && row.is_first)
        .length;
    },
    importersAmong(phone, candidates) {
      return distinct(candidates).filter(
        (id) => view.get('contacts', `${id} ${phone}`) !== undefined,
      );
    },
    privateRows(ids) {
      return distinct(ids).flatMap((id) => view.get('private_rows', id) ?? []);
    },
    privateRowsOf(userId, keys) {
      const wanted = new Set(keys.map(({ kind, name }) => `${kind} ${name}`));
      const rows = [...view.rows('private_rows')].filter(
        (row) => row.user_id === userId && wanted.has(`${row.kind} ${row.name}`),
      );
      return rows.toSorted((a, b) => a.id - b.id);
    },
    privateRowCount(userId) {
      const rows = [...view.rows('private_rows')];
      return rows.filter((row) => row.user_id === userId && row.value !== null).length;
    },
    mutualsOf(userId) {
      const rows = [...view.rows('feed')].filter(
        (row) => row.user_id === userId && row.kind === 'mutual' && !row.removed,
      );
      return distinct(rows.map((row) => row.ref_id));
    },
    mutualsAmong(userId, candidates) {
      return distinct(candidates).filter(
        (other) => view.get('feed', `${userId} mutual ${other}`)?.removed === false,
      );
    },
    metAmong(userId, candidates) {
      return distinct(candidates).filter(
        (other) => view.get('feed', `${userId} mutual ${other}`) !== undefined,
      );
    },
    blocksAmong(userId, candidates) {
      const isBlock = (by: number, of: number) => view.get('blocks', `${by} ${of}`) !== undefined;
      return distinct(candidates).filter((id) => isBlock(userId, id) || isBlock(id, userId));
    },
    blocksOf(userId) {
      const own = [...view.rows('blocks')].filter((row) => row.user_id === userId);
      return own.toSorted(
        (a, b) => b.created_at.localeCompare(a.created_at) || b.blocked_id - a.blocked_id,
      );
    },
    blockersOf(userId) {
      const rows = [...view.rows('blocks')].filter((row) => row.blocked_id === userId);
      return distinct(rows.map((row) => row.user_id));
    },
    notifiedSince(moment) {
      const recent = [...view.rows('notifications')].filter((row) => row.updated_at >= moment);
      return distinct(recent.map((row) => row.user_id));
    },
  };
}
