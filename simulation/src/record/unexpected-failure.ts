import { type SyncLogEntry, unexpectedDetail } from '@foray/sync';

/** The app shows the user an error that its code does not expect; here that is a defect. */
export function failIfUnexpected(
  { detail }: { readonly detail: string },
  fail: (error: unknown) => void,
): void {
  if (detail.startsWith(unexpectedDetail)) fail(new Error(detail));
}

/**
 * A device continues despite a row that its code cannot handle, and reports it in its log; here that is a
 * defect too.
 */
export function failIfIsolated(log: readonly SyncLogEntry[], fail: (error: unknown) => void): void {
  const failed = log.find(({ event }) => event === 'failed');
  if (failed !== undefined) fail(new Error(failed.what));
}
