import { kindOf } from '../store/operation.ts';
import { isBlocked } from '../store/queued-request.ts';
import type { BlockedState, QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * The requests that cannot be sent before another one: later requests about an item that it touches, and
 * those below an item that it would create, which may be queued before it if both are created again after
 * a restored backup. For many requests of one queue each entry is visited once.
 */
export class Dependents {
  readonly #touching = new Map<string, QueuedRequest[]>();
  readonly #needing = new Map<string, QueuedRequest[]>();
  readonly #found = new Set<QueuedRequest>();

  /** `queue` ascending, as it is read. */
  constructor(queue: readonly QueuedRequest[]) {
    for (const request of queue) {
      for (const uuid of request.touches) listIn(this.#touching, uuid).push(request);
      for (const uuid of request.needs) listIn(this.#needing, uuid).push(request);
    }
  }

  /** All that depends on `request`, through others too, except what an earlier call has named. */
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
    for (const uuid of touches) {
      const touching = listIn(this.#touching, uuid);
      for (
        let last = touching.at(-1);
        last !== undefined && last.seq > seq;
        last = touching.at(-1)
      ) {
        touching.pop();
        // What touches an item that is made again was queued before its create, and needs it.
        if (last.isAgain !== true) next.push(last);
      }
    }
    const kind = kindOf(request);
    if (itemUuid === null || (kind !== 'create' && kind !== 'restore')) return next;
    next.push(...(this.#needing.get(itemUuid) ?? []));
    this.#needing.delete(itemUuid);
    return next;
  }
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

/** The list kept under a key, made if there is none yet. */
export function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
