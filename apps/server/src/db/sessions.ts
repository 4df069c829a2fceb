import type { AuthMode, SessionInfo } from '@foray/contract';
import { createHash, randomBytes } from 'node:crypto';
import type { Connection } from './store/connection.ts';

/** How long a session lives after it was last seen. */
export const sessionLifeMs = 180 * 24 * 3_600_000;
/** 'Last seen' is kept no finer than this, so that reading writes nothing most of the time. */
const seenStepMs = 3_600_000;

/** A signed-in browser. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  /** How its user proved who they are. */
  readonly mode: AuthMode;
  /** It was marked as seen by this very reading, so that its cookie should live longer too. */
  readonly renewed: boolean;
}

/** A session just made; the token is told once and kept nowhere. */
export interface NewSession {
  readonly session: Session;
  readonly token: string;
}

/** Sessions as rows; only a hash of each token is kept (product decisions, "Signing in"). */
export interface Sessions {
  /** Makes a session with a token of 256 random bits. */
  create(userId: number, mode: AuthMode, device: string, nowMs: number): Promise<NewSession>;
  /** The living session of a token in one of the modes; reading it slides its end, once an hour. */
  find(token: string, modes: readonly AuthMode[], nowMs: number): Promise<Session | null>;
  /** The living sessions of a user, latest used first. */
  list(userId: number, currentId: number, nowMs: number): Promise<SessionInfo[]>;
  /** Ends one of the user's sessions; false if it is none of theirs. */
  end(userId: number, id: number): Promise<boolean>;
  /** Ends all of the user's sessions. */
  endAll(userId: number): Promise<void>;
}

/** Sessions in PostgreSQL. */
export function createSessions(db: Connection): Sessions {
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    async create(userId, mode, device, nowMs) {
      const token = randomBytes(32).toString('base64url');
      const { id } = await db
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          user_id: userId,
          mode,
          device,
          created_at: at(nowMs),
          last_seen_at: at(nowMs),
          expires_at: at(nowMs + sessionLifeMs),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { token, session: { id, userId, mode, renewed: true } };
    },
    async find(token, modes, nowMs) {
      if (!/^[\w-]{43}$/.test(token)) return null;
      const row = await db
        .selectFrom('sessions')
        .select(['id', 'user_id', 'mode', 'last_seen_at'])
        .where('token_hash', '=', hashToken(token))
        .where('mode', 'in', modes)
        .where('expires_at', '>', at(nowMs))
        .executeTakeFirst();
      if (row === undefined) return null;
      const renewed = nowMs - Date.parse(row.last_seen_at) >= seenStepMs;
      if (renewed) {
        await db
          .updateTable('sessions')
          .set({ last_seen_at: at(nowMs), expires_at: at(nowMs + sessionLifeMs) })
          .where('id', '=', row.id)
          .execute();
      }
      return { id: row.id, userId: row.user_id, mode: row.mode, renewed };
    },
    async list(userId, currentId, nowMs) {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'device', 'created_at', 'last_seen_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', at(nowMs))
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => ({
        ...row,
        device: row.device ?? '',
        current: row.id === currentId,
      }));
    },
    async end(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async endAll(userId) {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
  };
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
