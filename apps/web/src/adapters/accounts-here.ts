import type { AccountKey } from '@foray/sync';
import { indexedDbHere } from './indexed-db-here.ts';
import { databaseName } from './indexed-db-store.ts';

/**
 * Whose databases this browser has. One that does not list them (older than 2024) may have a guest's;
 * where there are none to be had there is nobody's.
 */
export async function accountsHere(): Promise<readonly AccountKey[]> {
  const factory = indexedDbHere();
  if (factory === null) return [];
  if (typeof factory.databases !== 'function') return [0];
  try {
    const names = (await factory.databases()).map(({ name }) => name ?? '');
    return names.flatMap((name) => {
      const key = Number(/^foray(?:-(\d+))?$/.exec(name)?.[1] ?? 0);
      return name === databaseName(key) ? [key] : [];
    });
  } catch {
    return [];
  }
}
