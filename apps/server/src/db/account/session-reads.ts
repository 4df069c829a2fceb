import type { Caller } from '@foray/authority';
import type { AuthMode, Heartbeat, SessionInfo } from '@foray/contract';
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { createHash } from 'node:crypto';
import { inKnownRun, persistently } from '../pool/known-run.ts';
import { raisedFor } from './raised-limits.ts';
import type { RaisedFor } from './raised-limits.ts';
import type { StandbyDatabases } from '../pool/standbys.ts';
import { positionColumns, positionTables } from '../tables/heads.ts';
import type { Connection, DatabaseTables } from '../tables/schema.ts';
import { RunUnknown, isPresent } from '../tables/witness.ts';

/** How long a session is valid after its last use. */
export const sessionLifeMs = 180 * 24 * 3_600_000;
/** How long it is valid after the sign-in at most, however often it is used. */
export const sessionMostMs = 365 * 24 * 3_600_000;
/** Counted from the migration that records the upgrade. */
const formerCookieLifeMs = 30 * 24 * 3_600_000;
/** The precision of 'last seen', so that reads rarely write. */
const seenStepMs = 3_600_000;

/** The session of a request. */
export interface SessionRef {
  readonly id: number;
  readonly userId: number;
}

/** The session cookie of a browser. */
export interface SessionToken {
  readonly token: string;
  /**
   * Its cookie has the name that an older version used under https. Another host of the domain can set a
   * cookie of that name, so it is accepted for only 30 days after the upgrade.
   */
  readonly isFormerName: boolean;
}

/** A signed-in browser, with the generation that its user's account had when the session was found. */
export interface StoredSession extends SessionRef, Pick<Caller, 'accountGeneration'> {
  /** The time of the sign-in, UTC ISO 8601. */
  readonly signedInAt: string;
  /** How its user proved their identity. */
  readonly mode: AuthMode;
  /** The limits that the operator has raised for its account. */
  readonly raised: RaisedFor;
  /** Whether this read marked the session as seen, so that its cookie should be renewed too. */
  readonly renewed: boolean;
}

/** Reads of valid sessions. */
export function createSessionReads(db: Connection, standbys?: StandbyDatabases) {
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    /**
     * The valid session of a token in one of the modes. Reading it extends it, once an hour. For a read that
     * may lag a standby is asked first: a session that has ended is not there any more (decision 0191), and a
     * session that is not there yet is looked for at the primary.
     */
    async find(
      { token, isFormerName }: SessionToken,
      modes: readonly AuthMode[],
      nowMs: number,
      mayLag = false,
    ): Promise<StoredSession | null> {
      if (!/^[\w-]{43}$/.test(token)) return null;
      const hash = hashToken(token);
      const isCounted = isFormerName ? formerNameCounts(nowMs) : sql<boolean>`true`;
      const readIn = (from: Connection, isThere = isPresent) =>
        readSession(from, { hash, modes, nowMs, isCounted, isThere });
      const known = mayLag ? (await standbys?.read(readIn))?.value : undefined;
      const isKnown = known !== undefined && known.id !== null;
      const counts = isKnown && standbys?.isUncertain(known.user_id) === false;
      const row = counts ? known : await persistently(db, () => readIn(db));
      if (row.id === null) return null;
      const renewed = nowMs - Date.parse(row.last_seen_at) >= seenStepMs;
      if (renewed) {
        await inKnownRun(db, (tx) =>
          tx
            .updateTable('sessions')
            .set({ last_seen_at: at(nowMs), expires_at: at(nowMs + sessionLifeMs) })
            .where('token_hash', '=', hash)
            .execute(),
        );
      }
      const { id, user_id: userId, created_at: signedInAt, mode, raised } = row;
      const accountGeneration = row.life;
      return { id, userId, signedInAt, accountGeneration, mode, raised, renewed };
    },
    /**
     * The feed position of each session's user, by session, in one statement. Sessions that are not valid
     * in one of the modes are missing. This does not count as use of a session.
     */
    async heartbeats(
      ids: readonly number[],
      modes: readonly AuthMode[],
      nowMs: number,
    ): Promise<ReadonlyMap<number, Heartbeat>> {
      const rows = await persistently(db, () => readHeartbeats(db, ids, modes, nowMs));
      return new Map(rows.map(({ id, ...heartbeat }) => [id, heartbeat]));
    },
    /** The valid sessions of its user, latest used first. */
    list: (session: SessionRef, nowMs: number): Promise<SessionInfo[]> =>
      inKnownRun(db, (tx) => livingSessions(tx, session, nowMs)),
  };
}

