import type { NotificationKind } from '@foray/authority';
import type { PushSubscriptionBody } from '@foray/contract';
import { sql } from 'kysely';
import type { QueryResult, RawBuilder } from 'kysely';
import { inKnownRun } from '../db/pool/known-run.ts';
import type { WrittenNotification } from '../db/store/postgres-store.ts';
import type { Connection } from '../db/tables/schema.ts';
import type { Keys } from '../config/keys.ts';
import { unseal } from './sealed.ts';
import { encryptMessage, vapidHeader } from './web-push.ts';
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

const everyMs = 60_000;
const timeoutMs = 10_000;
const lifeSeconds = 86_400;
const maxFailures = 10;

/** Push messages to browsers whose users want them (product.md, "Notifications"). */
export function createPushMessages(ports: PushPorts) {
  const { db, keys, nowMs } = ports;
  // Read each time, because a restored database may have other keys.
  const vapid = (): Promise<VapidKeys> => inKnownRun(db, (tx) => readVapidKeys(tx, keys));
  const run = <Row>(statement: RawBuilder<Row>): Promise<QueryResult<Row>> =>
    inKnownRun(db, (tx) => statement.execute(tx));

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
    /** Notifies the browsers of these people, each at most once a minute. Never rejects. */
    async send(written: readonly WrittenNotification[]): Promise<void> {
      const latest = new Map(written.map((one) => [one.userId, one]));
      // A lost message does no harm: the sync delivers its notification.
      for (const one of latest.values()) await sendTo(one).catch(() => undefined);
    },
  };
}
