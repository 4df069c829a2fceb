import { err, ok, requestTimeoutMs, type Person, type Result } from '@foray/domain';
import {
  beginSignOut,
  cancelSignOut,
  finishSignOuts,
  settleUpgrade,
  signOutHere,
  tellSignOut,
  upgradeGuest,
  type Account,
  type AccountKey,
  type LocalStore,
  type LocalStores,
  type LoginCredentials,
} from '@foray/sync';
import { AccountWatch } from './account-watch.ts';
import { countChanges, countUnsentOf, eraseAccounts } from './accounts-here.ts';
import type { ClientPorts } from './client-ports.ts';
import type { ClientNotice, Session, StorageState } from './client-state.ts';
import { Observable } from './observable.ts';
import { openAccount, type OpenAccount } from './open-account.ts';
import { signInFailureOf, type SignInFailure } from './sign-in-failure.ts';

const guest: Account = { kind: 'guest' };

/**
 * Which account's data is open on this page, and the ways from one to another: start, sign-in,
 * sign-out, the end of a session (specification, section 4, Auth; design of sync, section 5). One
 * move at a time; actions wait for it and then act on the account it led to.
 */
export class AccountSwitch {
  readonly session = new Observable<Session>({ kind: 'starting' });
  readonly watch: AccountWatch;
  readonly #ports: ClientPorts;
  readonly #listeners = new Set<(notice: ClientNotice) => void>();
  #current: Promise<OpenAccount>;

  constructor(ports: ClientPorts) {
    this.#ports = ports;
    this.watch = new AccountWatch(ports, {
      onSignedOut: () => void this.endSession(),
      notify: (notice) => this.notify(notice),
    });
    this.#current = this.#start();
    ports.onAccountChangedElsewhere(() => void this.#followOtherTab());
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

  /** Signs in, brings a guest's items along, and starts to sync. */
  async signIn(credentials: LoginCredentials): Promise<Result<Person, SignInFailure>> {
    const reply = await this.#ports.transport.login(credentials, requestTimeoutMs);
    if (reply.kind !== 'answer') return err(signInFailureOf(reply));
    const { user } = reply.body;
    const wasGuest = this.session.get().kind !== 'user';
    this.#remember(user);
    await this.#moveTo({ kind: 'user', user });
    this.notify({ kind: 'signedIn', wasGuest });
    return ok(user);
  }

  /** Takes over how the person is called now; another account's answer changes nothing. */
  takeName(user: Person): void {
    if (!this.#isStill(user)) return;
    this.#remember(user);
    this.session.set({ kind: 'user', user });
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
    const { accountMemory } = this.#ports;
    // Durable before anything else, so that a reload from here on is a guest's.
    const unsent = shouldDiscard ? 'discard' : 'keep';
    beginSignOut(accountMemory, session.user.id, unsent);
    await this.#moveTo(guest, async () => {
      await signOutHere(accountMemory, this.#stores(), device.store, session.user.id, unsent);
    });
    void tellSignOut(accountMemory, this.#ports.transport);
  }

  /**
   * Erases all local data, other accounts' too, but not who is signed in, and reloads the page
   * (decision 0062). False if something could not be erased: then the page goes on with what is left.
   */
  async clearLocalData(): Promise<boolean> {
    const { accountMemory } = this.#ports;
    const current = await this.#current;
    if (!(await eraseAccounts(this.#stores(), await this.#othersHere()))) return false;
    await this.watch.leave();
    const erased = await current.device.store.destroy();
    if (!erased.ok) {
      await this.#moveTo(current.device.account);
      return false;
    }
    const remembered = accountMemory.load();
    this.#ports.clearSettings();
    accountMemory.save(remembered);
    this.#ports.reloadPage();
    return true;
  }

  /** Whose data is kept here beside the store that is open. */
  async #othersHere(): Promise<readonly AccountKey[]> {
    const { account } = (await this.#current).device;
    const own = account.kind === 'guest' ? 0 : account.user.id;
    const { kind } = this.watch.sync.get().storage;
    const isInMemory = kind === 'memory' || kind === 'newer';
    const here = await this.#ports.accountsHere();
    return here.filter((key) => key !== own || isInMemory);
  }

  async #start(): Promise<OpenAccount> {
    const { accountMemory, transport } = this.#ports;
    const { user, signedOutId } = accountMemory.load();
    if (signedOutId !== null) void tellSignOut(accountMemory, transport);
    const isUser = user !== null && signedOutId === null;
    const opened = await this.#open(isUser ? { kind: 'user', user } : guest);
    if (isUser) void this.#checkSession(user);
    return opened;
  }

  /** Asks the server who is signed in. No answer at all keeps the last user, offline. */
  async #checkSession(user: Person): Promise<void> {
    const reply = await this.#ports.transport.me(requestTimeoutMs);
    if (!this.#isStill(user)) return;
    if (reply.kind === 'refusal' && reply.status === 401) return this.endSession();
    if (reply.kind !== 'answer') return;
    const { user: known } = reply.body;
    this.#remember(known);
    if (known.id !== user.id) await this.#moveTo({ kind: 'user', user: known });
    else this.session.set({ kind: 'user', user: known });
  }

  /** The server knows no session: this browser becomes a guest's, and what waits is kept and told. */
  async endSession(): Promise<void> {
    if (this.session.get().kind !== 'user') return;
    const waiting = await this.unsentCount();
    this.#remember(null);
    await this.#moveTo(guest);
    this.notify({ kind: 'signedOut', waiting });
  }

  /** Another tab signed in or out: this one goes with it. */
  async #followOtherTab(): Promise<void> {
    await this.#current;
    const { user, signedOutId } = this.#ports.accountMemory.load();
    const session = this.session.get();
    const ownId = session.kind === 'user' ? session.user.id : 0;
    const next = user !== null && signedOutId === null ? user : null;
    if (ownId === (next?.id ?? 0) && !(await this.#isErased())) return;
    await this.#moveTo(next === null ? guest : { kind: 'user', user: next });
  }

  /** Whether another tab erased the open store: this tab's handle on it is closed for good. */
  async #isErased(): Promise<boolean> {
    const { device } = await this.#current;
    const read = await device.store.read((tx) => tx.queueSize());
    return !read.ok && read.error.code === 'closed';
  }

  /** Whether they are signed in on this page, and no sign-out has begun: it marks the memory first. */
  #isStill({ id }: Person): boolean {
    const session = this.session.get();
    const { user, signedOutId } = this.#ports.accountMemory.load();
    const isRemembered = user?.id === id && signedOutId === null;
    return isRemembered && session.kind === 'user' && session.user.id === id;
  }

  /** Remembers who is signed in here; what earlier sign-outs left to be done stays. */
  #remember(user: Person | null): void {
    const { accountMemory } = this.#ports;
    accountMemory.save({ ...accountMemory.load(), user, signedOutId: null });
  }

  /** Leaves the open account, by `leave` if given, and opens another. */
  #moveTo(account: Account, leave?: () => Promise<void>): Promise<OpenAccount> {
    this.#current = this.#current.then(async (previous) => {
      await this.watch.leave();
      this.notify({ kind: 'accountLeft' });
      await leave?.();
      await previous.close();
      return this.#open(account);
    });
    return this.#current;
  }

