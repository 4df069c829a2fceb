import type { Invitation, InvitationEnd } from '@foray/contract';
import { dayMs, instantOf } from '@foray/domain';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';
import { noteAct } from './operator-log.ts';
import { noteEvent } from './security-events.ts';
import { hashToken } from './session-reads.ts';

/** How long an invitation is valid, unless the operator says otherwise. */
export const invitationDays = 14;
/** How long the browser that has used an invitation can repeat its sign-in. */
const repeatMs = 3_600_000;
/** How many invitations are listed at a time, unless the operator asks for all. */
export const listedMost = 500;

/** A person to invite. */
export interface Invitee {
  /** E.164 */
  readonly phone: string;
  readonly name: string;
}

/** How invitations are made. */
export interface InvitingHow {
  readonly days: number;
  /** Whether the link signs in to the account that the number has already, if it has one. */
  readonly opensExisting: boolean;
  /** The account of the operator; null for the command. */
  readonly madeBy: number | null;
}

/** An invitation that counts. */
export interface OpenInvitation extends Invitee {
  readonly id: number;
  /** The account that it signs in to; null if it opens a new one. */
  readonly opensAccount: number | null;
  /** Whether the same browser repeats the sign-in by which it was used. */
  readonly isRepeated: boolean;
}

export type Invitations = ReturnType<typeof createInvitations>;

const columns = ['id', 'phone', 'name', 'made_at', 'expires_at', 'used_at', 'revoked_at'] as const;

/**
 * Invitations as rows: each has a token of 128 random bits, of which only a hash is stored, counts once, and
 * ends. Making, revoking and using one is in the log of the operator.
 */
export function createInvitations(db: Connection) {
  return {
    /** Makes an invitation for each person, and returns them with their tokens, which nothing returns again. */
    make(
      people: readonly Invitee[],
      { days, opensExisting, madeBy }: InvitingHow,
      nowMs: number,
    ): Promise<readonly (Invitation & { readonly token: string })[]> {
      return inKnownRun(db, async (tx) => {
        const made = [];
        for (const { phone, name } of people) {
          const opensAccount = opensExisting ? await accountOf(tx, phone) : null;
          const token = randomBytes(16).toString('base64url');
          const row = await tx
            .insertInto('invitations')
            .values({
              token_hash: hashToken(token),
              phone,
              name,
              opens_existing: opensAccount !== null,
              opens_account: opensAccount,
              made_by: madeBy,
              made_at: instantOf(nowMs),
              expires_at: instantOf(nowMs + days * dayMs),
              used_at: null,
              used_by: null,
              revoked_at: null,
            })
            .returning(columns)
            .executeTakeFirstOrThrow();
          const opens = opensAccount !== null ? ', opens an existing account' : '';
          await noteAct(tx, {
            at: instantOf(nowMs),
            kind: 'invited',
            userId: madeBy,
            detail: `invitation ${row.id}${opens}`,
          });
          made.push({ ...row, token });
        }
        return made;
      });
    },
    /** All invitations, the newest first. */
    list(): Promise<Invitation[]> {
      return inKnownRun(db, (tx) =>
        tx.selectFrom('invitations').select(columns).orderBy('id', 'desc').execute(),
      );
    },
    /** A page of them: those before an id, and the `before` of the next page, if there is one. */
    async page(before: number | null): Promise<{ data: Invitation[]; next: number | null }> {
      const found = await inKnownRun(db, (tx) => {
        const all = tx.selectFrom('invitations').select(columns).orderBy('id', 'desc');
        return (before === null ? all : all.where('id', '<', before))
          .limit(listedMost + 1)
          .execute();
      });
      const data = found.slice(0, listedMost);
      return { data, next: found.length > listedMost ? (data.at(-1)?.id ?? null) : null };
    },
    /** Revokes an invitation that was not used; false if there is none. */
    revoke(id: number, by: number | null, nowMs: number): Promise<boolean> {
      return inKnownRun(db, async (tx) => {
        const { rows } = await sql`
          update invitations set revoked_at = ${instantOf(nowMs)}
          where id = ${id} and used_at is null and revoked_at is null returning id`.execute(tx);
        if (rows.length === 0) return false;
        const detail = `invitation ${id}`;
        await noteAct(tx, { at: instantOf(nowMs), kind: 'invitation_revoked', userId: by, detail });
        return true;
      });
    },
    /**
     * The invitation of a token, or why it does not count. One that opens an account is as good as revoked when
     * that account no longer has the number. One that was used counts for the sign-in of that name, whose
     * answer may be lost, for an hour.
     */
    find(
      token: string,
      attempt: string | undefined,
      nowMs: number,
    ): Promise<OpenInvitation | InvitationEnd> {
      return inKnownRun(db, async (tx) => {
        const row = await tx
          .selectFrom('invitations')
          .select([...columns, 'opens_account', 'used_by', 'attempt_hash'])
          .where('token_hash', '=', hashToken(token))
          .executeTakeFirst();
        if (row === undefined) return 'unknown';
        const isRepeated = canRepeat(row, attempt, nowMs);
        const end = isRepeated ? null : endOf(row, nowMs);
        if (end !== null) return end;
        const { id, phone, name } = row;
        const opensAccount = isRepeated ? (row.used_by ?? row.opens_account) : row.opens_account;
        const isMoved = opensAccount !== null && (await accountOf(tx, phone)) !== opensAccount;
        return isMoved ? 'revoked' : { id, phone, name, opensAccount, isRepeated };
      });
    },
    /** Uses up an invitation, for a sign-in of this name; false if it does not count any more. */
    useUp(
      { id, isRepeated }: OpenInvitation,
      attempt: string | undefined,
      nowMs: number,
    ): Promise<boolean> {
      const hash = attempt === undefined ? null : hashToken(attempt);
      return inKnownRun(db, async (tx) => {
        if (isRepeated) {
          const still = await sql`
            select from invitations where id = ${id} and attempt_hash = ${hash} for update`.execute(
            tx,
          );
          return still.rows.length > 0;
        }
        const { rows } = await sql`
          update invitations set used_at = ${instantOf(nowMs)}, attempt_hash = ${hash} where id = ${id}
            and used_at is null and revoked_at is null and expires_at > ${instantOf(nowMs)}
          returning id`.execute(tx);
        return rows.length > 0;
      });
    },
    /** Records who has signed in by an invitation, in the logs of the operator and of the account. */
    async signedIn({ id }: OpenInvitation, userId: number, nowMs: number): Promise<void> {
      await inKnownRun(db, async (tx) => {
        await tx.updateTable('invitations').set({ used_by: userId }).where('id', '=', id).execute();
        const detail = `invitation ${id}`;
        await noteAct(tx, { at: instantOf(nowMs), kind: 'invitation_used', userId, detail });
        const event = { kind: 'operator_acted', at: instantOf(nowMs), session_id: null } as const;
        await noteEvent(tx, { user_id: userId, ...event });
      });
    },
  };
}

