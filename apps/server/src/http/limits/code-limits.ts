import { sql } from 'kysely';
import type { Connection } from '../../db/tables/schema.ts';
import { addressGroup, networkOf } from './address-groups.ts';
import type { Bound, EventCounter, SubjectBound } from './event-counter.ts';
import { firstProofBits, freeHalfOf, proofBitsAt, proofBitsFor } from './proof-bits.ts';
import { sharedBounds } from './refusal-bounds.ts';
import type { PacedBound, SharedBound } from './refusal-bounds.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A count that nobody reaches; the database counts up to twice as many. */
const endless = 1_000_000_000;

const bounds = {
  address: { name: 'code address', most: 20, windowMs: minuteMs },
  network: { name: 'code network', most: 60, windowMs: 15 * minuteMs },
  device: { name: 'code device', most: 10, windowMs: 15 * minuteMs },
  knownDevice: { name: 'code known device', most: 5, windowMs: 15 * minuteMs },
  askerOfNumber: { name: 'code asker', most: 5, windowMs: 15 * minuteMs },
  number: { name: 'code number', most: 20, windowMs: hourMs },
  numberPace: { name: 'code number pace', most: 5, windowMs: 5 * minuteMs },
  // This limit refuses nothing: it measures the demand.
  load: { name: 'code load', most: endless, windowMs: 5 * minuteMs },
  warning: { name: 'warning', most: 1, windowMs: hourMs },
} as const satisfies Record<string, Bound<string>>;

/** The number of leading characters of a phone number ('+49151') that share a limit against SMS pumping. */
const prefixChars = 6;

/** A network's share of a shared limit: four shares for each half of it. */
const networkShare = 1 / 8;

/** Beyond a day's limit a quarter more is sent, in parts of ten minutes. */
const dayPaceShare = 1 / 4;
const dayPaceParts = 144;

/** A network's codes in an hour beyond a limit that is used up. */
const networkPace = 2;

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
  /** To numbers with the same prefix, in an hour; beyond it each costs the hardest proof of work. */
  readonly perPrefix: number;
  /** To all numbers, in a day; beyond it a quarter more, spread over the day. */
  readonly perDay: number;
}

/** A limit shared by all strangers, and the limits that apply once it is used up. */
interface SharedLimit {
  readonly shared: SubjectBound<string>;
  readonly pace: readonly SubjectBound[];
}

/**
 * Limits of sign-in codes. The sender is limited before the number that they name, and no limit that
 * strangers can use up refuses a code for longer than some minutes (decision 0174).
 */
