import { err, ok, type Person, type Result } from '@foray/domain';
import {
  beginSignOut,
  cancelSignOut,
  finishSignOut,
  finishSignOuts,
  isSamePerson,
  ownerIdOf,
  userOf,
  type StoredAccountMemory,
  endBegunUpgrade,
  type AccountKey,
  type LocalStore,
  type LocalStores,
  type StoreFailure,
} from '@foray/sync';
import type { ShownAccountState } from './account-state.ts';
import { attachSync } from './account-sync.ts';
import { countChanges } from './account-databases.ts';
import { AccountDeletion } from './account-deletion.ts';
import { copyGuestItems } from './copy-guest-items.ts';
import type { AccountPorts, ClientPorts } from '../state/client-ports.ts';
import { ErasedData } from './erased-data.ts';
import { MergedAccounts } from './merged-accounts.ts';
import { serially } from '../state/serial-task.ts';
import { storesOf, type FirstOpening } from './first-opening.ts';
import { openAccount, type OpenAccount } from '../sync/open-account.ts';
import { OtherAccounts } from './other-accounts.ts';
import { DisplayName } from './display-name.ts';
import { eraseAccount, openAccountStore } from './account-store.ts';
import { accountOf, personOf } from '../state/client-state.ts';
import type { ShownAccount } from './shown-account.ts';
import { signInFailureOf, type SignInAction } from '../state/sign-in-failure.ts';
import { OrphanedSessions, type LostSession } from './orphaned-sessions.ts';
import { isErased, isInMemory, usableStore, type UsableStore } from '../state/usable-store.ts';
import { pendingUntilFound } from './pending-accounts.ts';

/**
 * The account that is open on this page, and the transitions between accounts: start, sign-in, sign-out,
 * the end of a session. Each first changes the remembered user durably; then the page opens that user's
 * account. Only one transition runs at a time; actions wait for it and then act on the new account.
 */
