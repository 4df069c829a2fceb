import { isBlocked } from '../store/queued-request.ts';
import type { BatchEntry } from '@foray/contract';
import { triesOf } from '../cycle/call-failure.ts';
import type { SyncSizes } from '../cycle/sync-sizes.ts';
import { Dependents } from '../queue/dependents.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

/** The facts that a plan is made from. */
export interface QueueFacts {
  /** Ascending seq. */
  readonly queue: readonly QueuedRequest[];
  /** Items whose conflict is stored: nothing of them moves. */
  readonly conflictUuids: ReadonlySet<string>;
  /** Items with a fetched row that waits for a decision: nothing new of them is sent. */
  readonly bufferedUuids: ReadonlySet<string>;
  /** Requests that failed in this cycle already. */
  readonly failedIds: ReadonlySet<string>;
  /** Whether one that failed alone may be tried again now. */
  readonly isDue: (request: QueuedRequest) => boolean;
  readonly limits: SyncSizes['batch'];
}

/** Why a request is not in the plan. */
export type HeldReason =
  | 'blocked'
  | 'conflict'
  | 'buffered'
  | 'failed'
  | 'apart'
  | 'depends_on_held'
  | 'no_room'
  | 'not_an_item'
  | 'not_sent';

/** What to send next, in this order, and why the others are not in it. */
export interface BatchPlan {
  readonly send: readonly QueuedRequest[];
  readonly held: ReadonlyMap<string, HeldReason>;
}

/**
 * The next batch: the queue in order (so children follow parents) without requests that are blocked, in
 * conflict, or depend on such a request, up to the limits of a batch.
 */
export function planPush(facts: QueueFacts): BatchPlan {
  const isBuffered = ({ touches }: QueuedRequest): boolean =>
    touches.some((uuid) => facts.bufferedUuids.has(uuid));
  const held = holdsOf(facts, (request) => (isBuffered(request) ? 'buffered' : null));
  return plan(facts, held);
}

/**
 * The next batch of requests that were sent and never answered; same key, same body, before anything
 * is fetched, also where a later change of the item is in conflict.
 */
export function planResend(facts: QueueFacts): BatchPlan {
  const held = holdsOf(despiteConflicts(facts), ({ sent }) => (sent ? null : 'not_sent'));
  return plan(facts, held);
}

/**
 * The next request that failed alone, in a batch of its own; the one with the fewest failures first. Like
 * in-flight requests it is sent again regardless of what was pulled meanwhile: it may have taken effect.
 */
export function planApart(facts: QueueFacts): BatchPlan {
  const held = holdsOf(despiteConflicts(facts), () => null);
  const triesAlone = ({ delivery }: QueuedRequest): number =>
    delivery === undefined ? 0 : triesOf(delivery);
  const [next] = facts.queue
    .filter((request) => held.get(request.id) === 'apart' && facts.isDue(request))
    .toSorted((a, b) => triesAlone(a) - triesAlone(b));
  return { send: next === undefined ? [] : [next], held };
}

/** A queued request as a batch carries it; client-only fields stay behind. */
export function entryOf(request: QueuedRequest): BatchEntry {
  const { basis } = request;
  return {
    id: request.id,
    method: request.method,
    url: request.url,
    ...(request.data === null ? {} : { data: request.data }),
    ...(basis === null ? {} : basis),
    ...(request.isImport ? { import: true } : {}),
  };
}

function despiteConflicts(facts: QueueFacts): QueueFacts {
  return { ...facts, conflictUuids: new Set() };
}

function holdsOf(
  facts: QueueFacts,
  reasonOf: (request: QueuedRequest) => HeldReason | null,
): Map<string, HeldReason> {
  const held = new Map<string, HeldReason>();
  // Building it reads the whole queue, so it is done only if some request cannot be sent.
  let dependents: Dependents | null = null;
  for (const request of facts.queue) {
    if (held.get(request.id) === 'depends_on_held') continue;
    const reason = holdOf(facts, request) ?? reasonOf(request);
    if (reason === null) continue;
    held.set(request.id, reason);
    // What was never sent holds nothing that was.
    if (reason === 'not_an_item' || reason === 'not_sent') continue;
    dependents ??= new Dependents(facts.queue);
    for (const { id } of dependents.take(request)) held.set(id, 'depends_on_held');
  }
  return held;
}

function holdOf(
  { conflictUuids, failedIds }: QueueFacts,
  request: QueuedRequest,
): HeldReason | null {
  if (request.itemUuid === null) return 'not_an_item';
  if (isBlocked(request.state)) return 'blocked';
  if (request.touches.some((uuid) => conflictUuids.has(uuid))) return 'conflict';
  if (failedIds.has(request.id)) return 'failed';
  return request.delivery?.isApart ? 'apart' : null;
}

function plan({ queue, limits }: QueueFacts, held: Map<string, HeldReason>): BatchPlan {
  const send: QueuedRequest[] = [];
  let bytes = 0;
  let most = limits.requests;
  let isFull = false;
  for (const request of queue) {
    if (held.has(request.id)) continue;
    // Only what may still go is measured: behind a full batch thousands may wait.
    most = Math.min(most, request.delivery?.most ?? most);
    isFull ||= send.length >= most;
    const size: number = isFull ? 0 : utf8Bytes(JSON.stringify(entryOf(request))) + 1;
    isFull ||= send.length > 0 && bytes + size > limits.bytes;
    if (isFull) {
      held.set(request.id, 'no_room');
      continue;
    }
    send.push(request);
    bytes += size;
  }
  return { send, held };
}

/** How many bytes a text takes in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7ff) bytes += unit >= 0xd800 && unit <= 0xdfff ? 1 : 2;
    else if (unit > 0x7f) bytes += 1;
  }
  return bytes;
}
