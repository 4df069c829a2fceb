/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/**
 * The least possible time in milliseconds: the same pages are fetched and the same rows are stored without
 * the app.
 */
export async function bareSync(page: Page): Promise<number> {
  const ms = await page.evaluate(async () => {
    const startMs = performance.now();
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('floor', 1);
      opening.onupgradeneeded = () => {
        const store = opening.result.createObjectStore('items', { keyPath: 'id' });
        const fields = ['type', 'user_id', 'assigned_to', 'parent_id', 'status', '_syncStatus'];
        for (const field of [...fields, 'parent_uuid', '_localVersion']) {
          store.createIndex(field, field);
        }
        store.createIndex('uuid', 'uuid', { unique: true });
        store.createIndex('top_created_at', ['top', 'created_at']);
        store.createIndex('type_created_at', ['type', 'created_at']);
        store.createIndex('status_sortKey', ['status', 'sortKey']);
      };
      opening.onsuccess = () => resolve(opening.result);
    });
    type Row = { id: number; parent_id: number | null; updated_at: string };
    const stream = async (type: string): Promise<void> => {
      let since = 0;
      for (let more = true; more;) {
        const answer = await fetch(`/api/items?type=${type}&since=${since}&limit=500`);
        const body = (await answer.json()) as { data: Row[]; cursor: number; more: boolean };
        for (let at = 0; at < body.data.length; at += 200) {
          const writing = database.transaction('items', 'readwrite', { durability: 'relaxed' });
          const store = writing.objectStore('items');
          for (const row of body.data.slice(at, at + 200)) {
            store.put({
              ...row,
              parent_id: row.parent_id ?? 0,
              base: row,
              rolled: null,
              _syncStatus: 'synced',
              _deleted: false,
              deletedBy: null,
              _localVersion: at,
              top: row.parent_id === null ? 1 : 0,
              sortKey: row.updated_at,
            });
          }
          await new Promise((resolve) => (writing.oncomplete = resolve));
        }
        since = body.cursor;
        more = body.more;
      }
    };
    await Promise.all(['campaign', 'task', 'todo'].map(stream));
    return performance.now() - startMs;
  });
  await page.context().close();
  return ms;
}
