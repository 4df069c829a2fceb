import type { StoreFailure } from './ports.ts';

/** Begins the detail of every failure that no code expects: a defect, where no data is damaged. */
export const unexpectedDetail = 'unexpected';

/** What an error that no code expects is to a person: what is stored here cannot be worked with. */
export function unexpected(error: unknown): StoreFailure {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'broken', detail: `${unexpectedDetail}: ${text}` };
}