/** The valid sessions of the user of a valid session, latest used first. */
export async function livingSessions(
  db: Connection,
  session: SessionRef,
  nowMs: number,
): Promise<SessionInfo[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', session.userId)
    .where(isInTime('sessions', nowMs))
    .where(lives(session))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    device: row.device ?? '',
    current: row.id === session.id,
  }));
}

/** Whether a session exists, as a condition in a statement that acts on its behalf. */
export function lives(session: SessionRef): RawBuilder<boolean> {
  return sql`exists (
    select 1 from sessions asking where asking.id = ${session.id} and asking.user_id = ${session.userId}
  )`;
}

/** Whether a session has not expired; `table` is its name in the statement. */
function isInTime(table: 'sessions' | 's', nowMs: number): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const [now, oldest] = [nowMs, nowMs - sessionMostMs].map((ms) => new Date(ms).toISOString());
  return sql`(${column('expires_at')} > ${now} and ${column('created_at')} > ${oldest})`;
}

/**
 * Whether the session's cookie is accepted under its former name: not if there were no sessions before the
 * upgrade.
 */
function formerNameCounts(nowMs: number): RawBuilder<boolean> {
  const oldest = new Date(nowMs - formerCookieLifeMs).toISOString();
  return sql`exists (select from meta where key = 'cookies_renamed_at' and value > ${oldest})`;
}

type FoundSession =
  | (Pick<
      Selectable<DatabaseTables['sessions']>,
      'id' | 'user_id' | 'mode' | 'created_at' | 'last_seen_at'
    > &
      Pick<Selectable<DatabaseTables['heads']>, 'life'> & { readonly raised: RaisedFor })
  | { readonly id: null };

interface SessionQuery {
  readonly hash: Buffer;
  readonly modes: readonly AuthMode[];
  readonly nowMs: number;
  readonly isCounted: RawBuilder<boolean>;
  /** A condition on the row `w` of `witness`. */
  readonly isThere: RawBuilder<boolean>;
}

/** A single statement: a response without a session also shows that the run is known. */
async function readSession(
  db: Connection,
  { hash, modes, nowMs, isCounted, isThere }: SessionQuery,
): Promise<FoundSession> {
  const { rows } = await sql<FoundSession>`
    select s.id, s.user_id, s.mode, s.created_at, s.last_seen_at, coalesce(h.life, 0) as life,
      ${raisedFor(sql`s.user_id`)} as raised
    from witness w
    left join sessions s
      on s.token_hash = ${hash} and s.mode = any(${modes}::text[]) and ${isInTime('s', nowMs)}
      and ${isCounted}
    left join heads h on h.user_id = s.user_id
    where ${isThere}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new RunUnknown();
  return row;
}

/** A single statement: a response without sessions also shows that the run is known. */
async function readHeartbeats(
  db: Connection,
  ids: readonly number[],
  modes: readonly AuthMode[],
  nowMs: number,
): Promise<readonly (Heartbeat & { readonly id: number })[]> {
  const { rows } = await sql<Heartbeat & { readonly id: number | null }>`
    select s.id, ${positionColumns}
    from witness w
    left join sessions s
      on s.id = any(${ids}::bigint[]) and s.mode = any(${modes}::text[]) and ${isInTime('s', nowMs)}
    ${positionTables(sql`s.user_id`)}
    where ${isPresent}`.execute(db);
  if (rows.length === 0) throw new RunUnknown();
  return rows.flatMap(({ id, ...heartbeat }) => (id === null ? [] : { id, ...heartbeat }));
}

/** The stored form of a session's token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
