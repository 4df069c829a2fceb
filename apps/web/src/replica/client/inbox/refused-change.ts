import { isBlocked, kindOf, type QueuedRequest } from '@foray/sync';
import type { RefusedChange } from '../state/client-state.ts';
import type { Replica } from '../../store/replica.ts';

/**
 * The refused request, if exactly one is newly blocked and was refused itself. Null for server errors, for
 * a dependent of another request, and for several at once.
 */
export function refusedChange(
  newlyBlocked: readonly QueuedRequest[],
  replica: Pick<Replica, 'row'>,
): RefusedChange | null {
  const [request, ...others] = newlyBlocked;
  if (request === undefined || others.length > 0 || !isBlocked(request.state)) return null;
  const { why } = request.state;
  const change = kindOf(request);
  const type = replica.row(request.itemUuid ?? '')?.type;
  if (why.kind !== 'verdict' || change === null || type === undefined) return null;
  return { change, type, status: why.status };
}
