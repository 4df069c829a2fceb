/** The browser's IndexedDB; null if it has none or, as in a sandboxed frame, refuses to name it. */
export function indexedDbHere(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}
