/**
 * Whether the browser keeps stored data until the user erases it. refused: it may erase the data when
 * storage is short or after some time unused. unknown: the browser does not say.
 */
export type Persistence = 'kept' | 'refused' | 'unknown';

/** Asks the browser how safe the data is, without a question to the person; never rejects. */
export async function readPersistence(): Promise<Persistence> {
  try {
    return (await navigator.storage.persisted()) ? 'kept' : 'refused';
  } catch {
    return 'unknown';
  }
}

/** Asks the browser to keep the data permanently, which may ask the person; never rejects. */
export async function requestPersistence(): Promise<Persistence> {
  try {
    if (await navigator.storage.persisted()) return 'kept';
    return (await navigator.storage.persist()) ? 'kept' : 'refused';
  } catch {
    return 'unknown';
  }
}
