import { tellSignOut, type AccountMemory, type Transport } from '@foray/sync';

/** In place of a user's id: of a session whose user is not known. */
const unknownId = 0;

/** Ends on the server the sessions that nobody uses here any more, by one call at a time. */
export class UnusedSessions {
  readonly #memory: AccountMemory;
  readonly #transport: Transport;
  #call = new AbortController();

  constructor(memory: AccountMemory, transport: Transport) {
    this.#memory = memory;
    this.#transport = transport;
  }

  /** Tells the server what it has not been told yet; what gets no answer is told again at the next start. */
  async tell(): Promise<void> {
    this.#call.abort();
    this.#call = new AbortController();
    await tellSignOut(this.#memory, this.#transport, this.#call.signal);
  }

  /** To be called before a sign-in: a call that is sent after it would end the new session. */
  giveUp(): void {
    this.#call.abort();
  }

  /**
   * To be called after a sign-in without an answer, when nobody is signed in: the server may have begun
   * a session, and the browser may have its cookie. Durable before the server is told.
   */
  async endUnclaimed(): Promise<void> {
    await this.#memory.change((now) =>
      now.user === null && now.signedOutId === null ? { ...now, signedOutId: unknownId } : now,
    );
    await this.tell();
  }
}
