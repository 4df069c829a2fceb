import { dayMs, isImportedUuid } from '@foray/domain';
import type { Caller, CommandRequest } from '../store/request.ts';

/** How long after a sign-in a device may still send a guest's items. */
const upgradeMs = 30 * dayMs;

/**
 * The request, which counts as an import only if it creates an item that was created elsewhere (decision
 * 0138): as a guest, if the sender signed in recently; in a data file, as its uuid or its item's uuid
 * shows; or before a restored backup that lacks it, if the caller's history was renewed.
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
