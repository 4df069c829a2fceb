import { isBlocked, kindOf, type Conflict, type QueuedRequest, type Reply } from '@foray/sync';
import { editableFields } from '@foray/domain';
import type { BatchAnswer, ErrorBody } from '@foray/contract';
import { Breach } from '../record/broken.ts';
import type { EventLog } from '../record/event-log.ts';
import { tracedFields } from '../record/fields.ts';
import type { Profile } from '../story/profile.ts';

/** The refusals that a device treats as final: a parent that is never created counts as deleted. */
function causesOf(code: string): readonly string[] {
  return code === 'parent_gone' ? [code, 'parent_pending'] : [code];
}

/**
 * The reasons why a request was refused, as its device received them under one of its keys: codes, counted
 * failures, and the number of times it failed by itself.
 */
interface Responses {
  readonly codes: Set<string>;
  failures: number;
  misses: number;
}

/** The state of a request when it was last blocked at a check. */
interface Blocking {
  /** Identifies the blocking. */
  readonly key: string;
  /** Keys that had received a final response: the request is never sent under them again. */
  readonly spent: ReadonlySet<string>;
  readonly failures: number;
  readonly misses: number;
  /** The request had failed for reasons that say nothing about it: the next failure is enough. */
  readonly isMissed: boolean;
}

/**
 * A request that alone was put off while others arrived counts as three failures at once, and is blocked at
 * six.
 */
const missesLeast = 4;

/**
 * No conflict and no blocked request lacks a cause (I20): a conflict has two different sides, one of them by
 * another writer; a blocked request was refused, or failed three times since it was last blocked, or more
 * often by uncounted failures, or depends on a blocked request.
 */
export class CauseWatch {
  readonly #profile: Profile;
  readonly #eventLog: EventLog;
  /** The responses to each request, by its name. */
  readonly #responses = new Map<string, Responses>();
  /** By position in the queue. */
  readonly #blockings = new Map<number, Blocking>();
  readonly #checked = new Set<string>();
  /** By item and time of a conflict: the epoch in which it was found. */
  readonly #epochOf = new Map<string, string>();

  constructor(profile: Profile, eventLog: EventLog) {
    this.#profile = profile;
    this.#eventLog = eventLog;
  }

  /** Records the responses to requests, by their ids. */
  noteReply(ids: readonly string[], reply: Reply<Pick<BatchAnswer, 'results'>>): void {
    if (reply.kind !== 'answer') {
      const [id] = ids;
      if (id === undefined || ids.length > 1) return;
      const code = reply.kind === 'refusal' ? (reply.error?.code ?? null) : null;
      this.#note(id, code, reply.kind !== 'noAnswer' && isFailure(reply.status, code));
      this.#responsesOf(id).misses += 1;
      return;
    }
    for (const { id, status, ...result } of reply.body.results) {
      const body = 'body' in result ? result.body : null;
      const isRefusal = body !== null && 'error' in body;
      // The response to a create of an item that others have deleted does not contain the item.
      const isGone = !isRefusal && body?.permission == null;
      const code = isRefusal ? reasonOf(body.error) : isGone ? 'gone' : null;
      this.#note(id, code, status >= 500 && isFailure(status, code));
    }
  }

  /**
   * `namesOf` gives every name of the request at a position in the queue; `isFormer` tells whether a backup
   * has been restored since an item was made.
   */
  check(namesOf: (seq: number) => Iterable<string>, isFormer: (uuid: string) => boolean): void {
    const { tables } = this.#profile;
    for (const request of tables.requests.values()) {
      this.#checkOffered(request);
      this.#checkBlocked(request, namesOf);
    }
    for (const { value } of tables.meta('conflict').values()) this.#checkConflict(value, isFormer);
  }

  /** Everything was erased: positions in the queue are assigned again. */
  forget(): void {
    this.#blockings.clear();
  }