export function createCodeLimits(ports: {
  readonly db: Connection;
  readonly counter: EventCounter;
  readonly nowMs: () => number;
  readonly isOn: boolean;
  readonly codes: CodeBudget;
  /** Counts an event for each limit, and returns the seconds to wait if a limit is reached, else null. */
  readonly firstOver: (checks: readonly SubjectBound[]) => Promise<number | null>;
  /** The seconds until a limit admits events again, which counts as a refusal. */
  readonly refused: (bound: Bound) => number;
  readonly onNear: (near: NearBound) => void;
}) {
  const { db, counter, nowMs, isOn, codes, firstOver, refused, onNear } = ports;
  const { take, usedOf } = counter;
  const members = createMemberCount(db, nowMs);

  /** The limits shared by everybody who requests a code, except known browsers. */
  const sharedFor = async (phone: string, network: string) => {
    const { perPrefix, perDay } = grown(codes, await members());
    const day = { name: 'code day', most: perDay, windowMs: dayMs } as const;
    const prefix = { name: 'code prefix', most: perPrefix, windowMs: hourMs } as const;
    const prefixOfPhone = phone.slice(0, prefixChars);
    const limits: readonly SharedLimit[] = [
      {
        shared: [bounds.number, phone],
        pace: [
          [networkBoundOf(bounds.numberPace), `${network}\n${phone}`],
          [bounds.numberPace, phone],
        ],
      },
      // Only the hardest proof of work and a day's limit end these.
      { shared: [prefix, prefixOfPhone], pace: [] },
      {
        shared: [day, ''],
        pace: [
          [networkBoundOf({ name: 'code day pace' }), network],
          [paceOfDay(perDay), ''],
        ],
      },
    ];
    const shares: readonly SubjectBound[] = [
      [shareOf(prefix), `${network}\n${prefixOfPhone}`],
      [shareOf(day), network],
    ];
    return { limits, shares, perDay };
  };
  const warnIfNear = async ({ name, most }: Bound<string>, used: number) => {
    const bound = sharedBounds.find((shared) => shared === name);
    const near = [
      { half: 'last', most },
      { half: 'first', most: freeHalfOf(most) },
    ] as const;
    const part = near.find((half) => used >= nearShare * half.most);
    if (bound === undefined || part === undefined) return;
    const warned = await take(bounds.warning, `${name} ${part.half}`, bounds.warning.most);
    if (warned !== null) onNear({ bound, ...part, used });
  };

  return {
    /**
     * Counts a code to `phone`. Whether the number has an account plays no part, and is not revealed:
     * strangers get the first half of the shared limits free, and further codes for a proof of work.
     */
    async code(
      asker: SignInRequester,
      phone: string,
      trust: AskerTrust,
    ): Promise<CodeRefusal | null> {
      if (!isOn) return null;
      const network = networkOf(asker.address);
      const { limits, shares } = await sharedFor(phone, network);
      const ofStranger: readonly SubjectBound[] = [
        [bounds.askerOfNumber, `${network}\n${phone}`],
        ...shares,
      ];
      // A known browser gets its own codes, however many others request some.
      const ofKnown = [[bounds.knownDevice, `${asker.device}\n${phone}`]] as const;
      const isKnown = trust === 'known browser';
      const seconds = await firstOver([...byAsker(asker), ...(isKnown ? ofKnown : ofStranger)]);
      if (seconds !== null) return { seconds };
      if (isKnown) return null;
      const isProven = trust === 'proven';
      for (const { shared, pace } of limits) {
        const [bound, subject] = shared;
        const mostProven = pace.length === 0 ? endless : bound.most;
        const most = isProven ? mostProven : freeHalfOf(bound.most);
        const count = await take(bound, subject, most);
        if (count !== null) await warnIfNear(bound, count);
        // Others used up the first half after `costOfCode`.
        else if (!isProven) return { bits: firstProofBits };
        else {
          const wait = await firstOver(pace);
          if (wait !== null) return { seconds: wait };
        }
      }
      await take(bounds.load, '', bounds.load.most);
      return null;
    },
    /**
     * The cost of a code to `phone` for a stranger; null if it is free. It depends on the codes sent to
     * strangers in the last minutes, and on the use of the shared limits.
     */
    async costOfCode({ address }: SignInRequester, phone: string): Promise<CodeRefusal | null> {
      if (!isOn) return null;
      const { limits, perDay } = await sharedFor(phone, networkOf(address));
      let bits = proofBitsFor(await usedOf(bounds.load, '', 2), perDay);
      for (const { shared, pace } of limits) {
        const [bound, subject] = shared;
        const used = await usedOf(bound, subject, 1);
        await warnIfNear(bound, used);
        for (const [paced, of] of used < bound.most ? [] : pace) {
          if ((await usedOf(paced, of, 1)) >= paced.most) return { seconds: refused(paced) };
        }
        bits = Math.max(bits, proofBitsAt(used, bound.most));
      }
      return bits === 0 ? null : { bits };
    },
  };
}

function byAsker({ address, device }: SignInRequester): readonly SubjectBound[] {
  return [
    [bounds.address, addressGroup(address)],
    [bounds.network, networkOf(address)],
    ...(device === null ? [] : [[bounds.device, device] as const]),
  ];
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

function networkBoundOf({ name }: { readonly name: PacedBound }): Bound {
  return { name: `${name} network`, most: networkPace, windowMs: hourMs };
}

/** The codes beyond a day's limit: with few of them a part lasts longer than ten minutes. */
function paceOfDay(perDay: number): Bound {
  const more = Math.max(1, Math.floor(perDay * dayPaceShare));
  const parts = Math.min(dayPaceParts, more);
  return {
    name: 'code day pace',
    most: Math.floor(more / parts),
    windowMs: Math.ceil(dayMs / parts),
  };
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
