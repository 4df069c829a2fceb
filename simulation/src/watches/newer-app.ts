import type { BatchRequest } from '@foray/contract';
import { unskipShape, type LocalItem } from '@foray/sync';
import { Breach } from '../record/broken.ts';
import type { Census } from '../record/census.ts';
import { valuesOf } from '../record/fields.ts';
import type { LedgerPorts } from '../record/ledger.ts';
import type { Profile } from '../story/profile.ts';
import type { Step } from '../story/story.ts';

/** The format that no app of today knows. */
const laterShape = unskipShape + 1;

/** A request that a tab of a newer app has queued in a database, beside tabs of today's app. */
interface NewerRequest {
  readonly id: string;
  readonly content: string;
  /** Identifies the database: the number of times it had been erased. */
  readonly erasures: number;
  /** The item of the request, as it was shown then. */
  readonly uuid: string;
  readonly shown: string;
  /** The requests that were in flight by then. */
  readonly sent: ReadonlySet<string>;
}

/**
 * Tabs of a newer app, which queue requests unknown to today's app (I26): while such a request exists,
 * nothing else is sent, its item keeps its values, and the request stays as it is. Then the newer app sends
 * it, and it leaves the queue.
 */
export class NewerApp {
  readonly #fail: LedgerPorts['fail'];
  readonly #census: Census;
  readonly #queued = new Map<Profile, NewerRequest>();

  constructor({ fail }: Pick<LedgerPorts, 'fail'>, census: Census) {
    this.#fail = fail;
    this.#census = census;
  }

  /** A newer tab queues a request about an item, or sends its queued one. */
  act(profile: Profile, { at }: Step): Promise<void> {
    const { stored, ids, tables, isGuest, browser } = profile;
    return stored.exclusively(async () => {
      if (this.#queued.has(profile)) return this.#send(profile);
      const rows = [...tables.items.values()].filter(({ _deleted }) => !_deleted);
      const row = rows[at % rows.length];
      // The last release does not know formats.
      if (row === undefined || isGuest || browser.isLastRelease) return;
      const { id, uuid } = row;
      const request = {
        shape: laterShape,
        id: ids.uuid(),
        method: 'POST',
        url: `/api/items/${uuid}/later`,
        data: {},
        seq: stored.lastSeq() + 1,
        itemUuid: uuid,
        touches: [uuid],
        needs: [],
        state: { kind: 'queued' },
      } as const;
      const sent = [...stored.requests.values()].filter((one) => one.sent).map((one) => one.id);
      if (!write(profile, uuid, 'pending')) return;
      stored.putRaw('syncQueue', request);
      stored.commit();
      tables.hasNewerRows = true;
      this.#queued.set(profile, {
        id: request.id,
        content: JSON.stringify(request),
        erasures: stored.erasures,
        uuid,
        shown: saidBy(stored.items.get(id)),
        sent: new Set(sent),
      });
      this.#census.note('newer app', 'queues');
    });
  }

  /** Sends everything that newer tabs have queued. */
  async sendAll(): Promise<void> {
    for (const profile of this.#queued.keys()) {
      await profile.stored.exclusively(async () => this.#send(profile));
    }
  }

  /** Checks a batch before it leaves. */
  noteSent(profile: Profile, { requests }: BatchRequest): void {
    const queued = this.#queuedIn(profile);
    const beside = requests.find(({ id }) => queued?.sent.has(id) === false);
    if (beside === undefined) return;
    const what = `${beside.method} ${beside.url} is sent from ${profile.number}`;
    this.#fail(new Breach('I26', `${what}, beside a request that only a newer app knows`));
  }

  /** Throws `Breach` if anything changed a request of a newer app, or if that request changed its item. */
  check(): void {
    for (const profile of this.#queued.keys()) {
      const queued = this.#queuedIn(profile);
      if (queued === undefined) continue;
      const { stored, number } = profile;
      const { id, uuid, content, shown } = queued;
      if (JSON.stringify(stored.requests.get(id)) !== content) {
        throw new Breach('I26', `the request of a newer app on ${number} is lost or changed`);
      }
      const now = saidBy(stored.items.get(stored.idOfUuid.get(uuid) ?? -1));
      if (now !== shown) {
        throw new Breach('I26', `${uuid} on ${number} is changed beside a newer app's request`);
      }
    }
  }

  #queuedIn(profile: Profile): NewerRequest | undefined {
    const queued = this.#queued.get(profile);
    return queued?.erasures === profile.stored.erasures ? queued : undefined;
  }

  #send(profile: Profile): void {
    const { stored, tables } = profile;
    const queued = this.#queuedIn(profile);
    this.#queued.delete(profile);
    tables.hasNewerRows = false;
    if (queued === undefined) return;
    stored.deleteRequest(queued.id);
    const isWaiting = (tables.requestIds.get(queued.uuid)?.size ?? 0) > 0;
    write(profile, queued.uuid, isWaiting ? 'pending' : 'synced');
    stored.commit();
    this.#census.note('newer app', 'sends');
  }
}

/** More writes than happen between two that stamp a row. */
const unstampedMost = 1_000_000;

/** Writes an item's row as a tab does whose message is lost; false if there is no such row. */
function write({ stored }: Profile, uuid: string, state: LocalItem['_syncStatus']): boolean {
  const row = stored.items.get(stored.idOfUuid.get(uuid) ?? -1);
  if (row === undefined) return false;
  const counters = stored.meta('counters').get('device');
  // Unreadable counters follow from the rows.
  const stamps = [...stored.items.values()].map(({ _localVersion }) => _localVersion);
  const localSeq = (counters?.value?.localSeq ?? Math.max(...stamps) + unstampedMost) + 1;
  if (counters?.value != null) {
    const value = { ...counters.value, localSeq };
    stored.meta('counters').set('device', { ...counters, value });
  }
  stored.putItem({ ...row, _syncStatus: state, _localVersion: localSeq });
  return true;
}

/** The values and the base of an item, without those that follow from other items. */
function saidBy(row: LocalItem | undefined): string {
  // A row that the last release wrote lacks fields, which it gets from its base when it is next written.
  const { status: _, ...values } = valuesOf(row === undefined ? row : { ...row.base, ...row });
  return JSON.stringify({ ...values, base: row?.base, isDeleted: row?._deleted });
}
