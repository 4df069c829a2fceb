import { eventOf } from '@foray/authority';
import type { AccountExport, PushSubscriptionBody, SecurityEventKind } from '@foray/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { keyedHashes } from '../config/keys.ts';
import type { Keys } from '../config/keys.ts';
import { holdAccount, noteEvent } from '../db/account/security-events.ts';
import { lives } from '../db/account/session-reads.ts';
import type { SessionRef } from '../db/account/session-reads.ts';
import { inKnownRun } from '../db/pool/known-run.ts';
import type { Connection } from '../db/tables/schema.ts';
import { seal, unseal } from './sealed.ts';
import { badKey } from './web-push.ts';

/**
 * The push services of browsers. Messages go only to them, because an endpoint is any text that a client
 * sends.
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];
const maxSubscriptions = 20;

export type PushSubscriptions = ReturnType<typeof createPushSubscriptions>;

/** The subscriptions of people's browsers to push messages, sealed in the database. */
export function createPushSubscriptions(ports: {
  readonly db: Connection;
  readonly keys: Keys;
  readonly nowMs: () => number;
}) {
  const { db, keys, nowMs } = ports;
  /** The stored name of an endpoint; a subscription under the name from a previous key is renamed first. */
  const nameOf = async (endpoint: string): Promise<Buffer> => {
    const [hash, ...former] = endpointHashes(keys, endpoint);
    if (former.length > 0) await inKnownRun(db, (tx) => renamed(hash, former).execute(tx));
    return hash;
  };

  const note = (tx: Connection, { id, userId }: SessionRef, kind: SecurityEventKind) =>
    noteEvent(tx, eventOf({ userId, sessionId: id }, kind, new Date(nowMs()).toISOString()));

  return {
    /**
     * Stores a subscription, or returns why not. It ends with its session, which may already have ended.
     */
    async start(session: SessionRef, body: PushSubscriptionBody) {
      const { endpoint, keys: theirs } = body;
      if (!isService(endpoint)) return 'endpoint';
      const bad = badKey(theirs);
      if (bad !== null) return `keys.${bad}` as const;
      const hash = await nameOf(endpoint);
      const sealed = seal(keys, JSON.stringify({ endpoint, keys: theirs }));
      return inKnownRun(db, async (tx) => {
        await holdAccount(tx, session.userId);
        const { rows } = await sql<{ readonly others: number; readonly same: number }>`
          select count(*) filter (where endpoint_hash <> ${hash}) as others,
            count(*) filter (where endpoint_hash = ${hash}) as same
          from push where user_id = ${session.userId}`.execute(tx);
        if ((rows[0]?.others ?? 0) >= maxSubscriptions) return 'limit';
        const started = await sql`
          insert into push (user_id, session_id, endpoint_hash, sealed)
          select user_id, id, ${hash}, ${sealed} from sessions
          where id = ${session.id} and user_id = ${session.userId} for key share
          on conflict (endpoint_hash) do update
          set user_id = excluded.user_id, session_id = excluded.session_id,
            sealed = excluded.sealed, failures = 0
          returning id`.execute(tx);
        if (started.rows.length === 0) return 'signed_out';
        // A browser sends its subscription again now and then.
        if (rows[0]?.same === 0) await note(tx, session, 'push_started');
        return 'started';
      });
    },
    /** Ends one of the user's subscriptions, if it exists. */
    async end(session: SessionRef, endpoint: string) {
      const hash = await nameOf(endpoint);
      return inKnownRun(db, async (tx) => {
        await holdAccount(tx, session.userId);
        const { rows } = await sql<{ readonly lives: boolean; readonly ended: number }>`
          with ended as (
            delete from push where user_id = ${session.userId}
            and endpoint_hash = ${hash} and ${lives(session)} returning id
          )
          select ${lives(session)} as lives, (select count(*) from ended) as ended`.execute(tx);
        if (rows[0]?.lives !== true) return 'signed_out';
        if (rows[0].ended > 0) await note(tx, session, 'push_ended');
        return 'ended';
      });
    },
    /** The user's subscriptions without the data for sending to them, read in this transaction. */
    async list(tx: Connection, userId: number): Promise<AccountExport['push']> {
      const { rows } = await sql<{
        readonly sealed: Buffer;
        readonly created_at: string;
        readonly last_sent_at: string | null;
      }>`
        select sealed, created_at, last_sent_at from push where user_id = ${userId} order by id`.execute(
        tx,
      );
      return rows.map(({ sealed, ...row }) => ({
        service: serviceOf(unseal(keys, sealed)?.text ?? null),
        ...row,
      }));
    },
  };
}

/** The host of a subscription; empty if it was sealed under another key. */
function serviceOf(text: string | null): string {
  return text === null ? '' : new URL((JSON.parse(text) as PushSubscriptionBody).endpoint).hostname;
}

/** The names of an endpoint, one per key. */
function endpointHashes(keys: Keys, endpoint: string): Keys {
  return keyedHashes(keys, `endpoint\n${endpoint}`);
}

/**
 * Renames the subscription with a former name; if another already has the current name, that one is newer.
 */
function renamed(hash: Buffer, former: readonly Buffer[]): RawBuilder<unknown> {
  return sql`
    with newer as (
      delete from push where endpoint_hash = any(${former}::bytea[])
        and exists (select from push where endpoint_hash = ${hash})
    )
    update push set endpoint_hash = ${hash} where endpoint_hash = any(${former}::bytea[])
      and not exists (select from push where endpoint_hash = ${hash})`;
}

/**
 * Renames and reseals subscriptions of another key under the first key, at most `limit` rows after an id.
 * Returns the id to continue after, or null at the end.
 */
export async function rekeyPush(
  tx: Connection,
  keys: Keys,
  after: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ readonly id: number; readonly sealed: Buffer }>`
    select id, sealed from push where id > ${after} order by id limit ${limit}`.execute(tx);
  for (const { id, sealed } of rows) {
    const found = unseal(keys, sealed);
    if (found === null || found.isPresent) continue;
    const { endpoint } = JSON.parse(found.text) as PushSubscriptionBody;
    const [hash, ...former] = endpointHashes(keys, endpoint);
    await renamed(hash, former).execute(tx);
    await sql`
      update push set sealed = ${seal(keys, found.text)}
      where id = ${id} and sealed = ${sealed}`.execute(tx);
  }
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}

function isService(endpoint: string): boolean {
  const { protocol, hostname, port } = new URL(endpoint);
  const isKnown = services.some((name) => hostname === name || hostname.endsWith(`.${name}`));
  return protocol === 'https:' && port === '' && isKnown;
}
