import { sql } from 'kysely';
import { inKnownRun } from '../../db/pool/known-run.ts';
import type { Connection } from '../../db/tables/schema.ts';
import { keyedHashes } from '../../config/keys.ts';
import type { Keys } from '../../config/keys.ts';
import type { RefusalBound } from './refusal-bounds.ts';

/** A limit: at most `most` events of one subject in a window of time. */
export interface Bound<Name extends string = RefusalBound> {
  readonly name: Name;
  readonly most: number;
  readonly windowMs: number;
}

/** A limit, and the subject whose events it counts. */
export type SubjectBound<Name extends string = RefusalBound> = readonly [Bound<Name>, string];

/** An event that was counted: its row, and the count with it. */
interface Taken {
  readonly bucket: string;
  readonly windowStart: string;
  readonly count: number;
}

export type EventCounter = ReturnType<typeof createEventCounter>;

/**
 * Counts events in the database under keyed names, so that limits apply across nodes and no table names a
 * person.
 */
export function createEventCounter(ports: {
  readonly db: Connection;
  readonly keys: Keys;
  readonly nowMs: () => number;
}) {
  const { db, keys, nowMs } = ports;
  /** The name under which a subject is counted, and its former names. */
  const bucketsOf = (kind: string, subject: string): readonly [string, ...string[]] => {
    const [first, ...more] = keyedHashes(keys, `${kind}\n${subject}`);
    return [first.toString('base64url'), ...more.map((hash) => hash.toString('base64url'))];
  };
  async function take(bound: Bound<string>, subject: string, most: number): Promise<Taken | null> {
    const [bucket, ...former] = bucketsOf(bound.name, subject);
    const now = nowMs();
    const windowStart = new Date(now - (now % bound.windowMs)).toISOString();
    const counted = sql<{ readonly count: number }>`
      insert into rate_limits (bucket, window_start, count)
      select ${bucket}, ${windowStart}::timestamptz, coalesce(max(count), 0) + 1 from rate_limits
      where bucket = any(${former}::text[]) and window_start = ${windowStart}::timestamptz
      having coalesce(max(count), 0) < ${most}
      on conflict (bucket, window_start) do update set count = rate_limits.count + 1
      where rate_limits.count < ${most}
      returning count`;
    const { rows } = await inKnownRun(db, (tx) => counted.execute(tx));
    const row = rows[0];
    return row === undefined ? null : { bucket, windowStart, count: row.count };
  }
  return {
    /**
     * Counts one more event in the current window and returns the count; null if `most` is reached, and then
     * it is not counted.
     */
    take: async (bound: Bound<string>, subject: string, most: number) =>
      (await take(bound, subject, most))?.count ?? null,
    /** Counts the events of one request, which takes nothing if it is refused. */
    attempt() {
      const taken: Taken[] = [];
      return {
        async take(bound: Bound<string>, subject: string, most: number): Promise<number | null> {
          const one = await take(bound, subject, most);
          if (one !== null) taken.push(one);
          return one?.count ?? null;
        },
        /** Uncounts all of them, each in the window that counted it. */
        async giveBack(): Promise<void> {
          for (const { bucket, windowStart } of taken.splice(0)) {
            await inKnownRun(db, (tx) =>
              sql`
              update rate_limits set count = count - 1
              where bucket = ${bucket} and window_start = ${windowStart}::timestamptz`.execute(tx),
            );
          }
        },
      };
    },
    /** The seconds until the current window ends. */
    secondsLeft: ({ windowMs }: Bound<string>) =>
      Math.ceil((windowMs - (nowMs() % windowMs)) / 1000),
    /** The number of events in the current window, and in this many windows including it. */
    async usedOf(bound: Bound<string>, subject: string, windows: number): Promise<number> {
      const since = new Date(nowMs() - windows * bound.windowMs).toISOString();
      const { rows } = await inKnownRun(db, (tx) =>
        sql<{ readonly used: number }>`
        select coalesce(sum(count), 0)::int as used from (
          select max(count) as count from rate_limits
          where bucket = any(${bucketsOf(bound.name, subject)}::text[]) and window_start > ${since}
          group by window_start
        ) windows`.execute(tx),
      );
      return rows[0]?.used ?? 0;
    },
    /** Whether this is the first use of a name that may be used once until then. */
    async isFirstUse(subject: string, untilMs: number): Promise<boolean> {
      const [bucket, ...former] = bucketsOf('once', subject);
      const until = new Date(untilMs).toISOString();
      const { rows } = await inKnownRun(db, (tx) =>
        sql`
          insert into rate_limits (bucket, window_start, count)
          select ${bucket}, ${until}::timestamptz, 1 where not exists (
            select from rate_limits
            where bucket = any(${former}::text[]) and window_start = ${until}::timestamptz)
          on conflict (bucket, window_start) do nothing returning count`.execute(tx),
      );
      return rows.length > 0;
    },
  };
}
