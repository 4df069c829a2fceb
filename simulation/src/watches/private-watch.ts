import type { QueuedRequest } from '@foray/sync';
import { Breach } from '../record/broken.ts';
import type { Census } from '../record/census.ts';
import type { EventLog } from '../record/event-log.ts';
import type { Profile } from '../story/profile.ts';
import type { SimServer } from '../server/server.ts';

/** A change of a private row by a person in a browser; no two have the same value. */
interface PrivateChange {
  readonly profile: Profile;
  readonly key: string;
  /** Null for a removal. */
  readonly text: string | null;
  /** The erasures of the database at that time. */
  readonly erasures: number;
  state: 'begun' | 'stored' | 'refused';
}

/** A change as a request sends it. */
interface SentRow {
  readonly kind: string;
  readonly id: string;
  readonly value: { readonly text: string } | null;
  readonly only_new?: boolean;
}

/**
 * Private rows are their person's alone (I6), a device shows what its person wrote there last until it is sent
 * (I9), and once everything has settled every device of a person has exactly the rows of the server (I7): the
 * last value that one of the devices has written (I1).
 */
export class PrivateWatch {
  readonly #eventLog: EventLog;
  readonly #census: Census;
  readonly #changes: PrivateChange[] = [];
  /** By value of a guest's row: the account that got it. */
  readonly #ownerOf = new Map<string, number>();
  /** Rows whose request somebody gave up, by browser and key. */
  readonly #givenUp = new Set<string>();

  /** The changes that the server has received: by person, key and value. */
  readonly #received = new Set<string>();
  /** The changes in the queue of each browser at the last check, by key. */
  readonly #queued = new Map<Profile, ReadonlyMap<string, string | null>>();
  readonly #erasuresOf = new Map<Profile, number>();

  constructor(eventLog: EventLog, census: Census) {
    this.#eventLog = eventLog;
    this.#census = census;
  }

  /** Records a change that begins; its value names it. */
  begin(profile: Profile, key: string, isRemoved: boolean): PrivateChange {
    const text = isRemoved ? null : `${profile.number} ${this.#changes.length}`;
    const { erasures } = profile.tables;
    const change: PrivateChange = { profile, key, text, erasures, state: 'begun' };
    this.#changes.push(change);
    return change;
  }

  /** Records that a person discards a request in Needs attention. */
  noteDiscarded({ number }: Profile, request: QueuedRequest): void {
    for (const row of rowsIn(request)) this.#givenUp.add(`${number} ${keyOf(row)}`);
  }

  /** Records changes that the server has stored for a person. */
  readonly noteReceived = (
    userId: number,
    rows: readonly (Omit<SentRow, 'value'> & { value: unknown })[],
  ): void => {
    for (const row of rows) {
      const { text = null } = (row.value ?? {}) as { readonly text?: string };
      this.#received.add(`${userId} ${keyOf(row)} ${text}`);
    }
  };

  check(server: SimServer, profiles: readonly Profile[]): void {
    for (const row of server.store.rows('private_rows')) {
      if (row.value !== null) this.#checkReader(row.user_id, JSON.parse(row.value).text);
    }
    for (const profile of profiles) {
      for (const { value: row } of profile.tables.meta('private').values()) {
        for (const value of [row.value, row.base?.value]) {
          if (value != null) this.#checkReader(profile.user.id, String(value['text']));
        }
      }
      checkOwn(profile);
      this.#checkQueue(profile);
    }
  }

  /** A change leaves the queue only if the server has it, or if its person replaced it or gave it up. */
  #checkQueue(profile: Profile): void {
    const { number, user, tables } = profile;
    const now = newestIn(profile);
    const before = this.#erasuresOf.get(profile) === tables.erasures && this.#queued.get(profile);
    const own = this.#changes.filter((one) => one.profile === profile);
    for (const [key, text] of before || []) {
      if (now.has(key) || this.#received.has(`${user.id} ${key} ${text}`)) continue;
      const isReplaced = own.findLast((one) => one.key === key)?.text !== text;
      if (isReplaced || this.#givenUp.has(`${number} ${key}`)) continue;
      throw new Breach('I1', `${text} of ${key} left the queue of ${number}`);
    }
    this.#queued.set(
      profile,
      new Map([...now].map(([key, { value }]) => [key, value?.text ?? null])),
    );
    this.#erasuresOf.set(profile, tables.erasures);
  }

