import type { dataActions } from './own-data.ts';

type DataActions = ReturnType<typeof dataActions>;

const load = () => import('./own-data.ts');

/** Loads the code of export, import and trash, which the first screen does not need. */
export function preloadDataActions(): Promise<unknown> {
  return load();
}

/**
 * `dataActions` of own-data.ts, whose code comes with the screen that offers them (see the routes), or
 * with the first call. A call rejects only if the code cannot be had.
 */
export function lateDataActions(...needs: Parameters<typeof dataActions>): DataActions {
  let made: DataActions | null = null;
  const actions = async (): Promise<DataActions> => (made ??= (await load()).dataActions(...needs));
  return {
    exportData: async () => (await actions()).exportData(),
    exportFormer: async (userId) => (await actions()).exportFormer(userId),
    planImport: async (text) => (await actions()).planImport(text),
    importData: async (plan, onProgress) => (await actions()).importData(plan, onProgress),
    listTrash: async () => (await actions()).listTrash(),
    fetchTrash: async (count, signal) => (await actions()).fetchTrash(count, signal),
    unreadableRows: async () => (await actions()).unreadableRows(),
    discardUnreadable: async (rows) => (await actions()).discardUnreadable(rows),
    restoreDeleted: async (uuid) => (await actions()).restoreDeleted(uuid),
  };
}
