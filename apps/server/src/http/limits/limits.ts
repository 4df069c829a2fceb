import { sql } from 'kysely';
import { inKnownRun } from '../../db/pool/known-run.ts';
import type { Connection } from '../../db/tables/schema.ts';
import { keyedHashes } from '../../config/keys.ts';
import type { Keys } from '../../config/keys.ts';
import { firstProofBits, freeHalfOf, proofBitsAt, proofBitsFor } from './proof-bits.ts';
import { sharedBounds } from './refusal-bounds.ts';
import type { RefusalBound, SharedBound } from './refusal-bounds.ts';
import { addressGroup, networkOf } from './address-groups.ts';

/** A limit: at most `most` events of one subject in a window of time. */
interface Bound<Name extends string = RefusalBound> {
  readonly name: Name;
  readonly most: number;
  readonly windowMs: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** These are counted in the database, so that they apply across nodes (product.md, "Signing in"). */
const bounds = {
  signInByAddress: { name: 'sign-in address', most: 40, windowMs: minuteMs },
  signInByNetwork: { name: 'sign-in network', most: 400, windowMs: minuteMs },
  codeByAddress: { name: 'code address', most: 20, windowMs: minuteMs },
  codeByNetwork: { name: 'code network', most: 60, windowMs: 15 * minuteMs },
  codeByDevice: { name: 'code device', most: 10, windowMs: 15 * minuteMs },
  codeByKnownDevice: { name: 'code known device', most: 5, windowMs: 15 * minuteMs },
  codeByAskerOfNumber: { name: 'code asker', most: 5, windowMs: 15 * minuteMs },
  codeByNumber: { name: 'code number', most: 20, windowMs: 60 * minuteMs },
  // This limit refuses nothing: it measures the demand.
  codeLoad: { name: 'code load', most: 1_000_000_000, windowMs: 5 * minuteMs },
  warning: { name: 'warning', most: 1, windowMs: 60 * minuteMs },
  contactsByUser: { name: 'contacts user', most: 20, windowMs: 10 * minuteMs },
  numbersByUser: { name: 'number user', most: 10, windowMs: dayMs },
  exportsByUser: { name: 'export user', most: 5, windowMs: dayMs },
  reportsByUser: { name: 'reports user', most: 20, windowMs: dayMs },
} as const satisfies Record<string, Bound<string>>;

/** The number of leading characters of a phone number ('+49151') that share a limit against SMS pumping. */
const prefixChars = 6;

/** A network's share of a shared limit: four shares for each half of it. */
const networkShare = 1 / 8;

/** The part of each half of a limit from which on it is reported. */
const nearShare = 0.8;

/** The sender of a sign-in: their address, and their browser (null if it has no cookie yet). */
export interface SignInRequester {
  readonly address: string;
  readonly device: string | null;
}

/** A shared limit that is nearly used up, as the log reports it. */
export interface NearBound {
  readonly bound: SharedBound;
  /** The half of the limit; a code of the last half costs a proof of work. */
  readonly half: 'first' | 'last';
  readonly used: number;
  readonly most: number;
}

/**
 * The trust in a sender for a code: `known browser` if the number has signed in there, `proven` with a
 * proof of work.
 */
export type AskerTrust = 'known browser' | 'proven' | 'stranger';

/**
 * The reason why a code is not sent: it needs a proof of work of so many bits, or the sender must wait for
 * so many seconds.
 */
export type CodeRefusal = { readonly bits: number } | { readonly seconds: number };

/** The maximum number of sign-in codes that a server sends. */
export interface CodeBudget {
  /** To numbers with the same prefix, in an hour. */
  readonly perPrefix: number;
  /** To all numbers, in a day. */
  readonly perDay: number;
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Limits of signing in, of imports and of reports, counted in the database under keyed names. Each returns
 * how many seconds to wait, or null if the event is allowed; all allow everything if `isOn` is false. The
 * sender is limited before the number that they name, so that nobody can lock out somebody else.
 */
export function createLimits(ports: {
  readonly db: Connection;
  readonly keys: Keys;
  readonly nowMs: () => number;
  readonly isOn: boolean;
  readonly codes: CodeBudget;
  /** Called for each refusal, with the name of the limit. */
  readonly onRefused: (bound: RefusalBound) => void;
  /** Called when 80 % of a shared limit are used, once an hour for all nodes. */
  readonly onNear: (near: NearBound) => void;
}) {
  const { db, keys, nowMs, isOn, codes, onRefused, onNear } = ports;
  const members = createMemberCount(db, nowMs);

  /** The name under which a subject is counted, and its former names. */
  const bucketsOf = (kind: string, subject: string): readonly [string, ...string[]] => {
    const [first, ...more] = keyedHashes(keys, `${kind}\n${subject}`);
    return [first.toString('base64url'), ...more.map((hash) => hash.toString('base64url'))];
  };
  /**
   * Counts one more event in the present window; null if the limit is reached, and then it is not counted.
   */
  const take = async (bound: Bound<string>, subject: string, most: number) => {
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
    return { count: rows[0]?.count ?? null, seconds: secondsLeft(bound) };
  };
  const secondsLeft = ({ windowMs }: Bound<string>) =>
    Math.ceil((windowMs - (nowMs() % windowMs)) / 1000);
  /** The number of events in the present window, and in this many windows including it. */
  const usedOf = async (bound: Bound<string>, subject: string, windows: number) => {
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
  };
  const firstOver = async (checks: readonly (readonly [Bound, string])[]) => {
    if (!isOn) return null;
    for (const [bound, subject] of checks) {
      const { count, seconds } = await take(bound, subject, bound.most);
      if (count !== null) continue;
      onRefused(bound.name);
      return seconds;
    }
    return null;
  };
  /** The limits shared by everybody who requests a code, except known browsers. */
  const sharedFor = async (phone: string) => {
    const { perPrefix, perDay } = grown(codes, await members());
    return {
      number: [bounds.codeByNumber, phone],
      prefix: [
        { name: 'code prefix', most: perPrefix, windowMs: 60 * minuteMs },
        phone.slice(0, prefixChars),
      ],
      day: [{ name: 'code day', most: perDay, windowMs: dayMs }, ''],
    } as const;
  };
  const warnIfNear = async ({ name, most }: Bound, used: number) => {
    const bound = sharedBounds.find((shared) => shared === name);
    const near = [
      { half: 'last', most },
      { half: 'first', most: freeHalfOf(most) },
    ] as const;
    const part = near.find((half) => used >= nearShare * half.most);
    if (bound === undefined || part === undefined) return;
    const warned = await take(bounds.warning, `${name} ${part.half}`, bounds.warning.most);
    if (warned.count !== null) onNear({ bound, ...part, used });
  };
  const byAsker = ({ address, device }: SignInRequester): (readonly [Bound, string])[] => [
    [bounds.codeByAddress, addressGroup(address)],
    [bounds.codeByNetwork, networkOf(address)],
    ...(device === null ? [] : [[bounds.codeByDevice, device] as const]),
  ];

  return {
    signIn: ({ address }: SignInRequester) =>
      firstOver([
        [bounds.signInByAddress, addressGroup(address)],
        [bounds.signInByNetwork, networkOf(address)],
      ]),
    /**
     * Counts a code to `phone`. Whether the number has an account plays no part, and is not revealed:
     * strangers get the first half of the shared limits free, and the last half for a proof of work.
     */
    async code(
      asker: SignInRequester,
      phone: string,
      trust: AskerTrust,
    ): Promise<CodeRefusal | null> {
      if (!isOn) return null;
      const { number, prefix, day } = await sharedFor(phone);
      const network = networkOf(asker.address);
      const ofStranger: (readonly [Bound, string])[] = [
        [bounds.codeByAskerOfNumber, `${network}\n${phone}`],
        [shareOf(prefix[0]), `${network}\n${prefix[1]}`],
        [shareOf(day[0]), network],
      ];
      // A known browser gets its own codes, however many others request some.
      const ofKnown = [[bounds.codeByKnownDevice, `${asker.device}\n${phone}`]] as const;
      const isKnown = trust === 'known browser';
      const seconds = await firstOver([...byAsker(asker), ...(isKnown ? ofKnown : ofStranger)]);
      if (seconds !== null) return { seconds };
      if (isKnown) return null;
      const isProven = trust === 'proven';
      for (const [bound, subject] of [number, prefix, day]) {
        const taken = await take(bound, subject, isProven ? bound.most : freeHalfOf(bound.most));
        if (taken.count !== null) await warnIfNear(bound, taken.count);
        // Others used up the first half after `costOfCode`.
        else if (!isProven) return { bits: firstProofBits };
        else {
          onRefused(bound.name);
          return { seconds: taken.seconds };
        }
      }
      await take(bounds.codeLoad, '', bounds.codeLoad.most);
      return null;
    },
    /**
     * The cost of a code to `phone` for a stranger; null if it is free. It depends on the codes sent to
     * strangers in the last minutes, and on the use of the shared limits.
     */
    async costOfCode(phone: string): Promise<CodeRefusal | null> {
      if (!isOn) return null;
      const { number, prefix, day } = await sharedFor(phone);
      let bits = proofBitsFor(await usedOf(bounds.codeLoad, '', 2), day[0].most);
      for (const [bound, subject] of [number, prefix, day]) {
        const used = await usedOf(bound, subject, 1);
        await warnIfNear(bound, used);
        if (used >= bound.most) {
          onRefused(bound.name);
          return { seconds: secondsLeft(bound) };
        }
        bits = Math.max(bits, proofBitsAt(used, bound.most));
      }
      return bits === 0 ? null : { bits };
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
    contacts: (userId: number) => firstOver([[bounds.contactsByUser, String(userId)]]),
    number: (userId: number) => firstOver([[bounds.numbersByUser, String(userId)]]),
    export: (userId: number) => firstOver([[bounds.exportsByUser, String(userId)]]),
    reports: (userId: number) => firstOver([[bounds.reportsByUser, String(userId)]]),
  };
}

/** A budget for this many people: a tenth of them may sign in within a day, a hundredth with one prefix. */
function grown({ perPrefix, perDay }: CodeBudget, members: number): CodeBudget {
  return {
    perPrefix: Math.max(perPrefix, Math.ceil(members / 100)),
    perDay: Math.max(perDay, Math.ceil(members / 10)),
  };
}

function shareOf({ name, most, windowMs }: Bound<SharedBound>): Bound {
  return { name: `${name} network`, most: Math.ceil(most * networkShare), windowMs };
}

/** The approximate number of people, as the database estimates it; read again after some minutes. */
function createMemberCount(db: Connection, nowMs: () => number): () => Promise<number> {
  let known: { readonly count: number; readonly atMs: number } | null = null;
  return async () => {
    const now = nowMs();
    if (known === null || now - known.atMs > 10 * minuteMs) {
      const { rows } = await sql<{ readonly count: number }>`
        select greatest(reltuples, 0)::float8 as count from pg_class
        where oid = 'users'::regclass`.execute(db);
      known = { count: rows[0]?.count ?? 0, atMs: now };
    }
    return known.count;
  };
}