  /** The copy of an occurrence follows its item: a change of the copy would be refused. */
  #checkOffered(request: QueuedRequest): void {
    const { tables, number } = this.#profile;
    const { itemUuid, isKept = false, id } = request;
    const row = tables.items.get(tables.idOfUuid.get(itemUuid ?? '') ?? -1);
    const kind = kindOf(request);
    if (!isKept || row?.occurrence_of == null || (kind !== 'patch' && kind !== 'assign')) return;
    // The last release changes a copy like any other item.
    const isMeant = this.#eventLog
      .actionsOn(row.uuid)
      .some(({ browser, uuids }) => browser === number && uuids[0] === itemUuid);
    if (isMeant) return;
    throw new Breach('I20', `${id} on ${number} changes ${itemUuid}, which is a copy`);
  }

  #checkBlocked(request: QueuedRequest, namesOf: (seq: number) => Iterable<string>): void {
    const { state, seq, id, method, url } = request;
    if (!isBlocked(state)) return;
    const { why, since } = state;
    const names = [...namesOf(seq)];
    const before = this.#blockings.get(seq);
    // A request that waits for another names it by its latest name.
    const reason = why.kind === 'dependency' ? why.kind : JSON.stringify(why);
    const key = `${reason} ${since}`;
    const isNew = before?.key !== key;
    const failures = sumOf(names.map((name) => this.#responses.get(name)?.failures ?? 0));
    const misses = sumOf(names.map((name) => this.#responses.get(name)?.misses ?? 0));
    const isMissed =
      misses - (before?.misses ?? 0) >= (before?.isMissed === true ? 1 : missesLeast);
    const isCaused =
      why.kind === 'dependency'
        ? this.#dependsOn(request, why.on)
        : !isNew ||
          (why.kind === 'verdict'
            ? names.some((name) => !before?.spent.has(name) && this.#hasResponse(name, why.code))
            : isMissed || failures - (before?.failures ?? 0) >= 3);
    const { number } = this.#profile;
    const what = `${method} ${url} (${id}) on ${number} is blocked, ${JSON.stringify(why)}`;
    if (!isCaused) throw new Breach('I20', `${what}, without a cause`);
    if (!isNew) return;
    const spent = why.kind === 'verdict' ? new Set(names) : (before?.spent ?? new Set());
    this.#blockings.set(seq, { key, spent, failures, misses, isMissed });
  }

  #hasResponse(name: string, code: string): boolean {
    return causesOf(code).some((one) => this.#responses.get(name)?.codes.has(one));
  }

  /**
   * Whether a request has to wait for the request with that id, which was itself refused and blocked: because
   * of their order on one item, or because it creates or restores an item that the waiting one needs.
   */
  #dependsOn(request: QueuedRequest, on: string): boolean {
    const { requests } = this.#profile.tables;
    const head = requests.get(on);
    if (head === undefined || !isBlocked(head.state)) return false;
    const reached = new Set([head]);
    for (const one of reached) {
      for (const next of requests.values()) if (isBehind(next, one)) reached.add(next);
    }
    return reached.has(request);
  }

  #checkConflict(conflict: Conflict, isFormer: (uuid: string) => boolean): void {
    const { uuid, kind, base, server, rev } = conflict;
    this.#checkEpoch(conflict);
    const key = `${uuid} ${rev} ${kind}`;
    if (this.#checked.has(key)) return;
    this.#checked.add(key);
    const { tables, number } = this.#profile;
    const row = tables.items.get(tables.idOfUuid.get(uuid) ?? -1);
    if (server === null || base === null || row === undefined) return;
    const theirs = editableFields.filter((field) => server[field] !== base[field]);
    const mine = editableFields.filter((field) => row[field] !== server[field]);
    const isOwn = theirs.every((field) => this.#isKnownHere(uuid, field, server[field]));
    const what = `the conflict of ${uuid} on ${number}`;
    if (theirs.length === 0) throw new Breach('I20', `${what}: nobody has changed anything`);
    // Afterwards, the history in which a local change took effect is unknown.
    if (isFormer(uuid) || this.#mayHaveTakenEffect(uuid)) return;
    if (isOwn) throw new Breach('I20', `${what}: all there is of ${theirs.join()} came from here`);
    // A status may have rolled up to the value that a person set.
    if (kind === 'update' && mine.length === 0 && row.rolled === null) {
      throw new Breach('I20', `${what}: both sides are alike`);
    }
  }

  /**
   * Whether a request about an item was sent and has no response yet, or is blocked by server errors: it may
   * have taken effect, and then its values cannot be distinguished from another's.
   */
  #mayHaveTakenEffect(uuid: string): boolean {
    const requests = this.#profile.tables.requestsAbout(uuid);
    return requests.some(
      ({ sent, state }) => sent && (state.kind === 'queued' || state.why.kind === 'server_errors'),
    );
  }

  /** A conflict ends together with its history. */
  #checkEpoch({ uuid, foundAt }: Conflict): void {
    const { tables, number } = this.#profile;
    const epoch = tables.meta('epoch').get('server')?.value.epoch;
    if (epoch === undefined) return;
    const key = `${uuid} ${foundAt}`;
    const found = this.#epochOf.get(key) ?? epoch;
    this.#epochOf.set(key, found);
    if (found === epoch) return;
    throw new Breach('I20', `the conflict of ${uuid} on ${number} is of the epoch ${found}`);
  }

  /**
   * Whether a value was written on this device, was not overlooked in an open editor, and was not chosen over
   * another in a conflict elsewhere; values that are not unique cannot be attributed.
   */
  #isKnownHere(uuid: string, name: string, value: unknown): boolean {
    const field = tracedFields.find((one) => one === name);
    if (field === undefined || typeof value !== 'string') return false;
    const { number } = this.#profile;
    const writer = this.#eventLog.writerOf(value);
    if (writer?.browser !== number) return false;
    return !this.#eventLog
      .actionsOn(uuid)
      .some(({ browser, order, kind, uuids, writes, seen, keep, saw, occurrence }) => {
        if (order < writer.order) return false;
        const isPutBack = kind === 'resolve' && keep !== 'server' && saw[field] !== value;
        // An item that returns to an occurrence has the date of that occurrence.
        const returns = occurrence?.act === 'undo' || occurrence?.act === 'unskip';
        if (browser !== number) return isPutBack || returns || writes[field] === value;
        // A delete keeps the shown state only of the item that it names first.
        if (uuids[0] !== uuid) return kind === 'delete';
        return seen[field] !== undefined && seen[field] !== value;
      });
  }

  #note(id: string, code: string | null, isFailure: boolean): void {
    const responses = this.#responsesOf(id);
    if (code !== null) responses.codes.add(code);
    if (isFailure) responses.failures += 1;
  }

  #responsesOf(id: string): Responses {
    const responses = this.#responses.get(id) ?? {
      codes: new Set<string>(),
      failures: 0,
      misses: 0,
    };
    this.#responses.set(id, responses);
    return responses;
  }
}

/**
 * Whether the response to a request that was sent by itself counts as one of its three failures: a server
 * error, or a broken response from something on the way. Outages and delays say nothing about the request.
 */
function isFailure(status: number, code: string | null): boolean {
  if ([408, 425, 429, 502, 503, 504].includes(status)) return false;
  return status >= 500 || code === null;
}

/**
 * Whether one request of a queue has to wait for another: because of their order on one item, or because the
 * other creates or restores an item that it needs.
 */
export function isBehind(
  request: QueuedRequest,
  { seq, touches, itemUuid, method, url }: QueuedRequest,
): boolean {
  if (request.seq > seq && request.touches.some((uuid) => touches.includes(uuid))) return true;
  const creates = method === 'POST' && (url === '/api/items' || url.endsWith('/restore'));
  return creates && itemUuid !== null && request.needs.includes(itemUuid);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The reason of a refusal: its code, or the limit that the refusal names. */
function reasonOf({ code, fields = {} }: ErrorBody['error']): string {
  const [bound] = code === 'limit' ? Object.keys(fields) : [];
  return bound ?? code;
}
