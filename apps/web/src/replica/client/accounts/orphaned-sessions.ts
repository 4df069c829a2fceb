import type { UserAnswer } from '@foray/contract';
import { transitionOf, isSamePerson, sendSignOut, userOf, type Reply } from '@foray/sync';
import type { Person } from '@foray/domain';
import type { AccountPorts } from '../state/client-ports.ts';
import { signInFailureOf } from '../state/sign-in-failure.ts';

/**
 * How the signed-in user's session was lost: the server has none, or it belongs to another user and is
 * unused here.
 */
export type LostSession = 'ended' | 'replaced';

/** The server's response about the session of the signed-in user. */
export type CheckedSession =
  | { readonly kind: 'own'; readonly user: Person }
  | { readonly kind: LostSession }
  /** No user is signed in, the server did not respond, or a sign-in in progress decides. */
  | { readonly kind: 'unknown' };

/**
 * Ends those sessions on the server that this browser does not use (decision 0081). A session may exist
 * from the moment a sign-in is sent, so each sign-in is recorded durably before, until its outcome is
 * processed or its session has been ended.
 */
export class OrphanedSessions {
  readonly #ports: AccountPorts;
  #plan = new AbortController();

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /**
   * Sends a sign-in by `login`. The returned user is durably remembered as signed in before this resolves;
   * without a response the sign-in stays recorded, to be checked later.
   */
  async signIn(login: () => Promise<Reply<UserAnswer>>): Promise<Reply<UserAnswer>> {
    this.giveUp();
    const name = this.#ports.ids.uuid();
    const reply = await this.#ports.locks.ifFree(lockOf(name), async () => {
      await this.#ports.memory.change(transitionOf({ kind: 'signInSent', name }));
      const answered = await login();
      await this.#receive(name, answered);
      return answered;
    });
    return reply ?? { kind: 'noAnswer', why: 'network' };
  }

  /**
   * Cancels checks and sign-outs in progress: if they were sent after a sign-in they would end the new
   * session.
   */
  giveUp(): void {
    this.#plan.abort();
  }

  /** Whether a sign-in is in progress in this tab or another: its outcome decides. */
  async isSigningIn(): Promise<boolean> {
    for (const name of (await this.#ports.memory.load()).signIns) {
      const isOver = await this.#ports.locks.ifFree(lockOf(name), async () => true);
      if (isOver === null) return true;
    }
    return false;
  }

  /**
   * Finds the user of this browser's session, and ends unused sessions on the server; without a signed-in
   * user any session is unused. Calls without a response are left for the next time.
   */
  async check(): Promise<CheckedSession> {
    this.giveUp();
    const { signal } = (this.#plan = new AbortController());
    const isSigningIn = await this.isSigningIn();
    const { signIns, ...remembered } = await this.#ports.memory.load();
    if (isSigningIn || signal.aborted) return { kind: 'unknown' };
    const user = userOf({ ...remembered, signIns });
    if (user !== null) {
      const checked = await this.#check(user);
      if (signal.aborted) return { kind: 'unknown' };
      if (checked.kind === 'own') await this.#settle(signIns);
      return checked;
    }
    if (signIns.length > 0) {
      await this.#ports.memory.change(transitionOf({ kind: 'signInsOrphaned', names: signIns }));
    }
    if (!signal.aborted) await sendSignOut(this.#ports.memory, this.#ports.transport, signal);
    return { kind: 'unknown' };
  }

  /** Durably signs that user out of this browser, if they are signed in; their data stays. */
  async expireSession(user: Person, how: LostSession): Promise<void> {
    await this.#ports.memory.change(transitionOf({ kind: 'sessionLost', user, how }));
  }

  async #check(user: Person): Promise<CheckedSession> {
    const reply = await this.#ports.transport.me();
    if (reply.kind === 'refusal' && reply.status === 401) return { kind: 'ended' };
    if (reply.kind !== 'answer') return { kind: 'unknown' };
    const { user: known } = reply.body;
    return isSamePerson(known, user) ? { kind: 'own', user: known } : { kind: 'replaced' };
  }

  /** Remembers the outcome of a sign-in; an unknown outcome changes nothing. */
  async #receive(name: string, reply: Reply<UserAnswer>): Promise<void> {
    if (reply.kind === 'answer') {
      const { user } = reply.body;
      await this.#ports.memory.change(transitionOf({ kind: 'signedIn', user, name }));
    } else if (signInFailureOf(reply).kind === 'refused') await this.#settle([name]);
  }

  async #settle(names: readonly string[]): Promise<void> {
    if (names.length > 0)
      await this.#ports.memory.change(transitionOf({ kind: 'signInsSettled', names }));
  }
}

/** Held during a sign-in; the browser releases it with the tab. */
function lockOf(name: string): string {
  return `foray-sign-in-${name}`;
}