/**
 * Ends the invitations that could begin a session of an account: those for it that were not used, and the
 * repetition of sign-ins without an answer.
 */
export async function endInvitationsOf(tx: Connection, userId: number, at: string): Promise<void> {
  await forgetAttempts(tx, userId);
  const { rows } = await sql<{ id: number }>`
    update invitations set revoked_at = ${at}
    where opens_account = ${userId} and used_at is null and revoked_at is null
    returning id`.execute(tx);
  for (const { id } of rows) {
    await noteAct(tx, { at, kind: 'invitation_revoked', userId, detail: `invitation ${id}` });
  }
}

/** Ends the repetition of sign-ins by which an account has sessions: they were ended. */
export async function forgetAttempts(tx: Connection, userId: number): Promise<void> {
  await sql`
    update invitations set attempt_hash = null
    where used_by = ${userId} and attempt_hash is not null`.execute(tx);
}

/** Whether a used invitation still counts for the sign-in of this name. */
function canRepeat(
  {
    used_at,
    attempt_hash,
  }: { readonly used_at: string | null; readonly attempt_hash: Buffer | null },
  attempt: string | undefined,
  nowMs: number,
): boolean {
  if (used_at === null || attempt_hash === null || attempt === undefined) return false;
  return attempt_hash.equals(hashToken(attempt)) && Date.parse(used_at) > nowMs - repeatMs;
}

/** The account of a number (E.164); null if it has none. */
export async function accountOf(tx: Connection, phone: string): Promise<number | null> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Why an invitation does not count; null if it does. */
export function endOf(
  { used_at, revoked_at, expires_at }: Invitation,
  nowMs: number,
): InvitationEnd | null {
  if (used_at !== null) return 'used';
  if (revoked_at !== null) return 'revoked';
  return Date.parse(expires_at) > nowMs ? null : 'expired';
}
