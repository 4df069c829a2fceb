import { editableFields } from '@foray/domain';
import type { BatchAnswer } from '@foray/contract';
import type { Conflict, QueuedRequest, Reply } from '@foray/sync';
import { Broken } from './broken.ts';
import type { Diary } from './diary.ts';
import { tracedFields } from './fields.ts';
import type { Profile } from './profile.ts';

/** What a device takes for a verdict: a parent that nobody will make is as good as gone. */
function causesOf(code: string): readonly string[] {
  return code === 'parent_gone' ? [code, 'parent_pending'] : [code];
}

/** What refuses a request, as its device was told: codes, and calls that brought no verdict. */
interface Told {
  readonly codes: Set<string>;
  failures: number;
}

/**
 * Nobody is asked, and nothing waits, without a cause (I20): a conflict has two sides that differ, one of
 * them another's; what is parked was refused, failed three times, or depends on what is parked.
 */
export class CauseWatch {
  readonly #profile: Profile;
  readonly #diary: Diary;
  /** By the name of a request. */
  readonly #told = new Map<string, Told>();
  readonly #judged = new Set<string>();
  /** By item and time of a conflict: the epoch in which it was found. */
  readonly #epochOf = new Map<string, string>();

  constructor(profile: Profile, diary: Diary) {
    this.#profile = profile;
    this.#diary = diary;
  }

  /** Takes note of what came back for requests, by their ids. */
  noteReply(ids: readonly string[], reply: Reply<Pick<BatchAnswer, 'results'>>): void {
    if (reply.kind !== 'answer') {
      const [id] = ids;
      if (id === undefined || ids.length > 1) return;
      if (reply.kind === 'refusal') this.#note(id, reply.error?.code ?? 'none');
      else this.#note(id, 'none');
      return;
    }
    for (const result of reply.body.results) {
      const body = 'body' in result ? result.body : null;
      if (result.status >= 500) this.#note(result.id, 'none');
      else if (body !== null && 'error' in body) this.#note(result.id, body.error.code);
      // A create of what others have deleted is answered without the item.
      else if (result.status <= 201 && body?.permission == null) this.#note(result.id, 'gone');
    }
  }

  /**
   * `namesOf` gives every name that the request at a place in the queue has had; `isRestored` says that
   * a backup has taken the place of the server's data.
   */
  check(namesOf: (seq: number) => Iterable<string>, isRestored: boolean): void {
    const { tables } = this.#profile;
    for (const request of tables.requests.values()) this.#checkParked(request, namesOf);
    for (const { value } of tables.meta('conflict').values())
      this.#checkConflict(value, isRestored);
  }

  #checkParked(request: QueuedRequest, namesOf: (seq: number) => Iterable<string>): void {
    const { state, seq, method, url } = request;
    if (state.kind !== 'parked') return;
    const { why } = state;
    const { number, tables } = this.#profile;
    const told = [...namesOf(seq)].flatMap((name) => this.#told.get(name) ?? []);
    const what = `${method} ${url} on ${number} is parked, ${JSON.stringify(why)}`;
    const isCaused =
      why.kind === 'dependency'
        ? tables.requests.get(why.on)?.state.kind === 'parked'
        : why.kind === 'verdict'
          ? told.some(({ codes }) => causesOf(why.code).some((code) => codes.has(code)))
          : told.reduce((sum, { failures }) => sum + failures, 0) >= 3;
    if (!isCaused) throw new Broken('I20', `${what}, without a cause`);
  }

  #checkConflict(conflict: Conflict, isRestored: boolean): void {
    const { uuid, kind, base, server, rev } = conflict;
    this.#checkEpoch(conflict);
    const key = `${uuid} ${rev} ${kind}`;
    if (this.#judged.has(key)) return;
    this.#judged.add(key);
    const { tables, number } = this.#profile;
    const row = tables.items.get(tables.idOfUuid.get(uuid) ?? -1);
    if (server === null || base === null || row === undefined) return;
    const theirs = editableFields.filter((field) => server[field] !== base[field]);
    const mine = editableFields.filter((field) => row[field] !== server[field]);
    const isOwn = theirs.every((field) => this.#isKnownHere(uuid, field, server[field]));
    const what = `the conflict of ${uuid} on ${number}`;
    if (theirs.length === 0) throw new Broken('I20', `${what}: nobody has changed anything`);
    // What of one's own took effect in which history, nobody can tell afterwards.
    if (isRestored) return;
    if (isOwn) throw new Broken('I20', `${what}: all there is of ${theirs.join()} came from here`);
    if (kind === 'update' && mine.length === 0) {
      throw new Broken('I20', `${what}: both sides are alike`);
    }
  }

  /** A conflict ends with the history that it is about. */
  #checkEpoch({ uuid, foundAt }: Conflict): void {
    const { tables, number } = this.#profile;
    const epoch = tables.meta('epoch').get('server')?.value.epoch;
    if (epoch === undefined) return;
    const key = `${uuid} ${foundAt}`;
    const found = this.#epochOf.get(key) ?? epoch;
    this.#epochOf.set(key, found);
    if (found === epoch) return;
    throw new Broken('I20', `the conflict of ${uuid} on ${number} is of the epoch ${found}`);
  }

  /**
   * Whether a value was written on this device, and by nobody overlooked in an editor that was open; of
   * what is not unlike others nobody can tell.
   */
  #isKnownHere(uuid: string, name: string, value: unknown): boolean {
    const field = tracedFields.find((one) => one === name);
    if (field === undefined || typeof value !== 'string') return false;
    const { number } = this.#profile;
    const writer = this.#diary.writerOf(value);
    if (writer?.browser !== number) return false;
    return !this.#diary.deedsOn(uuid).some(({ browser, order, kind, seen }) => {
      const isLater = browser === number && order > writer.order;
      return isLater && kind === 'text' && seen[field] !== value;
    });
  }

  #note(id: string, code: string): void {
    const told = this.#told.get(id) ?? { codes: new Set<string>(), failures: 0 };
    this.#told.set(id, told);
    if (code === 'none' || code === 'internal') told.failures += 1;
    told.codes.add(code);
  }
}
