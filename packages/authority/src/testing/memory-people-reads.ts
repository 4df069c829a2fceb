import type { PeopleReads } from '../store/people-store.ts';
import type { Gate, View } from './view.ts';

/** The reading primitives that are about people, by plain scans of a view. */
export function memoryPeopleReads(view: View, gate: Gate): PeopleReads {
  return {
    async users(ids) {
      await gate('users');
      return distinct(ids).flatMap((id) => view.get('users', id) ?? []);
    },
    async userByPhone(phone) {
      await gate('userByPhone');
      return [...view.rows('users')].find((row) => row.phone === phone) ?? null;
    },
    async usersWithPhones(phones) {
      await gate('usersWithPhones');
      const wanted = new Set<string | null>(phones);
      return distinct(
        [...view.rows('users')].flatMap((row) => (wanted.has(row.phone) ? row.id : [])),
      );
    },
    async contactsAmong(userId, phones) {
      await gate('contactsAmong');
      return phones.filter((phone) => view.get('contacts', `${userId} ${phone}`) !== undefined);
    },
    async contactCount(userId) {
      await gate('contactCount');
      return [...view.rows('contacts')].filter((row) => row.user_id === userId && row.is_first)
        .length;
    },
    async importersAmong(phone, candidates) {
      await gate('importersAmong');
      return distinct(candidates).filter(
        (id) => view.get('contacts', `${id} ${phone}`) !== undefined,
      );
    },
    async mutualsOf(userId) {
      await gate('mutualsOf');
      const rows = [...view.rows('feed')].filter(
        (row) => row.user_id === userId && row.kind === 'mutual' && !row.removed,
      );
      return distinct(rows.map((row) => row.ref_id));
    },
    async mutualsAmong(userId, candidates) {
      await gate('mutualsAmong');
      return distinct(candidates).filter(
        (other) => view.get('feed', `${userId} mutual ${other}`)?.removed === false,
      );
    },
  };
}

function distinct(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
