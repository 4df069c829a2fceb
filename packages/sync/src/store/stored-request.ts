import { addedFieldNames } from '@foray/domain';
import { isOutsideConflicts, kindOf, upcastRequest } from './queued-request.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Begins the name by which a place's request is found among those it touches. */
const placePrefix = 'place:';

/**
 * The request in the form that a local database stores, so that tabs of earlier releases leave it alone. A
 * request about labels or an occurrence names its item only among those it touches: otherwise such tabs would
 * take it for a create; this way they send it unchanged. A PATCH of fields that the first release does not
 * have is marked as an import, which means nothing for a PATCH: such tabs merge no change into it, which
 * would drop fields unknown to them, and send it unchanged. Tabs of 0.4.0 know none about places and would take
 * it for a create of the first item that it touches: that is an item that does not exist.
 */
export function storedFromRequest(request: QueuedRequest): QueuedRequest {
  const { itemUuid, touches } = request;
  if (kindOf(request) === 'position') {
    return { ...request, itemUuid: null, touches: [`${placePrefix}${itemUuid}`, ...touches] };
  }
  if (isOutsideConflicts(request)) return { ...request, itemUuid: null };
  const { method, data } = request;
  const isUnknown =
    method === 'PATCH' && addedFieldNames.some((name) => data?.[name] !== undefined);
  return isUnknown ? { ...request, isImport: true } : request;
}

/** A queued request in the current format, whichever version of the app wrote it. */
export function requestFromStored(stored: QueuedRequest): QueuedRequest {
  const { itemUuid, method, isImport } = stored;
  const touches = stored.touches.filter((uuid) => !uuid.startsWith(placePrefix));
  return upcastRequest({
    ...stored,
    itemUuid: itemUuid ?? touches[0] ?? null,
    touches,
    isImport: isImport && method !== 'PATCH',
  });
}
