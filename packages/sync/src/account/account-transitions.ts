import type { Person } from '@foray/domain';
import { isSamePerson, userOf } from './signed-in-user.ts';
import { knownWith } from '../store/remembered-account.ts';
import type {
  KnownAccount,
  PendingSignOut,
  RememberedAccount,
  RequestedDeletion,
} from '../store/remembered-account.ts';

/**
 * The state of an account in this browser. docs/sync.md draws it.
 * - `unknown`: nothing indicates that data of it is here.
 * - `signedIn`: at most one account. `signOut` is an earlier sign-out that did not finish, and is cancelled.
 * - `signingOut`: its data is erased, or kept, before anything else is opened.
 * - `left`: no user is signed in to it, and unsent changes of it may be here.
 */
export type AccountState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signedIn'; readonly user: Person; readonly signOut: PendingSignOut | null }
  | { readonly kind: 'signingOut'; readonly signOut: PendingSignOut }
  | { readonly kind: 'left' };

/** The id of a session of this browser that no tab uses: its user is unknown. */
const unknownUserId = 0;

/** An event that changes the state of an account, or of the sessions that this browser may have. */
export type AccountEvent =
  /** Precedes the request: a session may begin from then on. */
  | { readonly kind: 'signInSent'; readonly name: string }
  /** The server has answered a sign-in, which is recorded by name unless another tab began it. */
  | { readonly kind: 'signedIn'; readonly user: Person; readonly name?: string }
  /** These sign-ins began no session, or the one that is used. */
  | { readonly kind: 'signInsSettled'; readonly names: readonly string[] }
  /** No user is signed in: a session that these sign-ins began has to be ended. */
  | { readonly kind: 'signInsOrphaned'; readonly names: readonly string[] }
  /** The server has no session of the user, or (`replaced`) one of another user, which has to be ended. */
  | { readonly kind: 'sessionLost'; readonly user: Person; readonly how: 'ended' | 'replaced' }
  /** The server has ended the session of that sign-out. */
  | { readonly kind: 'sessionEnded'; readonly signedOutId: number }
  /** The server has a newer name of the user. */
  | { readonly kind: 'userChanged'; readonly user: Person }
  /**
   * The browser has erased the record of the signed-in user, and a session or an open page still shows who it
   * is.
   */
  | { readonly kind: 'userFound'; readonly user: Person }
  | { readonly kind: 'signOutBegun'; readonly signOut: PendingSignOut }
  /** The store of an account is empty: it is erased under the mark of a sign-out. */
  | { readonly kind: 'emptyStoreFound'; readonly signOut: PendingSignOut }
  /** A sign-out has ended: it has erased the data, or kept it, or was cancelled. */
  | { readonly kind: 'signOutOver'; readonly signOut: PendingSignOut; readonly isErased: boolean }
  /** Data is set aside under a key of its own. */
  | { readonly kind: 'dataSetAside'; readonly account: KnownAccount }
  | { readonly kind: 'dataErased'; readonly userIds: readonly number[] }
  /** Precedes the request (decision 0087). */
  | { readonly kind: 'deletionRequested'; readonly deletion: RequestedDeletion }
  /** The account was not deleted, or its local data has been handled. */
  | { readonly kind: 'deletionSettled'; readonly userId: number };

type Transitions = {
  readonly [K in AccountEvent['kind']]: (
    now: RememberedAccount,
    event: Extract<AccountEvent, { kind: K }>,
  ) => RememberedAccount;
};