  async #open(account: Account): Promise<OpenAccount> {
    await finishSignOuts(this.#ports.accountMemory, this.#stores());
    const { store, storage } = await this.#openStore(
      account.kind === 'guest' ? 0 : account.user.id,
    );
    if (account.kind === 'guest') await settleUpgrade(store, this.#stores());
    else if (storage.kind === 'ok') {
      await cancelSignOut(this.#ports.accountMemory, store, account.user.id);
    }
    const { watch } = this;
    const opened = openAccount(
      account,
      store,
      this.#ports,
      (change) => watch.onChange(change),
      (userId, hasNew) => watch.desk.isResolving(userId, hasNew),
    );
    const copied = account.kind === 'user' ? await this.#bringGuest(opened, storage) : 0;
    await this.watch.enter(opened, storage, copied);
    this.session.set(
      account.kind === 'guest' ? { kind: 'guest' } : { kind: 'user', user: account.user },
    );
    return opened;
  }

  /**
   * Copies what a guest left in this browser into the account; 0 if there is nothing. What is kept for
   * good stays with the guest as long as the account's store lasts no longer than the page.
   */
  async #bringGuest(opened: OpenAccount, storage: StorageState): Promise<number> {
    const { store, storage: guestStorage } = await this.#openStore(0);
    const wouldLose = storage.kind !== 'ok' && guestStorage.kind === 'ok';
    const upgraded = wouldLose ? null : await upgradeGuest(store, opened.device, this.#stores());
    await store.close();
    return upgraded?.ok ? upgraded.value.itemsCopied : 0;
  }

  async #openStore(
    key: AccountKey,
  ): Promise<{ readonly store: LocalStore; readonly storage: StorageState }> {
    const opened = await this.#stores().open(key);
    if (opened.ok) return { store: opened.value, storage: { kind: 'ok' } };
    const isNewer = opened.error.code === 'newer';
    const memory = await (await this.#ports.openMemoryStores()).open(key);
    if (!memory.ok) throw new Error(`no store at all: ${memory.error.detail}`);
    return { store: memory.value, storage: { kind: isNewer ? 'newer' : 'memory' } };
  }

  #stores(): LocalStores {
    return this.#ports.openStores({
      onUnreadable: () => this.watch.countUnreadable(),
      onBlocked: (isBlocked) => this.watch.showBlocked(isBlocked),
    });
  }

  /** Tells everybody who listens. */
  notify(notice: ClientNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
