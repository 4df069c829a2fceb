import { isFields, isInteger, isOneOf, isShape, isText } from '@foray/domain';
import type { Person } from '@foray/domain';

/** The account last used, and the work left by its sign-outs. */
export interface RememberedAccount {
  /** Null for a guest, and in a browser in which nobody has signed in. */
  readonly user: Person | null;
  /** The id of the user who signed out here; while it is set no session check runs. */
  readonly signedOutId: number | null;
  /** Sign-outs whose data may still be here, to be finished before any store is opened. */
  readonly leaving: readonly PendingSignOut[];
  /** All accounts whose data may be here, because not every browser can list its databases. */
  readonly known: readonly KnownAccount[];
  /**
   * Names of sign-ins whose outcome this browser has not processed: the browser's session may be one that no
   * tab uses.
   */
  readonly signIns: readonly string[];
  /** Accounts whose deletion was requested, until it is known whether the server performed it. */
  readonly deletions: readonly RequestedDeletion[];
}

/** A sign-out in progress: its account, and the user's decision about unsent changes. */
export interface PendingSignOut {
  readonly userId: number;
  readonly unsent: 'keep' | 'discard';
  /**
   * The number of sign-outs that had been decided in the account's store before this one: once it has
   * increased, this one is over. 0 if an earlier version of the app began the sign-out.
   */
  readonly decidedBefore: number;
}

/** A request to delete an account, with the time at which it was sent, in ms of this device's clock. */
export interface RequestedDeletion {
  readonly userId: number;
  readonly askedAtMs: number;
}

/** An account whose data may be on this device. */
export interface KnownAccount {
  readonly userId: number;
  readonly phone: string;
}

/** The account of a browser in which nobody has ever signed in. */
export const nobodyRemembered: RememberedAccount = {
  user: null,
  signedOutId: null,
  leaving: [],
  known: [],
  signIns: [],
  deletions: [],
};

/** Every account once, this one with its latest number. */
export function knownWith(
  known: readonly KnownAccount[],
  account: KnownAccount,
): readonly KnownAccount[] {
  return [...known.filter(({ userId }) => userId !== account.userId), account];
}

/** The account in a value that another version of the app may have written; null if the value has none. */
export function readRemembered(value: unknown): RememberedAccount | null {
  if (!isFields(value)) return null;
  const user = value['user'];
  const signedOutId = value['signedOutId'];
  const remembered: RememberedAccount = {
    user: null,
    signedOutId: isInteger(signedOutId) ? signedOutId : null,
    leaving: listOf(value['leaving'], isSignOut).map(({ decidedBefore, ...leaving }) => ({
      ...leaving,
      decidedBefore: isInteger(decidedBefore) ? decidedBefore : 0,
    })),
    known: listOf(value['known'], isKnown),
    signIns: listOf(value['signIns'], isText),
    deletions: listOf(value['deletions'], isRequestedDeletion),
  };
  if (!isPerson(user)) return remembered;
  const known = knownWith(remembered.known, { userId: user.id, phone: user.phone });
  return { ...remembered, user, known };
}

function listOf<T>(value: unknown, isOne: (one: unknown) => one is T): readonly T[] {
  return Array.isArray(value) ? value.filter(isOne) : [];
}

const isAnything = (): boolean => true;
const isUserId = (value: unknown): boolean => isInteger(value) && value > 0;
const isSignOut = isShape<PendingSignOut>({
  userId: isInteger,
  unsent: isOneOf(['keep', 'discard']),
  decidedBefore: isAnything,
});
const isRequestedDeletion = isShape<RequestedDeletion>({
  userId: isInteger,
  askedAtMs: Number.isFinite,
});
const isKnown = isShape<KnownAccount>({ userId: isUserId, phone: isText });
const isPerson = isShape<Person>({
  id: isUserId,
  name: isText,
  phone: isAnything,
  created_at: isAnything,
  updated_at: isAnything,
  former_phones: (value) => value === undefined || (Array.isArray(value) && value.every(isText)),
  taken_over: isAnything,
});