/** Every possible transition. An event that does not fit the current state changes nothing. */
const transitions: Transitions = {
  signInSent: (now, { name }) => ({
    ...now,
    signIns: [...namesWithout(now.signIns, [name]), name],
  }),
  signedIn: (now, { user, name }) => ({
    ...signedInAs(now, user),
    signIns: name === undefined ? now.signIns : namesWithout(now.signIns, [name]),
    deletions: deletionsOfOthers(now, user.id),
  }),
  signInsSettled: (now, { names }) => ({ ...now, signIns: namesWithout(now.signIns, names) }),
  signInsOrphaned: (now, { names }) =>
    userOf(now) !== null
      ? now
      : {
          ...now,
          user: null,
          signIns: namesWithout(now.signIns, names),
          signedOutId: now.signedOutId ?? unknownUserId,
        },
  sessionLost: (now, { user, how }) =>
    isSamePerson(userOf(now), user)
      ? { ...now, user: null, signedOutId: how === 'replaced' ? unknownUserId : null }
      : now,
  // A user may have signed in or out during the call.
  sessionEnded: (now, { signedOutId }) =>
    now.signedOutId === signedOutId ? { ...now, signedOutId: null } : now,
  userChanged: (now, { user }) => (isSamePerson(userOf(now), user) ? signedInAs(now, user) : now),
  userFound: (now, { user }) => (userOf(now) === null ? signedInAs(now, user) : now),
  signOutBegun: (now, { signOut }) => {
    const { userId } = signOut;
    const leaving = [...now.leaving.filter((one) => one.userId !== userId), signOut];
    // Another tab may have signed in another user, who stays.
    if (now.user !== null && now.user.id !== userId) return { ...now, leaving };
    return { ...now, leaving, user: null, signedOutId: userId };
  },
  emptyStoreFound: (now, { signOut }) => {
    const isUsed =
      now.user?.id === signOut.userId || pendingSignOutOf(now, signOut.userId) !== null;
    return isUsed ? now : { ...now, leaving: [...now.leaving, signOut] };
  },
  signOutOver: (now, { signOut, isErased }) => {
    const left = { ...now, leaving: now.leaving.filter((one) => !isSameSignOut(one, signOut)) };
    return isErased ? withoutAccounts(left, [signOut.userId]) : left;
  },
  dataSetAside: (now, { account }) => ({ ...now, known: knownWith(now.known, account) }),
  dataErased: (now, { userIds }) => withoutAccounts(now, userIds),
  deletionRequested: (now, { deletion }) => ({
    ...now,
    deletions: [...deletionsOfOthers(now, deletion.userId), deletion],
  }),
  deletionSettled: (now, { userId }) => ({ ...now, deletions: deletionsOfOthers(now, userId) }),
};

/** The change that an event makes: `memory.change(after({ kind: 'signedIn', user }))`. */
export function transitionOf<K extends AccountEvent['kind']>(
  event: Extract<AccountEvent, { kind: K }>,
): (now: RememberedAccount) => RememberedAccount {
  const transition = transitions[event.kind as K];
  return (now) => transition(now, event);
}

/** The state of an account; 0 and ids that are new to this browser are `unknown`. */
export function accountStateOf(now: RememberedAccount, userId: number): AccountState {
  const user = userOf(now);
  const signOut = pendingSignOutOf(now, userId);
  if (user?.id === userId) return { kind: 'signedIn', user, signOut };
  if (signOut !== null) return { kind: 'signingOut', signOut };
  return now.known.some((one) => one.userId === userId) ? { kind: 'left' } : { kind: 'unknown' };
}

/** Two sign-outs of an account differ by the number of sign-outs that were decided before. */
export function isSameSignOut(a: PendingSignOut, b: PendingSignOut): boolean {
  return a.userId === b.userId && a.decidedBefore === b.decidedBefore;
}

function signedInAs(now: RememberedAccount, user: Person): RememberedAccount {
  const known = knownWith(now.known, { userId: user.id, phone: user.phone });
  return { ...now, user, signedOutId: null, known };
}

/** Forgets accounts without data here, except the signed-in user's, which will get data again. */
function withoutAccounts(now: RememberedAccount, userIds: readonly number[]): RememberedAccount {
  const stays = ({ userId }: { readonly userId: number }) =>
    now.user?.id === userId || !userIds.includes(userId);
  return { ...now, known: now.known.filter(stays), deletions: now.deletions.filter(stays) };
}

function pendingSignOutOf({ leaving }: RememberedAccount, userId: number): PendingSignOut | null {
  return leaving.find((one) => one.userId === userId) ?? null;
}

function namesWithout(names: readonly string[], gone: readonly string[]): readonly string[] {
  return names.filter((name) => !gone.includes(name));
}

/** The requested deletions of all other accounts. */
function deletionsOfOthers(
  { deletions }: RememberedAccount,
  id: number,
): readonly RequestedDeletion[] {
  return deletions.filter(({ userId }) => userId !== id);
}
