import { StoreUnavailable } from '@foray/authority';
import type { AuthMode, SecurityEventKind } from '@foray/contract';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { announceTo } from '../pool/head-channel.ts';
import { inKnownRun } from '../pool/known-run.ts';
import type { StandbyDatabases } from '../pool/standbys.ts';
import type { Connection } from '../tables/schema.ts';
import { endInvitationsOf } from './invitations.ts';
import { holdAccount, noteEvent } from './security-events.ts';
import { createSessionReads, hashToken, lives, sessionLifeMs } from './session-reads.ts';
import type { SessionRef, StoredSession } from './session-reads.ts';
import { hasSuspension } from './suspensions.ts';

/** A new session. The token is returned once and stored nowhere. */
export interface NewSession {
  readonly session: StoredSession;
  readonly token: string;
}

export type SessionStore = ReturnType<typeof createSessions>;

/**
 * Sessions as rows; only a hash of each token is stored (product.md, "Signing in"). A request in a session
 * that has ended meanwhile finds nothing, because the account may have started empty since.
 */
export function createSessions(db: Connection, standbys?: StandbyDatabases) {
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    ...createSessionReads(db, standbys),
    /**
     * Creates a session with a token of 256 random bits, unless the account is suspended. Fails if it has just
     * ended. `kind` is the event in the account's log.
     */
    async create(
      userId: number,
      mode: AuthMode,
      device: string,
      nowMs: number,
      kind: SecurityEventKind = 'signed_in',
    ): Promise<NewSession | 'suspended'> {
      const token = randomBytes(32).toString('base64url');
      const [now, end] = [at(nowMs), at(nowMs + sessionLifeMs)];
      // The lock waits for a deletion of the account that is in progress.
      const row = await inKnownRun(db, async (tx) => {
        const { rows } = await sql<{ readonly id: number }>`
          with living as (
            select id from users where id = ${userId} and phone is not null for key share
          )
          insert into sessions (token_hash, user_id, mode, device, created_at, last_seen_at, expires_at)
          select ${hashToken(token)}, id, ${mode}, ${device}, ${now}, ${now}, ${end} from living
          returning id`.execute(tx);
        const [made] = rows;
        if (made === undefined) return (await hasSuspension(tx, userId)) ? 'suspended' : undefined;
        await noteEvent(tx, { user_id: userId, kind, at: now, session_id: made.id });
        return made;
      });
      if (row === 'suspended') return row;
      if (row === undefined) throw new StoreUnavailable('the account ended at this moment');
      return {
        token,
        session: { id: row.id, userId, signedInAt: now, mode, raised: null, renewed: true },
      };
    },
    /**
     * Ends one of its user's sessions, and its streams at every node; false if the session is not theirs. `kind` is the event in the
     * account's log.
     */
    async end(
      session: SessionRef,
      id: number,
      nowMs: number,
      kind: SecurityEventKind | null = 'signed_out',
    ): Promise<boolean> {
      const { userId: user_id } = session;
      return inKnownRun(db, async (tx) => {
        await holdAccount(tx, user_id);
        const ended = await tx
          .deleteFrom('sessions')
          .where('id', '=', id)
          .where('user_id', '=', user_id)
          .where(lives(session))
          .returning('device')
          .executeTakeFirst();
        if (ended === undefined) return false;
        // The stream of another session may be open at any node.
        if (id !== session.id) await announceTo(tx, user_id);
        if (kind !== null)
          await noteEvent(tx, { user_id, kind, at: at(nowMs), session_id: id, ...ended });
        return true;
      });
    },
    /** Ends all sessions of its user, and their streams at every node. */
    async endAll(session: SessionRef, nowMs: number): Promise<void> {
      const { userId: user_id, id: session_id } = session;
      await inKnownRun(db, async (tx) => {
        await holdAccount(tx, user_id);
        const ended = await tx
          .deleteFrom('sessions')
          .where('user_id', '=', user_id)
          .where(lives(session))
          .returning(['id', 'device'])
          .execute();
        const own = ended.find(({ id }) => id === session_id);
        if (own === undefined) return;
        await endInvitationsOf(tx, user_id, at(nowMs));
        await announceTo(tx, user_id);
        const kind = 'signed_out_everywhere';
        await noteEvent(tx, { user_id, kind, at: at(nowMs), session_id, device: own.device });
      });
    },
  };
}

/**
 * Ends the user's sessions except this one, together with their push subscriptions, and invitations that
 * could begin others. The transaction holds the account.
 */
export async function endOtherSessions(
  tx: Connection,
  { id: session_id, userId: user_id }: SessionRef,
  at: string,
): Promise<void> {
  await endInvitationsOf(tx, user_id, at);
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '<>', session_id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  await announceTo(tx, user_id);
  await noteEvent(tx, { user_id, kind: 'other_sessions_ended', at, session_id });
}
