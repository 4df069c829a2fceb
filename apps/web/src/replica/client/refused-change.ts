import { isBlocked } from '@foray/sync';
import { kindOf, type QueuedRequest } from '@foray/sync';
import type { RefusedChange } from './client-state.ts';
import type { Replica } from '../store/replica.ts';

/**
 * What the server refused, if of the parked requests exactly one was not `known` before and it was
 * refused by itself; null for server errors, for what depends on another, and for several at once.
 */
export function refusedChange(
  blocked: readonly QueuedRequest[],
  known: readonly QueuedRequest[],
  replica: Pick<Replica, 'row'>,
): RefusedChange | null {
  const knownIds = new Set(known.map(({ id }) => id));
  const [request, ...others] = blocked.filter(({ id }) => !knownIds.has(id));
  if (request === undefined || others.length > 0 || !isBlocked(request.state)) return null;
  const { why } = request.state;
  const change = kindOf(request);
  const type = replica.row(request.itemUuid ?? '')?.type;
  if (why.kind !== 'verdict' || change === null || type === undefined) return null;
  return { change, type, status: why.status };
}
