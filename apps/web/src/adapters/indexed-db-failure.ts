import type { StoreFailure } from '@foray/sync';

/** What an error of the browser's database means for anyone who asked. */
export function failureOf(error: unknown, otherwise: 'unavailable' | 'broken'): StoreFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : 'unknown';
  const detail = error instanceof Error ? `${name}: ${error.message}` : name;
  if (name === 'QuotaExceededError') return { code: 'quota', detail };
  if (name === 'VersionError') return { code: 'newer', detail };
  if (name === 'InvalidStateError') return { code: 'closed', detail };
  return { code: otherwise, detail };
}
