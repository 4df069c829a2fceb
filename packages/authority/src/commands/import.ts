import { dayMs, isImportedUuid } from '@foray/domain';
import type { Caller, CommandRequest } from '../store/request.ts';

/** For so long after a sign-in a device may be sending what a guest made on it. */
const upgradeMs = 30 * dayMs;

/**
 * The request, as an import only if it creates what was made elsewhere (decision 0138): by a guest, where its sender
 * has signed in lately; in a data file, as its uuid or that of its item tells; or before a backup was restored
 * which lacks it, where one has changed the caller's history.
 */
export function asImport(
  request: CommandRequest,
  { signedInAt }: Pick<Caller, 'signedInAt'>,
  now: string,
  isHistoryRenewed: boolean,
): CommandRequest {
  const { command } = request;
  if (request.isImport !== true || command.kind !== 'create') return request;
  const uuid = command.occurrence_of ?? command.uuid ?? '';
  const isImport =
    isHistoryRenewed ||
    isImportedUuid(uuid) ||
    (signedInAt !== undefined && Date.parse(now) - Date.parse(signedInAt) <= upgradeMs);
  return { ...request, isImport };
}