export class AccountManager {
  readonly session: ShownAccount['session'];
  readonly pendingAccounts: ShownAccount['pendingAccounts'];
  readonly #lookForPending = serially(async () => {
    const opened = await this.#current;
    const isKept = (await this.#keptKey()) !== null;
    if (isKept && (await this.former.moveItems(opened.device)) > 0) this.watch.requestSync();
    await this.#others.forgetErased();
    const found = await this.former.findPending();
    // Another account reports its own store when it is opened.
    if ((await this.#current) === opened) this.pendingAccounts.set(found);
  });
  readonly #checkStores = () => Promise.all([this.watch.lookForDamage(), this.#lookForPending()]);
  readonly notices: ShownAccount['notices'];
  readonly watch: ShownAccountState;
  readonly ownName: DisplayName;
  readonly deletion: AccountDeletion;
  readonly former: MergedAccounts;
  readonly erased: ErasedData;
  readonly #ports: ClientPorts;
  readonly #shown: ShownAccount;
  readonly #stores: LocalStores;
  readonly #own: AccountPorts & { readonly memory: StoredAccountMemory };
  readonly #others: OtherAccounts;
  readonly #unused: OrphanedSessions;
  #current: Promise<OpenAccount>;
  #ending: Promise<void> = Promise.resolve();

  /** `first`: the account that the start of this page opened, and may already show. */
  constructor(ports: ClientPorts, shown: ShownAccount, first: FirstOpening) {
    this.#ports = ports;
    this.#shown = shown;
    this.session = shown.session;
    this.pendingAccounts = shown.pendingAccounts;
    this.notices = shown.notices;
    this.watch = shown.watch;
    const { memory, opened, guestStore } = first;
    this.#stores = storesOf(ports, this.watch);
    this.#own = { ...ports, stores: this.#stores, memory };
    this.ownName = new DisplayName(memory, this.session, () => this.#checkSession());
    this.#others = new OtherAccounts(this.#own);
    this.former = new MergedAccounts(this.#own, () => this.#lookForPending());
    this.#unused = new OrphanedSessions(this.#own);
    this.deletion = new AccountDeletion(this.#own);
    this.erased = new ErasedData(this.#own, this.watch, () => this.#switchAccount(), this);
    this.#current = opened === null ? this.#open(guestStore) : this.#takeOver(opened, guestStore);
    void this.#current.then(() => this.#checkSession());
    const follow = serially(() => this.#followOtherTab());
    // Another tab may have signed in since.
    void opened?.loaded.then(() => Promise.all([follow(), this.#checkStores()]));
    ports.onAccountChangedElsewhere(() => void follow());
    ports.connectivity.subscribe((isOnline) => void (isOnline && this.#checkUnanswered()));
  }

  /** The account that is open now, or the target of a transition in progress. */
  current(): Promise<OpenAccount> {
    return this.#current;
  }

  /** Signs in, copies a guest's items, and starts to sync; `signal` aborts the call. */
  readonly signIn: SignInAction = async (credentials, signal) => {
    const reply = await this.#unused.signIn(() => this.#ports.transport.login(credentials, signal));
    if (reply.kind !== 'answer') {
      void this.#checkSession();
      return err(signInFailureOf(reply));
    }
    const wasGuest = this.session.get().kind !== 'user';
    if (!(await this.#switchAccount())) await this.ownName.set(reply.body.user);
    this.notices.notify({ kind: 'signedIn', wasGuest });
    // A session that an earlier sign-in may have started has been replaced.
    void this.#checkUnanswered();
    return ok(reply.body.user);
  };

  /** The number of changes that the server does not have yet. */
  async unsentCount(): Promise<number> {
    const { device } = await this.#current;
    return countChanges(device.store);
  }

  /** The number of changes in other accounts on this device that no server has. */
  async unsentOfOthers(): Promise<number> {
    return this.#others.countUnsent(await this.#keptKey());
  }

  /** Signs out at once, with or without a network; the server's session ends when it can be reached. */
  async signOut(shouldDiscard: boolean): Promise<void> {
    const shown = personOf(this.session.get());
    if (shown === null) return;
    // Kept changes are moved even if the account is deleted.
    if (!shouldDiscard) await this.deletion.cancel(shown);
    await this.#signOut(shown, shouldDiscard ? 'discard' : 'keep');
  }

  /** Erases all local data of an account that the server has deleted, also after the 401 of another call. */
  async eraseDeleted(user: Person): Promise<void> {
    if (await this.#signOut(user, 'discard')) return;
    await eraseAccount(this.#own, user.id);
    await this.#lookForPending();
  }

  /**
   * Erases all local data except the signed-in user, including other accounts, and reloads the page
   * (decision 0056). False if some data could not be erased: then the page continues with what is left.
   */
  async clearLocalData(): Promise<boolean> {
    const current = await this.#current;
    if (!(await this.#others.erase(await this.#keptKey()))) return false;
    await this.watch.closeAccount();
    const erased = await current.device.store.destroy();
    if (!erased.ok) {
      await this.#switchAccount(async () => undefined);
      return false;
    }
    this.#ports.clearSettings();
    this.#ports.reloadPage();
    return true;
  }

  /**
   * Ends the session of a user for whom the server has none: the browser becomes a guest's, and unsent
   * changes are kept and reported. `replaced`: the session belongs to a user who did not sign in here, and is
   * ended. If a deletion was requested, the account may be gone: only its unsent changes are kept.
   */
  endSession(how: LostSession): Promise<void> {
    // Every sync cycle and every call reports it: the first report ends the session.
    return (this.#ending = this.#ending.then(() => this.#endSession(how)));
  }

  async #endSession(how: LostSession): Promise<void> {
    const shown = personOf(this.session.get());
    if (shown === null || (how === 'replaced' && (await this.#unused.isSigningIn()))) return;
    const { device } = await this.#current;
    const waiting = await countChanges(device.store);
    if (how === 'ended' && (await this.deletion.isRequested(shown))) {
      if (await this.#signOut(shown, 'keep')) this.notices.notify({ kind: 'accountGone', waiting });
      return;
    }
    await this.#unused.expireSession(shown, how);
    const hasMoved = await this.#switchAccount();
    // Another tab may have signed in another user meanwhile.
    if (hasMoved && this.session.get().kind === 'guest')
      this.notices.notify({ kind: 'signedOut', waiting });
    void this.#checkSession();
  }

  /** Signs the user out if their account is the open one, and returns whether it was. */
  async #signOut(user: Person, unsent: 'keep' | 'discard'): Promise<boolean> {
    const { device } = await this.#current;
    // The page has opened another account since, which is not affected.
    if (!isSamePerson(personOf(device.account), user)) return false;
    // Durable before anything else, so that a reload from now on is a guest's.
    const begun = await beginSignOut(this.#own.memory, device.store, user.id, unsent);
    await this.#switchAccount(async () => {
      await finishSignOut(this.#own.memory, this.#stores, device.store, begun.leaving);
    });
    void this.#checkSession();
    if (begun.isDurable) return true;
    // The erasure may have freed the missing space.
    const saved = await this.#own.memory.change((now) => now);
    if (!saved.ok && saved.error.code !== 'unavailable')
      this.notices.notify({ kind: 'signOutUnsaved' });
    return true;
  }

  /** Finds the user of this browser's session, ends unused sessions, and opens the account accordingly. */
  async #checkSession(): Promise<void> {
    const checked = await this.#unused.check();
    if (checked.kind === 'unknown') return;
    if (checked.kind !== 'own') return this.endSession(checked.kind);
    await this.ownName.set(checked.user);
    await this.deletion.onAccountAlive(checked.user);
  }

  /** Repeats the checks that had no response before. */
  async #checkUnanswered(): Promise<void> {
    const { signIns, signedOutId, deletions } = await this.#own.memory.load();
    if (signIns.length + deletions.length > 0 || signedOutId !== null) await this.#checkSession();
  }

  /** Follows a sign-in or sign-out of another tab; after a repeated report, reads what this tab missed. */
  async #followOtherTab(): Promise<void> {
    await this.#current;
    await this.#own.memory.adoptMirror();
    // A call from this tab could now end the session that begins there.
    if (await this.#unused.isSigningIn()) this.#unused.giveUp();
    if (!(await this.#switchAccount())) await (await this.#current).catchUp();
  }

  /**
   * Opens the remembered user's account, unless it is open. `leave` runs before the other account is
   * closed, and makes it open in any case. Returns whether it opened one.
   */
  #switchAccount(leave?: () => Promise<void>): Promise<boolean> {
    const going = this.#current.then(async (previous) => {
      const { account, store } = previous.device;
      const next = userOf(await this.#own.memory.load());
      const isThere = isSamePerson(personOf(account), next) && !(await isErased(store));
      if (isThere && leave === undefined) return { opened: previous, hasMoved: false };
      await this.watch.closeAccount();
      this.notices.notify({ kind: 'accountLeft' });
      await leave?.();
      await previous.close();
      return { opened: await this.#open(await this.#stores.open(0)), hasMoved: true };
    });
    this.#current = going.then(({ opened }) => opened);
    return going.then(({ hasMoved }) => hasMoved);
  }

  /** Opens the currently remembered user's account: the start may have read another one long ago. */
  async #open(guestStore: FirstOpening['guestStore']): Promise<OpenAccount> {
    const remembered = await this.#own.memory.loadFrom(guestStore);
    const account = accountOf(userOf(remembered));
    const isLeaving = remembered.leaving.length > 0;
    if (isLeaving) await finishSignOuts(this.#own.memory, this.#stores);
    const guests = await this.#usable(0, guestStore);
    const key = ownerIdOf(account);
    const own =
      account.kind === 'guest'
        ? guests
        : await this.#usable(key, await openAccountStore(this.#own, account.user));
    const { store, storage } = own;
    if (key === 0) await endBegunUpgrade(store, this.#stores);
    else if (isLeaving && storage.kind === 'ok') await cancelSignOut(this.#own.memory, store, key);
    const opened = openAccount(account, store, this.#ports, this.watch);
    const syncing = key === 0 ? null : await this.#prepareSync(opened, storage, guests);
    this.pendingAccounts.set(pendingUntilFound(this.pendingAccounts.get(), key));
    await this.#shown.show(opened, storage, syncing);
    // Not awaited: the account's own items come first.
    void opened.loaded.then(() => this.#checkStores());
    return opened;
  }

  /** Starts to sync the account that the start has opened, if it is a user's. */
  async #takeOver(opened: OpenAccount, guestStore: FirstOpening['guestStore']) {
    if (opened.device.account.kind === 'guest') return opened;
    const guests = await this.#usable(0, guestStore);
    await this.watch.startSync(await this.#prepareSync(opened, { kind: 'ok' }, guests));
    return opened;
  }

  /** Attaches the engine to a user's account, and copies a guest's items into it. */
  async #prepareSync(opened: OpenAccount, storage: UsableStore['storage'], guests: UsableStore) {
    const syncing = attachSync(opened, this, this.#ports);
    syncing.copied = await copyGuestItems(opened, storage, guests, this.#stores);
    return syncing;
  }

  #usable(key: AccountKey, opened: Result<LocalStore, StoreFailure>): Promise<UsableStore> {
    return usableStore(key, opened, this.#ports.openMemoryStores);
  }

  /** The key under which the open account is stored; null if it is in memory only. */
  async #keptKey(): Promise<AccountKey | null> {
    const key = ownerIdOf((await this.#current).device.account);
    return isInMemory(this.watch.sync.get().storage) ? null : key;
  }
}
