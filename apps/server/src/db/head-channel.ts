import pg from 'pg';
import type { Database, DatabaseAddress } from './database.ts';

const channel = 'foray_heads';
const coalesceMs = 50;
/** Half of what PostgreSQL takes: a payload has to be shorter than 8,000 bytes. */
const maxPayloadBytes = 4_000;
/** As many as fit if each has the most digits that an id can have, and a comma. */
const maxIdsPerNotice = Math.floor(maxPayloadBytes / (String(Number.MAX_SAFE_INTEGER).length + 1));
const retryMs = 2_000;

/** What the channel needs. */
export interface HeadChannelOptions {
  readonly database: Database;
  /** Past a pooler: listening needs a session of its own. */
  readonly address: DatabaseAddress;
  readonly onMoved: (userIds: readonly number[]) => void;
}

/** The payloads that announce users, of any number and with any ids. */
export function payloadsOf(userIds: readonly number[]): readonly string[] {
  const payloads: string[] = [];
  for (let at = 0; at < userIds.length; at += maxIdsPerNotice) {
    payloads.push(userIds.slice(at, at + maxIdsPerNotice).join(','));
  }
  return payloads;
}

/**
 * Announces to every node the users whose heads have moved forward, by LISTEN and NOTIFY (sync.md, section 2).
 * It is a hint and no more: what is announced while the
 * connection is broken is lost, and devices find it by their timer.
 */
export function openHeadChannel(options: HeadChannelOptions) {
  const waiting = new Set<number>();
  let announcing: NodeJS.Timeout | null = null;
  let retrying: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  let isClosed = false;

  async function flush(): Promise<void> {
    announcing = null;
    const ids = [...waiting];
    waiting.clear();
    for (const payload of payloadsOf(ids)) {
      await options.database.pool.query('select pg_notify($1, $2)', [channel, payload]);
    }
  }

  async function listen(): Promise<void> {
    retrying = null;
    const next = new pg.Client({ ...options.address, application_name: 'foray events' });
    client = next;
    let isLost = false;
    const lose = () => {
      if (isLost || isClosed) return;
      isLost = true;
      void next.end().catch(() => undefined);
      retrying = setTimeout(() => void listen(), retryMs);
      retrying.unref();
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', ({ payload }) => {
      const ids = (payload ?? '').split(',').map(Number);
      options.onMoved(ids.filter(Number.isSafeInteger));
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch {
      lose();
    }
  }

  return {
    /** Resolves when listening has begun, or has failed for the first time. */
    opened: listen(),
    /** Announces users after a commit; announcements of 50 ms are one. Never throws. */
    announce(userIds: readonly number[]): void {
      if (isClosed) return;
      for (const id of userIds) waiting.add(id);
      announcing ??= setTimeout(() => void flush().catch(() => undefined), coalesceMs);
    },
    /** Stops listening and announcing. */
    async close(): Promise<void> {
      isClosed = true;
      if (announcing !== null) clearTimeout(announcing);
      if (retrying !== null) clearTimeout(retrying);
      await client?.end().catch(() => undefined);
    },
  };
}