  /** Only their person's accounts have a value, and those of one account a guest's. */
  #checkReader(userId: number, text: string): void {
    const change = this.#changes.find((one) => one.text === text);
    if (change === undefined) throw new Breach('I6', `nobody has written the private row ${text}`);
    const { user, isGuest } = change.profile;
    if (user.id === userId) return;
    const owner = this.#ownerOf.get(text) ?? userId;
    this.#ownerOf.set(text, owner);
    if (!isGuest || owner !== userId) throw new Breach('I6', `${userId} has ${user.id}'s ${text}`);
    this.#census.note('private row', 'of a guest');
  }

  /** Once everything has settled, every device has the server's rows, and nothing confirmed is lost. */
  checkAtRest(server: SimServer, profiles: readonly Profile[]): void {
    const shown = profiles.filter(({ browser }) => !browser.isLastRelease);
    for (const { number, user, tables } of shown) {
      const wanted = new Map(rowsOf(server, user.id));
      for (const [key, { value }] of tables.meta('private')) {
        if (value.state !== undefined) throw new Breach('I7', `${key} on ${number} is unmentioned`);
        if (value.value === null) continue;
        const text = String(value.value['text']);
        if (wanted.get(key) !== text) {
          throw new Breach('I7', `${key} on ${number} is ${text}, not ${wanted.get(key)}`);
        }
        wanted.delete(key);
      }
      const [missing] = wanted.keys();
      if (missing !== undefined) throw new Breach('I7', `${missing} is missing on ${number}`);
    }
    for (const userId of new Set(shown.map(({ user }) => user.id))) this.#checkLast(server, userId);
  }

  /** The value of each row is the last one of some browser, unless a backup has brought an older one back. */
  #checkLast(server: SimServer, userId: number): void {
    if (server.restores > 0 || server.hasEnded(userId)) return;
    const now = new Map(rowsOf(server, userId));
    const changes = this.#changes.filter(({ profile }) => profile.user.id === userId);
    for (const key of new Set(changes.map((one) => one.key))) {
      const ofKey = changes.filter((one) => one.key === key && one.state !== 'refused');
      if (ofKey.length === 0 || ofKey.some((change) => this.#mayBeLost(change))) continue;
      const browsers = new Set(ofKey.map(({ profile }) => profile));
      if (browsers.size > 1) this.#census.note('private row', 'of two devices');
      const text = now.get(key) ?? null;
      const last = [...browsers].map((browser) => ofKey.findLast((one) => one.profile === browser));
      // A guest's row counts only if the account has none.
      const isOfGuest = text !== null && !changes.some((one) => one.text === text);
      if (last.some((change) => change?.text === text)) continue;
      if (isOfGuest && last.some((change) => change?.text === null)) continue;
      throw new Breach('I1', `${key} of ${userId} is ${text}, which no browser wrote last`);
    }
  }

  /** Whether a change may have left its device unsent, or never have been stored. */
  #mayBeLost({ profile, key, state, erasures }: PrivateChange): boolean {
    const { number, tables } = profile;
    return (
      state === 'begun' ||
      erasures !== tables.erasures ||
      this.#givenUp.has(`${number} ${key}`) ||
      this.#eventLog.actions.some((one) => one.kind === 'leave' && one.browser === number)
    );
  }
}

/** A row with an unsent change shows it. */
function checkOwn(profile: Profile): void {
  for (const [key, { value, only_new: isNewOnly }] of newestIn(profile)) {
    const shown = profile.tables.meta('private').get(key)?.value.value ?? null;
    if (isNewOnly || shown?.['text'] === value?.text) continue;
    throw new Breach('I9', `${key} on ${profile.number} does not show what waits`);
  }
}

/** The newest change that waits for each row. */
function newestIn({ tables }: Profile): ReadonlyMap<string, SentRow> {
  const requests = [...tables.requests.values()].toSorted((a, b) => a.seq - b.seq);
  return new Map(requests.flatMap((one) => rowsIn(one).map((row) => [keyOf(row), row] as const)));
}

function rowsIn({ url, data }: QueuedRequest): readonly SentRow[] {
  return url === '/api/private' ? (data?.['rows'] as readonly SentRow[]) : [];
}

function keyOf({ kind, id }: Pick<SentRow, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

/** The living rows of a person at the server, by key. */
function rowsOf({ store }: SimServer, userId: number): readonly (readonly [string, string])[] {
  return [...store.rows('private_rows')].flatMap(({ user_id, kind, name, value }) =>
    user_id === userId && value !== null
      ? [[`${kind}/${name}`, String(JSON.parse(value).text)] as const]
      : [],
  );
}
