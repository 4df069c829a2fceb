import { err, ok, type Person, type Result } from '@foray/domain';
import {
  beginSignOut,
  cancelSignOut,
  finishSignOut,
  finishSignOuts,
  keyOf,
  settleUpgrade,
  StoredAccountMemory,
  withoutKnown,
  withUser,
  type Account,
  type AccountKey,
  type LocalStore,
  type LocalStores,
  type RememberedAccount,
  type StoreFailure,
} from '@foray/sync';
import { AccountWatch } from './account-watch.ts';
import { accountsOf, countChanges, countUnsentOf, eraseAccounts } from './accounts-here.ts';
import { bringGuest } from './bring-guest.ts';
import type { ClientPorts } from './client-ports.ts';
import type { ClientNotice, Session } from './client-state.ts';
import { inTurn } from './in-turn.ts';
import { Observable } from './observable.ts';
import { openAccount, type OpenAccount } from './open-account.ts';
import { bringFormer, openOwnStore, type OwnStorePorts } from './own-store.ts';
import { accountOf, guest, isSamePerson, userOf } from './remembered-user.ts';
import { signInFailureOf, type SignIn } from './sign-in-failure.ts';
import { UnusedSessions } from './unused-sessions.ts';
import { isErased, isInMemory, usableStore, type UsableStore } from './usable-store.ts';
import { findWaiting, type WaitingAccount } from './waiting-accounts.ts';

/**
 * Which account's data is open on this page, and the ways from one to another: start, sign-in,
 * sign-out, the end of a session (specification, section 4, Auth; design of sync, section 5). One
 * move at a time; actions wait for it and then act on the account it led to.
 */
