import { addedFieldNames } from '@foray/domain';
import { isOutsideConflicts, upcastRequest } from './queued-request.ts';
import type { QueuedRequest } from './queued-request.ts';

/**
 * The request in the form that a local database stores, so that tabs of earlier releases leave it alone. A
 * request about labels or an occurrence names its item only among those it touches: otherwise such tabs would
 * take it for a create; this way they send it unchanged. A PATCH of fields that the first release does not
 * have is marked as an import, which means nothing for a PATCH: such tabs merge no change into it, which
 * would drop fields unknown to them, and send it unchanged.
 */
export function storedFromRequest(request: QueuedRequest): QueuedRequest {
  if (isOutsideConflicts(request)) return { ...request, itemUuid: null };
  const { method, data } = request;
  const isUnknown =
    method === 'PATCH' && addedFieldNames.some((name) => data?.[name] !== undefined);
  return isUnknown ? { ...request, isImport: true } : request;
}

/** A queued request in the current format, whichever version of the app wrote it. */
export function requestFromStored(stored: QueuedRequest): QueuedRequest {
  const { itemUuid, touches, method, isImport } = stored;
  return upcastRequest({
    ...stored,
    itemUuid: itemUuid ?? touches[0] ?? null,
    isImport: isImport && method !== 'PATCH',
  });
}
