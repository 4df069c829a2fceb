import { sql } from 'kysely';
import { forgetAttempts } from '../db/account/invitations.ts';
import { noteAct } from '../db/account/operator-log.ts';
import type { OperatorActKind } from '../db/account/operator-log.ts';
import type { RaisableLimit } from '../db/account/raised-limits.ts';
import { noteEvent } from '../db/account/security-events.ts';
import { announceTo } from '../db/pool/head-channel.ts';
import { inKnownRun } from '../db/pool/known-run.ts';
import type { Connection } from '../db/tables/schema.ts';

/** An act on an account, at a moment. */
export interface ActOn {
  readonly userId: number;
  /** An instant. */
  readonly at: string;
}

/** Ends all sessions of a person, on every device. Returns how many. */
export function signOutPerson(db: Connection, on: ActOn): Promise<number> {
  return act(db, on, 'signed_out', (tx) => endSessions(tx, on.userId));
}

/** Ends all sessions of a person, who gets no other until {@link resumePerson}. False if it was so already. */
export function suspendPerson(db: Connection, on: ActOn): Promise<boolean> {
  return act(db, on, 'suspended', async (tx) => {
    const { rows } = await sql`
      insert into suspensions (user_id, since) values (${on.userId}, ${on.at})
      on conflict do nothing returning user_id`.execute(tx);
    await endSessions(tx, on.userId);
    return rows.length > 0;
  });
}

/** Lets a suspended person sign in again. False if they could. */
export function resumePerson(db: Connection, on: ActOn): Promise<boolean> {
  return act(db, on, 'resumed', async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('suspensions')
      .where('user_id', '=', on.userId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  });
}

/** Raises a limit of an account; null gives it that of everybody again. */
export async function raiseLimit(
  db: Connection,
  on: ActOn & { readonly name: RaisableLimit; readonly most: number | null },
): Promise<void> {
  const { userId: user_id, name, most } = on;
  const detail = `${name} ${most ?? 'default'}`;
  await act(db, { ...on, detail }, 'limit_raised', async (tx) => {
    await tx
      .deleteFrom('raised_limits')
      .where('user_id', '=', user_id)
      .where('name', '=', name)
      .execute();
    if (most !== null)
      await tx.insertInto('raised_limits').values({ user_id, name, most }).execute();
    return true;
  });
}

/**
 * Does something with an account, unless it has no effect (false); then it is in the log of the operator and of
 * the account, and every node tells the open devices to ask.
 */
function act<Effect extends number | boolean>(
  db: Connection,
  { userId, at, detail }: ActOn & { readonly detail?: string },
  kind: OperatorActKind,
  work: (tx: Connection) => Promise<Effect>,
): Promise<Effect> {
  return inKnownRun(db, async (tx) => {
    // A sign-in in progress holds its user: it ends before this, or begins after it.
    await sql`select from users where id = ${userId} for update`.execute(tx);
    const effect = await work(tx);
    if (effect === false) return effect;
    await noteAct(tx, { at, kind, userId, ...(detail !== undefined && { detail }) });
    await noteEvent(tx, { user_id: userId, kind: 'operator_acted', at, session_id: null });
    await announceTo(tx, userId);
    return effect;
  });
}

async function endSessions(tx: Connection, userId: number): Promise<number> {
  await forgetAttempts(tx, userId);
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(ended.numDeletedRows);
}
