import type { Person } from '@foray/domain';
import { transitionOf, isSamePerson, userOf, type AccountMemory } from '@foray/sync';
import type { Session } from '../state/client-state.ts';
import type { Observable } from '../../../state/observable.ts';
import { personOf } from '../state/client-state.ts';

/** The name of the signed-in person, kept equal in the session and in the remembered account. */
export class DisplayName {
  readonly #memory: AccountMemory;
  readonly #session: Observable<Session>;
  readonly #checkSession: () => Promise<void>;

  /** `checkSession` asks the server for the signed-in person. */
  constructor(
    memory: AccountMemory,
    session: Observable<Session>,
    checkSession: () => Promise<void>,
  ) {
    this.#memory = memory;
    this.#session = session;
    this.#checkSession = checkSession;
  }

  /** Adopts the person's current name; a response about another account changes nothing. */
  async set(user: Person): Promise<void> {
    const isTheirs = (known: Person | null) => isSamePerson(known, user);
    await this.#memory.change(transitionOf({ kind: 'userChanged', user }));
    const isStill = isTheirs(userOf(await this.#memory.load()));
    if (isStill && isTheirs(personOf(this.#session.get())))
      this.#session.set({ kind: 'user', user });
  }

  /**
   * Applies a newer name from the feed; a page may be older than the known name. A changed number may be
   * another person's, so the server is asked.
   */
  async update(people: readonly Person[]): Promise<void> {
    if (isRenumbered(personOf(this.#session.get()), people)) await this.#checkSession();
    const shown = personOf(this.#session.get());
    const newest = people.findLast((person) => isSamePerson(person, shown));
    if (shown === null || newest === undefined || newest.updated_at <= shown.updated_at) return;
    // The feed may leave out the phone number, which the session knows.
    await this.set({ ...shown, name: newest.name, updated_at: newest.updated_at });
  }
}

function isRenumbered(shown: Person | null, people: readonly Person[]): boolean {
  return people.some(({ id, phone }) => id === shown?.id && phone !== '' && phone !== shown.phone);
}