export class AccountSwitch {
  readonly session = new Observable<Session>({ kind: 'starting' });
  /** Accounts that nobody is signed in to, with changes that wait here; looked for at every opening. */
  readonly waiting = new Observable<readonly WaitingAccount[]>([]);
  readonly #lookForWaiting = inTurn(async () => {
    const { device } = await this.#current;
    const here = await this.#ports.accountsHere();
    const isKept = !isInMemory(this.watch.sync.get().storage);
    if (isKept && (await bringFormer(this.#own, here, device)) > 0) this.watch.nudge();
    this.waiting.set(await findWaiting(this.#stores(), here, await this.#memory.load()));
  });
  readonly watch: AccountWatch;
  readonly #ports: ClientPorts;
  readonly #memory: StoredAccountMemory;
  readonly #own: OwnStorePorts;
  readonly #unused: UnusedSessions;
  readonly #listeners = new Set<(notice: ClientNotice) => void>();
  #current: Promise<OpenAccount>;

  constructor(ports: ClientPorts) {
    this.#ports = ports;
    this.watch = new AccountWatch(ports, {
      onSignedOut: () => void this.endSession(),
      notify: (notice) => this.notify(notice),
    });
    this.#memory = new StoredAccountMemory(this.#stores(), ports.accountMirror);
    this.#own = { ...ports, stores: this.#stores(), memory: this.#memory };
    this.#unused = new UnusedSessions(this.#memory, ports.transport);
    this.#current = this.#start();
    const follow = inTurn(() => this.#followOtherTab());
    ports.onAccountChangedElsewhere(() => void follow());
  }

  /** The account open now, or the one that a move under way leads to. */
  current(): Promise<OpenAccount> {
    return this.#current;
  }

  /** Hears of what happens without the user's doing until the returned function is called. */
  onNotice(listener: (notice: ClientNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Signs in, brings a guest's items along, and starts to sync; `signal` gives up the call. */
  readonly signIn: SignIn = async (credentials, signal) => {
    this.#unused.giveUp();
    const reply = await this.#ports.transport.login(credentials, signal);
    if (reply.kind !== 'answer') {
      const failure = signInFailureOf(reply);
      void (failure.kind === 'noAnswer' ? this.#endUnclaimed() : this.#unused.tell());
      return err(failure);
    }
    const { user } = reply.body;
    const wasGuest = this.session.get().kind !== 'user';
    // Before anything is opened for them: what they do there is theirs after a kill too.
    await this.#memory.change((now) => withUser(now, user));
    await this.#moveTo({ kind: 'user', user });
    this.notify({ kind: 'signedIn', wasGuest });
    return ok(user);
  };

  /** Takes over how the person is called now; another account's answer changes nothing. */
  async takeName(user: Person): Promise<void> {
    if (!(await this.#isStill(user))) return;
    await this.#memory.change((now) => (now.user?.id === user.id ? withUser(now, user) : now));
    if (await this.#isStill(user)) this.session.set({ kind: 'user', user });
  }

  /** How many changes the server does not have yet. */
  async unsentCount(): Promise<number> {
    const { device } = await this.#current;
    return countChanges(device.store);
  }

  /** How many changes of others, kept here beside the open account, no server has. */
  async unsentOfOthers(): Promise<number> {
    return countUnsentOf(this.#stores(), await this.#othersHere());
  }

  /** Signs out at once, with or without a network; the server hears of it when it can. */
  async signOut(shouldDiscard: boolean): Promise<void> {
    const session = this.session.get();
    if (session.kind !== 'user') return;
    const { device } = await this.#current;
    // Durable before anything else, so that a reload from here on is a guest's.
    const unsent = shouldDiscard ? 'discard' : 'keep';
    const begun = await beginSignOut(this.#memory, device.store, session.user.id, unsent);
    await this.#moveTo(guest, async () => {
      await finishSignOut(this.#memory, this.#stores(), device.store, begun.leaving);
    });
    void this.#unused.tell();
    if (begun.isDurable) return;
    // What was erased may have made the room that was wanting.
    const saved = await this.#memory.change((now) => now);
    if (!saved.ok && saved.error.code !== 'unavailable') this.notify({ kind: 'signOutUnsaved' });
  }

  /**
   * Erases all local data, other accounts' too, but not who is signed in, and reloads the page
   * (decision 0062). False if something could not be erased: then the page goes on with what is left.
   */
  async clearLocalData(): Promise<boolean> {
    const current = await this.#current;
    const others = await this.#othersHere();
    if (!(await eraseAccounts(this.#stores(), others))) return false;
    await this.#memory.change((now) => withoutKnown(now, others));
    await this.watch.leave();
    const erased = await current.device.store.destroy();
    if (!erased.ok) {
      await this.#moveTo(current.device.account);
      return false;
    }
    this.#ports.clearSettings();
    this.#ports.reloadPage();
    return true;
  }

  /** Whose data is kept here beside the store that is open. */
  async #othersHere(): Promise<readonly AccountKey[]> {
    const own = keyOf((await this.#current).device.account);
    const here = accountsOf(await this.#ports.accountsHere(), await this.#memory.load());
    return here.filter((key) => key !== own || isInMemory(this.watch.sync.get().storage));
  }

  async #start(): Promise<OpenAccount> {
    const opened = await this.#open((remembered) => {
      if (remembered.signedOutId !== null) void this.#unused.tell();
      return accountOf(userOf(remembered));
    });
    const { account } = opened.device;
    if (account.kind === 'user') void this.#checkSession(account.user);
    return opened;
  }

  /** Asks the server who is signed in. No answer at all keeps the last user, offline. */
  async #checkSession(user: Person): Promise<void> {
    const reply = await this.#ports.transport.me();
    if (!(await this.#isStill(user))) return;
    if (reply.kind === 'refusal' && reply.status === 401) return this.endSession();
    if (reply.kind !== 'answer') return;
    const { user: known } = reply.body;
    if (isSamePerson(known, user)) return this.takeName(known);
    await this.#memory.change((now) => (now.user?.id === user.id ? withUser(now, known) : now));
    await this.#moveTo({ kind: 'user', user: known });
  }

  /**
   * A sign-in that has no answer, given up or not, may have begun a session all the same, in place of
   * the one in use: nobody here asked for it any more, so it is ended (decision 0091).
   */
  async #endUnclaimed(): Promise<void> {
    const session = this.session.get();
    if (session.kind === 'user') {
      const reply = await this.#ports.transport.me();
      if (!(await this.#isStill(session.user))) return;
      const isOther = reply.kind === 'answer' && reply.body.user.id !== session.user.id;
      if (isOther || (reply.kind === 'refusal' && reply.status === 401)) await this.endSession();
      if (!isOther) return;
    }
    await this.#unused.endUnclaimed();
  }

  /** The server knows no session: this browser becomes a guest's, and what waits is kept and told. */
  async endSession(): Promise<void> {
    const session = this.session.get();
    if (session.kind !== 'user') return;
    const waiting = await this.unsentCount();
    await this.#memory.change((now) =>
      now.user?.id === session.user.id ? { ...now, user: null } : now,
    );
    // Another tab may have signed somebody else in meanwhile.
    const next = userOf(await this.#memory.load());
    await this.#moveTo(accountOf(next));
    if (next === null) this.notify({ kind: 'signedOut', waiting });
  }

  /** Another tab signed in or out, and may tell it more than once: this one goes with it. */
  async #followOtherTab(): Promise<void> {
    await this.#current;
    await this.#memory.takeOver();
    const next = userOf(await this.#memory.load());
    const session = this.session.get();
    const shown = session.kind === 'user' ? session.user : null;
    const { device } = await this.#current;
    if (isSamePerson(shown, next) && !(await isErased(device.store))) return;
    await this.#moveTo(accountOf(next));
  }

  /** Whether they are signed in on this page, and no sign-out has begun: it marks the memory first. */
  async #isStill({ id }: Person): Promise<boolean> {
    const remembered = userOf(await this.#memory.load());
    const session = this.session.get();
    return remembered?.id === id && session.kind === 'user' && session.user.id === id;
  }

  /** Leaves the open account, by `leave` if given, and opens another. */
  #moveTo(account: Account, leave?: () => Promise<void>): Promise<OpenAccount> {
    this.#current = this.#current.then(async (previous) => {
      await this.watch.leave();
      this.notify({ kind: 'accountLeft' });
      await leave?.();
      await previous.close();
      return this.#open(() => account);
    });
    return this.#current;
  }

  /** Opens the account that `choose` names, knowing what is remembered: one opening tells both. */
  async #open(choose: (remembered: RememberedAccount) => Account): Promise<OpenAccount> {
    const stores = this.#stores();
    const opening = await stores.open(0);
    const remembered = await this.#memory.loadFrom(opening);
    const account = choose(remembered);
    const isLeaving = remembered.leaving.length > 0;
    if (isLeaving) await finishSignOuts(this.#memory, stores);
    const guests = await this.#usable(0, opening);
    const key = keyOf(account);
    const own =
      account.kind === 'guest'
        ? guests
        : await this.#usable(key, await openOwnStore(this.#own, account.user));
    const { store, storage } = own;
    if (key === 0) await settleUpgrade(store, stores);
    else if (isLeaving && storage.kind === 'ok') await cancelSignOut(this.#memory, store, key);
    const { watch } = this;
    const opened = openAccount(
      account,
      store,
      this.#ports,
      (change) => watch.onChange(change),
      (userId, hasNew) => watch.desk.isResolving(userId, hasNew),
    );
    const copied = key === 0 ? 0 : await bringGuest(opened, storage, guests, this.#stores());
    await this.watch.enter(opened, storage, copied);
    this.waiting.set(this.waiting.get().filter(({ userId }) => userId !== key));
    this.session.set(account);
    // Nobody waits for it: the account's own items come first.
    void opened.loaded.then(() => this.#lookForWaiting());
    return opened;
  }

  #usable(key: AccountKey, opened: Result<LocalStore, StoreFailure>): Promise<UsableStore> {
    return usableStore(key, opened, this.#ports.openMemoryStores);
  }

  #stores(): LocalStores {
    return this.#ports.openStores({
      onUnreadable: (account, row) => this.watch.hearUnreadable(account, row),
      onBlocked: (isBlocked) => this.watch.showBlocked(isBlocked),
    });
  }

  /** Tells everybody who listens. */
  notify(notice: ClientNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
