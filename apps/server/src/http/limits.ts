import { sql } from 'kysely';
import { inKnownRun } from '../db/known-run.ts';
import type { Connection } from '../db/schema.ts';
import { keyedHash } from './keys.ts';

/** A bound: at most `most` events of one subject in a window of time. */
interface Bound {
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Counted in the database, so that they hold across nodes (product decisions, "Signing in"). */
const bounds = {
  signInByAddress: { name: 'sign-in address', most: 40, windowMs: minuteMs },
  signInByNumber: { name: 'sign-in number', most: 30, windowMs: 10 * minuteMs },
  codeByAddress: { name: 'code address', most: 20, windowMs: minuteMs },
  codeByNumber: { name: 'code number', most: 5, windowMs: 15 * minuteMs },
  codeByPrefix: { name: 'code prefix', most: 60, windowMs: 60 * minuteMs },
  codeByDay: { name: 'code day', most: 2_000, windowMs: dayMs },
  contactsByUser: { name: 'contacts user', most: 20, windowMs: 10 * minuteMs },
} as const satisfies Record<string, Bound>;

/** How many leading characters of a number ('+49151') share a bound against pumping. */
const prefixChars = 6;

export type Limits = ReturnType<typeof createLimits>;

/**
 * Bounds of signing in and of imports, counted in the database under keyed names. Each returns how many
 * seconds to wait, or null if there is room; all let everything through if `isOn` is false.
 */
export function createLimits(db: Connection, key: Buffer, nowMs: () => number, isOn: boolean) {
  /** Counts one more event in the present window. */
  const over = async (bound: Bound, subject: string): Promise<number | null> => {
    const bucket = keyedHash(key, `${bound.name}\n${subject}`).toString('base64url');
    const now = nowMs();
    const windowStart = new Date(now - (now % bound.windowMs)).toISOString();
    const counted = sql<{ readonly count: number }>`
      insert into rate_limits (bucket, window_start, count) values (${bucket}, ${windowStart}, 1)
      on conflict (bucket, window_start) do update set count = rate_limits.count + 1
      returning count`;
    const { rows } = await inKnownRun(db, (tx) => counted.execute(tx));
    const count = rows[0]?.count ?? 1;
    if (count <= bound.most) return null;
    return Math.ceil((bound.windowMs - (now % bound.windowMs)) / 1000);
  };
  const firstOver = async (checks: readonly (readonly [Bound, string])[]) => {
    if (!isOn) return null;
    for (const [bound, subject] of checks) {
      const seconds = await over(bound, subject);
      if (seconds !== null) return seconds;
    }
    return null;
  };
  return {
    signIn: (address: string, phone: string) =>
      firstOver([
        [bounds.signInByAddress, addressGroup(address)],
        [bounds.signInByNumber, phone],
      ]),
    code: (address: string, phone: string) =>
      firstOver([
        [bounds.codeByAddress, addressGroup(address)],
        [bounds.codeByNumber, phone],
        [bounds.codeByPrefix, phone.slice(0, prefixChars)],
        [bounds.codeByDay, ''],
      ]),
    contacts: (userId: number) => firstOver([[bounds.contactsByUser, String(userId)]]),
  };
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
