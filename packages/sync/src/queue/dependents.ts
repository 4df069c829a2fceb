import { isBlocked, isLabelRequest, kindOf } from '../store/queued-request.ts';
import type { BlockedState, QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * The requests that cannot be sent before another one: later requests about an item that it touches, later
 * ones below an item that it would restore, and all below an item that it would create, which may be queued
 * before it if both are created again after a restored backup. Changes of labels wait only for the item to be
 * there, and nothing waits for them. For many requests of one queue each entry is
 * visited a few times.
 */
export class Dependents {
  readonly #touching = new Map<string, QueuedRequest[]>();
  readonly #labelling = new Map<string, QueuedRequest[]>();
  readonly #needing = new Map<string, QueuedRequest[]>();
  readonly #found = new Set<QueuedRequest>();

  /** `queue` ascending, as it is read. */
  constructor(queue: readonly QueuedRequest[]) {
    for (const request of queue) {
      const list = isLabelRequest(request) ? this.#labelling : this.#touching;
      for (const uuid of request.touches) listIn(list, uuid).push(request);
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
    const kind = kindOf(request);
    if (kind === 'label') return next;
    const isChange = kind !== 'create' && kind !== 'delete' && kind !== 'restore';
    for (const uuid of touches) {
      if (!isChange) next.push(...takeAfter(listIn(this.#labelling, uuid), seq));
      for (const last of takeAfter(listIn(this.#touching, uuid), seq)) {
        // What touches an item that is made again was queued before its create, and needs it.
        if (last.isAgain !== true) next.push(last);
      }
    }
    if (itemUuid === null || (kind !== 'create' && kind !== 'restore')) return next;
    // What was queued in an item before its restore was queued while it was there.
    const after = kind === 'create' ? 0 : seq;
    next.push(...takeAfter(listIn(this.#needing, itemUuid), after));
    return next;
  }
}

/** Removes from an ascending list the requests later than `seq`, and gives them, the last first. */
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

/** The list kept under a key, made if there is none yet. */
export function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
