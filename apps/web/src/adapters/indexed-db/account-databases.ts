import type { AccountKey } from '@foray/sync';
import { indexedDbHere } from './indexed-db-schema.ts';
import { databaseName } from './indexed-db-store.ts';

/**
 * The accounts that have a database in this browser. A browser that cannot list databases (older than 2024)
 * may have a guest's; a browser without IndexedDB has none.
 */
export async function listAccountDatabases(): Promise<readonly AccountKey[]> {
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
