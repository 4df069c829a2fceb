import { eventOf } from '@foray/authority';
import type { NotificationKind } from '@foray/authority';
import type { AccountExport, PushSubscriptionBody, SecurityEventKind } from '@foray/contract';
import { sql } from 'kysely';
import type { QueryResult, RawBuilder } from 'kysely';
import { inKnownRun } from '../db/pool/known-run.ts';
import type { WrittenNotification } from '../db/store/postgres-store.ts';
import { holdAccount, noteEvent } from '../db/account/security-events.ts';
import { lives } from '../db/account/sessions.ts';
import type { SessionRef } from '../db/account/sessions.ts';
import type { Connection } from '../db/tables/schema.ts';
import { keyedHashes } from '../config/keys.ts';
import type { Keys } from '../config/keys.ts';
import { seal, unseal } from './sealed.ts';
import { badKey, encryptMessage, vapidHeader } from './web-push.ts';
import { readVapidKeys } from './vapid-keys.ts';
import type { VapidKeys } from './vapid-keys.ts';

export type PushMessages = ReturnType<typeof createPushMessages>;

/** The ports of push messages. */
export interface PushPorts {
  readonly db: Connection;
  readonly keys: Keys;
  readonly subject: string;
  readonly nowMs: () => number;
  readonly post: typeof fetch;
  /** Called with the outcome of each message. */
  readonly onOutcome: (outcome: PushOutcome) => void;
}

/** The message was delivered to the service, was for a browser that no longer exists, or neither. */
export const pushOutcomes = ['sent', 'gone', 'failed'] as const;

export type PushOutcome = (typeof pushOutcomes)[number];

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
const everyMs = 60_000;
const timeoutMs = 10_000;
const lifeSeconds = 86_400;
const maxFailures = 10;

/**
 * Push messages to browsers whose users want them (product.md, "Notifications"), with subscriptions sealed in
 * the database.
 */
export function createPushMessages(ports: PushPorts) {
  const { db, keys, nowMs } = ports;
  // Read each time, because a restored database may have other keys.
  const vapid = (): Promise<VapidKeys> => inKnownRun(db, (tx) => readVapidKeys(tx, keys));
  const run = <Row>(statement: RawBuilder<Row>): Promise<QueryResult<Row>> =>
    inKnownRun(db, (tx) => statement.execute(tx));
  /** The stored name of an endpoint; a subscription under the name from a previous key is renamed first. */
  const nameOf = async (endpoint: string): Promise<Buffer> => {
    const [hash, ...former] = endpointHashes(keys, endpoint);
    if (former.length > 0) await run(renamed(hash, former));
    return hash;
  };

  const note = (tx: Connection, { id, userId }: SessionRef, kind: SecurityEventKind) =>
    noteEvent(tx, eventOf({ userId, sessionId: id }, kind, new Date(nowMs()).toISOString()));

  /** Sends a message, and returns the meaning of the service's response for the subscription. */
  async function post(text: string, kind: NotificationKind): Promise<PushOutcome> {
    const { endpoint, keys: theirs } = JSON.parse(text) as PushSubscriptionBody;
    const authorization = vapidHeader({
      ...(await vapid()),
      endpoint,
      subject: ports.subject,
      nowMs: nowMs(),
    });
    const answer = await ports.post(endpoint, {
      method: 'POST',
      headers: {
        authorization,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(lifeSeconds),
      },
      body: new Uint8Array(encryptMessage(JSON.stringify({ kind }), theirs)),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (answer.ok) return 'sent';
    return answer.status === 404 || answer.status === 410 ? 'gone' : 'failed';
  }

  async function sendTo({ userId, kind }: WrittenNotification): Promise<void> {
    const at = (ms: number) => new Date(ms).toISOString();
    // Marked before it is sent, in one statement, so that no two nodes take the same minute.
    const due = await run(sql<{ readonly id: number; readonly sealed: Buffer }>`
      update push set last_sent_at = ${at(nowMs())} where user_id = ${userId}
        and (last_sent_at is null or last_sent_at <= ${at(nowMs() - everyMs)})
      returning id, sealed`);
    for (const { id, sealed } of due.rows) {
      const found = unseal(keys, sealed);
      const outcome =
        found === null ? 'gone' : await post(found.text, kind).catch(() => 'failed' as const);
      ports.onOutcome(outcome);
      if (outcome === 'gone') await run(sql`delete from push where id = ${id}`);
      else if (outcome === 'sent') await run(sql`update push set failures = 0 where id = ${id}`);
      else {
        await run(sql`update push set failures = failures + 1 where id = ${id}`);
        await run(sql`delete from push where id = ${id} and failures >= ${maxFailures}`);
      }
    }
  }

  return {
    /** The key that a browser subscribes with. */
    publicKey: async () => (await vapid()).publicKey,
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
    /** Notifies the browsers of these people, each at most once a minute. Never rejects. */
    async send(written: readonly WrittenNotification[]): Promise<void> {
      const latest = new Map(written.map((one) => [one.userId, one]));
      // A lost message does no harm: the sync delivers its notification.
      for (const one of latest.values()) await sendTo(one).catch(() => undefined);
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
 * Renames the subscription with a former name; if another already has the present name, that one is newer.
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
