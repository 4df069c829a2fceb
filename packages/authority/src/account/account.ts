import { err, ok } from '@foray/domain';
import type { AccountStart, OwnPerson } from '@foray/contract';
import type { Result } from '@foray/domain';
import { emptyAccount } from './erase-account.ts';
import { putNotice } from '../items/notices.ts';
import { ownPerson, writtenPerson } from './own-person.ts';
import type { Caller } from '../store/request.ts';
import type { FeedRow, UserRow } from '../store/rows.ts';
import { RetryTransaction, StoreUnavailable } from '../store/store-errors.ts';
import type { Store, Tx } from '../store/store.ts';

/** A sign-in. The route has checked the phone, which is E.164, and normalised the name. */
export interface SignInRequest {
  readonly phone: string;
  readonly name: string;
  /** The name is the placeholder of the onboarding; the person did not choose it. */
  readonly placeholder: boolean;
  /** The person entered a code that was sent to the phone (AUTH=code). */
  readonly verified: boolean;
  /** The existing account that the sign-in was proven for. If absent: the phone's account, or a new one. */
  readonly userId?: number | undefined;
  /** The sign-in was proven for a new account only; false if absent. */
  readonly mustBeNew?: boolean | undefined;
  /** Whether the data of a never verified account is kept; 'keep' if absent. */
  readonly start?: AccountStart | undefined;
  /** Events to notify the account's owner of. */
  readonly news?: SignInNews | undefined;
}

/** Events around a sign-in with a code that cause notifications. */
export interface SignInNews {
  /** The account has been signed in to before, but never in this browser. */
  readonly isNewDevice: boolean;
  /** How many wrong codes were tried in other browsers since the last sign-in. */
  readonly wrongCodes: number;
}

/**
 * Whether the first verification of a phone must offer to empty its account: until then, anyone could have
 * filled it.
 */
export async function mustChooseStart(store: Store, phone: string): Promise<boolean> {
  return store.read(async (reads) => {
    const known = await reads.userByPhone(phone);
    if (known === null || known.phone_verified_at !== null) return false;
    const holdings = await reads.holdings(known.id, 1);
    if (holdings.length > 0 || (await reads.contactCount(known.id)) > 0) return true;
    return (await reads.privateRowCount(known.id)) > 0;
  });
}

/**
 * Returns the user of a phone, creating them at the first sign-in. Later sign-ins ignore the name, but a
 * real name replaces a placeholder. The first proof of the number ends all sessions from before, since
 * anyone could have begun them, and its name counts.
 */
export async function signIn(
  store: Store,
  now: string,
  request: SignInRequest,
): Promise<OwnPerson> {
  if (request.verified && request.start === 'empty') {
    const known = await store.read((reads) => reads.userByPhone(request.phone));
    // Only the first verification may empty an account: a verified account belongs to its owner.
    if (known?.phone_verified_at === null) await emptyAccount(store, now, known.id, request.name);
  }
  return store.tx(async (tx) => {
    const person = await signInUser(tx, now, request);
    if (request.news !== undefined) await notifyOwner(tx, now, person.id, request.news);
    return person;
  });
}

/** The id of no session: each of the user's is another one. */
const noSession = 0;

async function signInUser(tx: Tx, now: string, request: SignInRequest): Promise<OwnPerson> {
  const found = await tx.userByPhone(request.phone);
  if (request.userId !== undefined && request.userId !== found?.id) {
    throw new StoreUnavailable('the account ended at this moment');
  }
  if (found === null) return createUser(tx, now, request);
  if (request.mustBeNew) throw new StoreUnavailable('the number got an account at this moment');
  const [known] = await tx.lockUsers([found.id]);
  // The account may have ended before it could be locked.
  if (known?.phone !== request.phone) throw new RetryTransaction();
  const isFirstProof = request.verified && known.phone_verified_at === null;
  const isNameOpen = known.placeholder || isFirstProof;
  const names = isNameOpen && !request.placeholder && known.name !== request.name;
  const user: UserRow = {
    ...known,
    name: names ? request.name : known.name,
    placeholder: known.placeholder && request.placeholder,
    phone_verified_at: request.verified ? now : known.phone_verified_at,
    updated_at: names ? now : known.updated_at,
  };
  await tx.updateUser(user);
  if (isFirstProof) await tx.endOtherSessions({ id: noSession, userId: user.id }, now);
  if (names) await addUserToFeeds(tx, user.id);
  return writtenPerson(tx, user.id);
}

/** Notifies the account's own devices. */
async function notifyOwner(
  tx: Tx,
  now: string,
  user_id: number,
  { isNewDevice, wrongCodes }: SignInNews,
): Promise<void> {
  const notifications = [
    ...(isNewDevice ? [{ kind: 'new_device', count: 1 } as const] : []),
    ...(wrongCodes > 0 ? [{ kind: 'wrong_codes', count: wrongCodes } as const] : []),
  ];
  if (notifications.length === 0) return;
  const heads = await tx.advanceHeads([{ user_id, by: notifications.length }]);
  const first = (heads.get(user_id) ?? 0) - notifications.length + 1;
  const about = { user_id, campaign_id: null, item_id: null };
  const feed: FeedRow[] = [];
  for (const [index, { kind, count }] of notifications.entries()) {
    const ref_id = await putNotice(tx, user_id, now, { ...about, kind }, { count });
    feed.push({ user_id, kind: 'notification', ref_id, seq: first + index, removed: false });
  }
  await tx.putFeed(feed);
}

/** The caller's own user; null if the account has ended. */
export async function getMe(store: Store, caller: Caller): Promise<OwnPerson | null> {
  return store.read((reads) => ownPerson(reads, caller.userId));
}

/** Renames the caller, and adds the new name to the feed of everyone who sees an item of theirs. */
export async function renameUser(
  store: Store,
  now: string,
  caller: Caller,
  name: string,
): Promise<Result<OwnPerson, 'not_found'>> {
  return store.tx(async (tx) => {
    const [known] = await tx.lockUsers([caller.userId]);
    if (known === undefined) return err('not_found');
    if (known.name === name && !known.placeholder) return ok(await writtenPerson(tx, known.id));
    const renamed: UserRow = { ...known, name, placeholder: false, updated_at: now };
    await tx.updateUser(renamed);
    await addUserToFeeds(tx, known.id);
    return ok(await writtenPerson(tx, known.id));
  });
}

async function createUser(tx: Tx, now: string, request: SignInRequest): Promise<OwnPerson> {
  const row = {
    phone: request.phone,
    name: request.name,
    placeholder: request.placeholder,
    phone_verified_at: request.verified ? now : null,
    created_at: now,
    updated_at: now,
  };
  const id = await tx.insertUser(row);
  if (id === null) throw new RetryTransaction();
  return writtenPerson(tx, id);
}

async function addUserToFeeds(tx: Tx, userId: number): Promise<void> {
  const readers = [userId, ...(await tx.observersOf(userId))];
  const heads = await tx.advanceHeads(readers.map((user_id) => ({ user_id, by: 1 })));
  await tx.putFeed(
    [...heads].map(([user_id, seq]): FeedRow => ({
      user_id,
      kind: 'user',
      ref_id: userId,
      seq,
      removed: false,
    })),
  );
}
