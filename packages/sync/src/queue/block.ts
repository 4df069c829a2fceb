import { isBlocked } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import { maxRetries } from '@foray/domain';
import { blockedBy, Dependents, listAt } from './dependents.ts';
import type {
  BlockedState,
  BlockReason,
  Delivery,
  QueuedRequest,
} from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Blocks a request, which moves it to Needs attention, and with it exactly its dependents: later requests
 * about the items it touches, and those that need an item it would have created. Blocked requests stay in the
 * optimistic state of the item, so that the user's text stays visible.
 */
export async function blockRequest(
  unit: UnitOfWork,
  request: QueuedRequest,
  why: BlockReason,
): Promise<void> {
  const since = unit.deviceNow();
  await unit.putRequest({ ...request, state: { kind: storedName.blocked, why, since } });
  for (const dependent of new Dependents(await unit.tx.queue()).take(request)) {
    if (isBlocked(dependent.state)) continue;
    await unit.putRequest({ ...dependent, state: blockedStateBehind(request, since) });
  }
}

function blockedStateBehind({ id }: QueuedRequest, since: string): BlockedState {
  return { kind: storedName.blocked, why: { kind: 'dependency', on: id }, since };
}

/**
 * Puts blocked requests back into the queue, with those that waited for them and those they wait for. After a
 * refusal a request gets a new key, because the old one always returns the recorded response. A request that
 * also depends on one that stays blocked waits for that one from now on.
 */
export async function unblockRequests(
  unit: UnitOfWork,
  requestIds: readonly string[],
): Promise<void> {
  const blocked = new Map<string, { readonly request: QueuedRequest; readonly why: BlockReason }>();
  const waiting = new Map<string, string[]>();
  for (const request of await unit.tx.queue()) {
    const { id, state } = request;
    if (!isBlocked(state)) continue;
    blocked.set(id, { request, why: state.why });
    if (state.why.kind === 'dependency') listAt(waiting, state.why.on).push(id);
  }
  const unblocked = new Set<string>();
  const left = requestIds.toReversed();
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const found = blocked.get(id);
    if (found === undefined) continue;
    blocked.delete(id);
    const { request, why } = found;
    const { delivery } = request;
    const revived = {
      retries: 0,
      state: { kind: 'queued' },
      ...(delivery && { delivery: unblockedDelivery(delivery) }),
    } as const;
    if (why.kind === 'verdict') unblocked.add((await renewKey(unit, request, revived)).id);
    else {
      await unit.putRequest({ ...request, ...revived });
      unblocked.add(id);
    }
    left.push(...(waiting.get(id) ?? []).toReversed());
    if (why.kind === 'dependency') left.push(why.on);
  }
  await blockBehindOthers(unit, unblocked);
}

/** Blocks requests again that depend on one that is still blocked for a reason of its own. */
async function blockBehindOthers(unit: UnitOfWork, ids: ReadonlySet<string>): Promise<void> {
  const queue = await unit.tx.queue();
  const dependents = new Dependents(queue);
  for (const head of queue) {
    if (!isBlocked(head.state) || head.state.why.kind === 'dependency') continue;
    for (const request of dependents.take(head)) {
      if (!ids.has(request.id)) continue;
      await unit.putRequest({ ...request, state: blockedStateBehind(head, unit.deviceNow()) });
    }
  }
}

/**
 * Unblocks requests that were blocked only because of requests that have left the queue. Requests that those
 * waited for stay blocked, with all that depend on them independently.
 */
export async function unblockDependents(
  unit: UnitOfWork,
  dropped: readonly QueuedRequest[],
): Promise<void> {
  const blocked = dropped.filter(({ state }) => isBlocked(state));
  if (blocked.length === 0) return;
  const waiting = await blockedBy(unit, new Set(blocked.map(({ id }) => id)));
  await unblockRequests(
    unit,
    waiting.map(({ id }) => id),
  );
  const heads = blocked.flatMap(({ state }) =>
    isBlocked(state) && state.why.kind === 'dependency' ? state.why.on : [],
  );
  for (const on of new Set(heads)) await releaseIndependent(unit, on);
}

/** Unblocks requests that no longer depend on the request with which they are blocked. */
async function releaseIndependent(unit: UnitOfWork, headId: string): Promise<void> {
  const head = await unit.tx.request(headId);
  if (head === undefined) return;
  const depending = new Set(new Dependents(await unit.tx.queue()).take(head).map(({ id }) => id));
  for (const request of await blockedBy(unit, new Set([headId]))) {
    if (depending.has(request.id)) continue;
    await unit.putRequest({ ...request, retries: 0, state: { kind: 'queued' } });
  }
}

/**
 * Gives a request a new key, since the server always returns the recorded response for the old one, and
 * applies `change`. Items that it deleted stay deleted by it, and requests blocked with it keep waiting for
 * it. The caller sets the base of the next request in its chain (`rebaseQueue`).
 */
export async function renewKey(
  unit: UnitOfWork,
  request: QueuedRequest,
  change: Partial<QueuedRequest> = {},
): Promise<QueuedRequest> {
  const { delivery: _, sentHead: __, ...plain } = request;
  const again = { ...plain, ...change, id: unit.device.ids.uuid(), sent: false };
  await unit.dropRequest(request.id);
  await unit.putRequest(again);
  if (isBlocked(again.state)) {
    for (const one of await blockedBy(unit, new Set([request.id]))) {
      const why = { kind: 'dependency', on: again.id } as const;
      await unit.putRequest({ ...one, state: { ...one.state, why } });
    }
  }
  for (const uuid of request.touches) {
    const row = await unit.item(uuid);
    if (row?.deletedBy === request.id) unit.put({ ...row, deletedBy: again.id });
  }
  return again;
}

/** Renews the keys of several requests in order; a request blocked with one of them follows the new key. */
export async function renewKeys(
  unit: UnitOfWork,
  requests: readonly QueuedRequest[],
): Promise<void> {
  for (const { id } of requests) {
    const request = await unit.tx.request(id);
    if (request !== undefined) await renewKey(unit, request);
  }
}

/** After this number of failures that count nowhere else, the user sees the request. */
const maxFailuresAlone = 2 * maxRetries;

/** Whether a request was at fault so often that it moves to Needs attention. */
export function isGivenUp({ alone }: Delivery): boolean {
  return alone >= maxFailuresAlone;
}

/** Whether one more failure moves a request to Needs attention, as for a request that was there before. */
export function isLastTry({ delivery }: QueuedRequest): boolean {
  return delivery !== undefined && delivery.alone >= maxFailuresAlone - 1;
}

/**
 * The delivery record of a request that leaves Needs attention: it is sent by itself, at once, and only once
 * if it had been given up.
 */
function unblockedDelivery(delivery: Delivery): Delivery {
  return { ...delivery, alone: isGivenUp(delivery) ? maxFailuresAlone - 1 : 0, triedAt: null };
}
