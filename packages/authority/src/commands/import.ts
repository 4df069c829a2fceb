import type { CreateCommand } from '@foray/contract';
import { dayMs, isImportedUuid } from '@foray/domain';
import type { Caller } from '../store/request.ts';

/** For so long after a sign-in a device may be sending what a guest made on it. */
const upgradeMs = 30 * dayMs;

/**
 * Whether a create can be of what was made elsewhere (decision 0138): by a guest, if its sender has signed in
 * lately; in a data file, as its uuid or that of its item tells; or before a backup was restored which lacks it, if one
 * has changed the caller's history.
 */
export function canBeImport(
  { uuid, occurrence_of: of }: CreateCommand,
  { signedInAt }: Pick<Caller, 'signedInAt'>,
  now: string,
  isHistoryRenewed: boolean,
): boolean {
  if (isHistoryRenewed || isImportedUuid(of ?? uuid ?? '')) return true;
  return signedInAt !== undefined && Date.parse(now) - Date.parse(signedInAt) <= upgradeMs;
}
