import { sql } from 'kysely';
import { inKnownRun } from '../db/known-run.ts';
import type { Standing } from '../db/login-codes.ts';
import type { Connection } from '../db/schema.ts';
import { keyedHashes } from '../keys.ts';
import type { Keys } from '../keys.ts';
import type { RefusalBound, SharedBound } from './refusal-bounds.ts';

/** A bound: at most `most` events of one subject in a window of time. */
interface Bound<Name extends string = RefusalBound> {
  readonly name: Name;
  readonly most: number;
  readonly windowMs: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Counted in the database, so that they hold across nodes (product decisions, "Signing in"). */
const bounds = {
  signInByAddress: { name: 'sign-in address', most: 40, windowMs: minuteMs },
  signInByNetwork: { name: 'sign-in network', most: 400, windowMs: minuteMs },
  codeByAddress: { name: 'code address', most: 20, windowMs: minuteMs },
  codeByNetwork: { name: 'code network', most: 60, windowMs: 15 * minuteMs },
  codeByDevice: { name: 'code device', most: 10, windowMs: 15 * minuteMs },
  codeByKnownDevice: { name: 'code known device', most: 5, windowMs: 15 * minuteMs },
  codeByAskerOfNumber: { name: 'code asker', most: 5, windowMs: 15 * minuteMs },
  codeByNumber: { name: 'code number', most: 20, windowMs: 60 * minuteMs },
  // Nothing is refused by it: it says how much is asked for.
  codeLoad: { name: 'code load', most: 1_000_000_000, windowMs: 5 * minuteMs },
  warning: { name: 'warning', most: 1, windowMs: 60 * minuteMs },
  contactsByUser: { name: 'contacts user', most: 20, windowMs: 10 * minuteMs },
  numbersByUser: { name: 'number user', most: 10, windowMs: dayMs },
  exportsByUser: { name: 'export user', most: 5, windowMs: dayMs },
  reportsByUser: { name: 'reports user', most: 20, windowMs: dayMs },
} as const satisfies Record<string, Bound<string>>;

/** How many leading characters of a number ('+49151') share a bound against pumping. */
const prefixChars = 6;

/** What one network gets of a bound that all share: four of them for each half of it. */
const networkShare = 1 / 8;

/** So many codes in the last five to ten minutes need no proof of work, or a fiftieth of a day's. */
const freeCodes = 10;
const freeShare = 1 / 50;
/** What a browser finds in a second, and in some. Each bit more takes twice as long. */
const firstProofBits = 16;
const mostProofBits = 20;

/** The share of a bound from which on it is warned of. */
const nearShare = 0.8;

/** One who signs in: where from, and in which browser (null if it keeps no cookie yet). */
export interface Asker {
  readonly address: string;
  readonly device: string | null;
}

/** A bound that all share and that is nearly used up, as the log warns of it. */
export interface NearBound {
  readonly bound: SharedBound;
  /** Whose codes it holds back: the last half is for numbers that are known here. */
  readonly numbers: 'known' | 'unknown';
  readonly used: number;
  readonly most: number;
}

/** What a server sends of sign-in codes at most. */
export interface CodeBudget {
  /** To numbers that begin alike, an hour. */
  readonly perPrefix: number;
  /** To all, a day. */
  readonly perDay: number;
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Bounds of signing in, of imports and of reports, counted in the database under keyed names. Each returns how many
 * seconds to wait, or null if there is room; all let everything through if `isOn` is false. Who asks is
 * bounded before the number that they name, so that nobody shuts out somebody else.
 */
export function createLimits(ports: {
  readonly db: Connection;
  readonly keys: Keys;
  readonly nowMs: () => number;
  readonly isOn: boolean;
  readonly codes: CodeBudget;
  /** Hears of each refusal, with the name of the bound. */
  readonly onRefused: (bound: RefusalBound) => void;
  /** Hears of a bound that all share when 80 % of it are used, once an hour for all nodes. */
  readonly onNear: (near: NearBound) => void;
}) {
  const { db, keys, nowMs, isOn, codes, onRefused, onNear } = ports;
  const members = createMemberCount(db, nowMs);

  /** The name under which a subject is counted, and those under which it was. */
  const bucketsOf = (kind: string, subject: string): readonly [string, ...string[]] => {
    const [first, ...more] = keyedHashes(keys, `${kind}\n${subject}`);
    return [first.toString('base64url'), ...more.map((hash) => hash.toString('base64url'))];
  };
  /** Counts one more event in the present window; null if there is no room, and then it does not count. */
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
    const seconds = Math.ceil((bound.windowMs - (now % bound.windowMs)) / 1000);
    return { count: rows[0]?.count ?? null, seconds };
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
  /** A bound that all share: what is left when half of it is used is for numbers that are known here. */
  const overShared = async (bound: Bound<SharedBound>, subject: string, isKnown: boolean) => {
    const most = isKnown ? bound.most : Math.ceil(bound.most / 2);
    const { count, seconds } = await take(bound, subject, most);
    const used = count ?? most;
    const numbers = isKnown ? 'known' : 'unknown';
    if (used >= nearShare * most) {
      const warned = await take(bounds.warning, `${bound.name} ${numbers}`, bounds.warning.most);
      if (warned.count !== null) onNear({ bound: bound.name, numbers, used, most });
    }
    if (count === null) onRefused(bound.name);
    return count === null ? seconds : null;
  };
  const byAsker = ({ address, device }: Asker): (readonly [Bound, string])[] => [
    [bounds.codeByAddress, addressGroup(address)],
    [bounds.codeByNetwork, networkOf(address)],
    ...(device === null ? [] : [[bounds.codeByDevice, device] as const]),
  ];

  return {
    signIn: ({ address }: Asker) =>
      firstOver([
        [bounds.signInByAddress, addressGroup(address)],
        [bounds.signInByNetwork, networkOf(address)],
      ]),
    /** For a code to `phone`, of which `standing` is known here. */
    async code(asker: Asker, phone: string, standing: Standing): Promise<number | null> {
      if (!isOn) return null;
      const byThem = await firstOver(byAsker(asker));
      if (byThem !== null) return byThem;
      // Whatever others ask for, this browser gets its own.
      if (standing === 'device') {
        return firstOver([[bounds.codeByKnownDevice, `${asker.device}\n${phone}`]]);
      }
      const ofNumber = await firstOver([
        [bounds.codeByAskerOfNumber, `${networkOf(asker.address)}\n${phone}`],
        [bounds.codeByNumber, phone],
      ]);
      if (ofNumber !== null) return ofNumber;
      const known = standing === 'number';
      const most = grown(codes, await members());
      const prefix = {
        name: 'code prefix',
        most: most.perPrefix,
        windowMs: 60 * minuteMs,
      } as const;
      const day = { name: 'code day', most: most.perDay, windowMs: dayMs } as const;
      const digits = phone.slice(0, prefixChars);
      const ofNetwork = await firstOver([
        [shareOf(prefix), `${networkOf(asker.address)}\n${digits}`],
        [shareOf(day), networkOf(asker.address)],
      ]);
      if (ofNetwork !== null) return ofNetwork;
      const over = (await overShared(prefix, digits, known)) ?? (await overShared(day, '', known));
      if (over === null) await take(bounds.codeLoad, '', bounds.codeLoad.most);
      return over;
    },
    /**
     * How hard a proof of work is that a code needs now, in bits; 0 for none. It depends on how many were sent
     * in the last minutes to browsers that are not known.
     */
    async proofBits(): Promise<number> {
      if (!isOn) return 0;
      const { codeLoad } = bounds;
      const since = new Date(nowMs() - 2 * codeLoad.windowMs).toISOString();
      const { rows } = await inKnownRun(db, (tx) =>
        sql<{ readonly sent: number }>`
          select coalesce(sum(count), 0)::int as sent from (
            select max(count) as count from rate_limits
            where bucket = any(${bucketsOf(codeLoad.name, '')}::text[]) and window_start > ${since}
            group by window_start
          ) windows`.execute(tx),
      );
      return proofBitsFor(rows[0]?.sent ?? 0, grown(codes, await members()).perDay);
    },
    /** Whether nothing of this name was used before, of what may be used until then. */
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

/** A budget that suits so many people: a tenth of them may sign in in a day, a hundredth behind one prefix. */
function grown({ perPrefix, perDay }: CodeBudget, members: number): CodeBudget {
  return {
    perPrefix: Math.max(perPrefix, Math.ceil(members / 100)),
    perDay: Math.max(perDay, Math.ceil(members / 10)),
  };
}

function shareOf({ name, most, windowMs }: Bound<SharedBound>): Bound {
  return { name: `${name} network`, most: Math.ceil(most * networkShare), windowMs };
}

/** How many bits a proof needs after so many codes: none for a few, one more each time they are 1.4 times as many. */
export function proofBitsFor(sent: number, perDay: number): number {
  const load = sent / Math.max(freeCodes, perDay * freeShare);
  return load < 1 ? 0 : Math.min(mostProofBits, firstProofBits + Math.floor(2 * Math.log2(load)));
}

/** About how many people there are, as the database estimates it; asked again after some minutes. */
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

/** Addresses that are often one customer's, or one operator's: a /24, of IPv6 a /48. */
function networkOf(address: string): string {
  const group = addressGroup(address);
  const isIp6 = group.includes(':') && !group.startsWith('::ffff:');
  return isIp6 ? group.split(':').slice(0, 3).join(':') : group.replace(/\.\d+$/, '');
}

/** An IPv6 customer has a /64: its addresses count as one. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
