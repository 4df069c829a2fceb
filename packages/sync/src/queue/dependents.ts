import { isBlocked, isCommutingKind, isCommutingRequest, kindOf } from '../store/queued-request.ts';
import type { BlockedState, QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Finds the requests that cannot be sent before another one: later requests about an item that it touches,
 * later ones below an item that it would restore, and all below an item that it would create, which may be
 * queued before it if both are created again after a restored backup. Requests that commute wait only until
 * the item exists, and nothing waits for them. For many requests of one queue each entry is visited a few times.
 */
export class Dependents {
  readonly #touching = new Map<string, QueuedRequest[]>();
  readonly #commuting = new Map<string, QueuedRequest[]>();
  readonly #needing = new Map<string, QueuedRequest[]>();
  readonly #found = new Set<QueuedRequest>();

  /** `queue` in the order of `seq`. */
  constructor(queue: readonly QueuedRequest[]) {
    for (const request of queue) {
      const list = isCommutingRequest(request) ? this.#commuting : this.#touching;
      for (const uuid of request.touches) listAt(list, uuid).push(request);
      for (const uuid of request.needs) listAt(this.#needing, uuid).push(request);
    }
  }

  /** All direct and indirect dependents of `request`, except those that an earlier call has returned. */
  take(request: QueuedRequest): readonly QueuedRequest[] {
    const taken: QueuedRequest[] = [];
    const left = [request];
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      for (const next of this.#next(one)) {
        if (next.id === request.id || this.#found.has(next)) continue;
        this.#found.add(next);
        taken.push(next);
        left.push(next);
      }
    }
    return taken;
  }

  /** The direct dependents of a request; removes the lists it has read, since they are needed only once. */
  #next(request: QueuedRequest): readonly QueuedRequest[] {
    const { seq, touches, itemUuid } = request;
    const next: QueuedRequest[] = [];
    const kind = kindOf(request);
    if (isCommutingKind(kind)) return next;
    const isChange = kind !== 'create' && kind !== 'delete' && kind !== 'restore';
    for (const uuid of touches) {
      if (!isChange) next.push(...takeAfter(listAt(this.#commuting, uuid), seq));
      for (const last of takeAfter(listAt(this.#touching, uuid), seq)) {
        // Requests about an item that is created again were queued before its create, and need it.
        if (last.isAgain !== true) next.push(last);
      }
    }
    if (itemUuid === null || (kind !== 'create' && kind !== 'restore')) return next;
    // Requests below an item that were queued before its restore were made while the item existed.
    const after = kind === 'create' ? 0 : seq;
    next.push(...takeAfter(listAt(this.#needing, itemUuid), after));
    return next;
  }
}

/** Removes the requests later than `seq` from a list in that order, and returns them, last first. */
function takeAfter(requests: QueuedRequest[], seq: number): readonly QueuedRequest[] {
  const first = requests.findLastIndex((request) => request.seq <= seq) + 1;
  return requests.splice(first).toReversed();
}

type BlockedRequest = QueuedRequest & { readonly state: BlockedState };

/** The requests that are blocked only because those with these ids were. */
export async function blockedBy(
  { tx }: UnitOfWork,
  ids: ReadonlySet<string>,
): Promise<readonly BlockedRequest[]> {
  return (await tx.queue()).filter((request): request is BlockedRequest => {
    const why = isBlocked(request.state) ? request.state.why : null;
    return why?.kind === 'dependency' && ids.has(why.on);
  });
}

/** The list under a key; adds an empty one if there is none. */
export function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
