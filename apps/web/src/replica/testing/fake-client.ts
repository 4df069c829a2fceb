import { err, ok, type Person } from '@foray/domain';
import type { Conflict, LocalItem, QueuedRequest } from '@foray/sync';
import type { ChangedQuestion } from '../client/undo/changed-item-dialog.ts';
import type { Client, ClientActions } from '../client/client.ts';
import type { ClientNotice, Session, SyncView, UpgradeView } from '../client/state/client-state.ts';
import { emptyInbox, type Inbox } from '../client/inbox/inbox.ts';
import { Observable } from '../../state/observable.ts';
import { Replica } from '../store/replica.ts';
import type { PendingAccount } from '../client/accounts/pending-accounts.ts';

/** Somebody who is signed in. */
export const ada: Person = {
  id: 1000,
  name: 'Ada Lovelace',
  phone: '+4915112345678',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

const calm: SyncView = {
  online: true,
  syncing: false,
  pending: 0,
  blocked: 0,
  conflicts: 0,
  hasFailed: false,
  failingSince: null,
  erased: null,
  lastSyncAt: null,
  inStepAt: null,
  trouble: null,
  storage: { kind: 'ok' },
};

/** A client for tests of screens: its states are set by the test, its actions are the given ones. */
export interface FakeClient {
  readonly client: Client;
  setSession(session: Session): void;
  setSync(sync: Partial<SyncView>): void;
  setUpgrade(upgrade: UpgradeView): void;
  /** Stores the conflicts and opens the dialog about them. */
  setConflicts(conflicts: readonly Conflict[]): void;
  setChangedQuestion(question: ChangedQuestion | null): void;
  setInbox(inbox: Partial<Inbox>): void;
  setPendingAccounts(accounts: readonly PendingAccount[]): void;
  setBlocked(requests: readonly QueuedRequest[]): void;
  putRows(rows: readonly LocalItem[]): void;
  notify(notice: ClientNotice): void;
}

/**
 * A guest's client, online, with no items; an action that was not given fails the test that calls it.
 * Without a clock, every change counts as having waited for a long time.
 */
export function fakeClient(
  given: Partial<ClientActions> = {},
  nowMs: () => number = () => 0,
): FakeClient {
  const session = new Observable<Session>({ kind: 'guest' });
  const sync = new Observable<SyncView>(calm);
  const upgrade = new Observable<UpgradeView>({ kind: 'none' });
  const conflicts = new Observable<readonly Conflict[]>([]);
  const inbox = new Observable<Inbox>(emptyInbox);
  const blocked = new Observable<readonly QueuedRequest[]>([]);
  const pendingAccounts = new Observable<readonly PendingAccount[]>([]);
  const isResolvingConflicts = new Observable(false);
  const changedQuestion = new Observable<ChangedQuestion | null>(null);
  const listeners = new Set<(notice: ClientNotice) => void>();
  const listen = (listener: (notice: ClientNotice) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const replica = new Replica(nowMs);
  replica.setStage('all');
  // A history requests it wherever it is shown.
  const actions = new Proxy(
    { replacedVersions: async () => [], ...given },
    {
      get(known, name: keyof ClientActions) {
        const action = known[name];
        if (action) return action;
        throw new Error(`the test gave no ${name}`);
      },
    },
  ) as ClientActions;
  return {
    client: {
      firstItems: Promise.resolve(null),
      session,
      sync,
      upgrade,
      replica: new Observable(replica),
      blocked,
      conflicts,
      inbox,
      pendingAccounts,
      isResolvingConflicts,
      changedQuestion,
      actions,
      preload: () => undefined,
      onNotice: listen,
      showNotices: listen,
    },
    setSession: (next) => session.set(next),
    setSync: (next) => sync.set({ ...sync.get(), ...next }),
    setUpgrade: (next) => upgrade.set(next),
    setConflicts(next) {
      conflicts.set(next);
      isResolvingConflicts.set(next.length > 0);
    },
    setChangedQuestion: (question) => changedQuestion.set(question),
    setInbox: (next) => inbox.set({ ...inbox.get(), ...next }),
    setPendingAccounts: (accounts) => pendingAccounts.set(accounts),
    setBlocked: (requests) => blocked.set(requests),
    putRows: (rows) => replica.apply(rows),
    notify(notice) {
      for (const listener of listeners) listener(notice);
    },
  };
}

/** Answers of `signIn` and `requestCode`. */
export const signInAnswers = {
  welcome: async () => ok(ada),
  sent: async () => ok(undefined),
  noAnswer: async () => err({ kind: 'noAnswer' } as const),
  refused:
    (code: string, fields: Readonly<Record<string, string>> = {}) =>
    async () =>
      err({ kind: 'refused', code, fields } as const),
};
