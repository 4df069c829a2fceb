import { sql } from 'kysely';
import type { Connection } from '../../db/tables/schema.ts';
import { addressGroup, networkOf } from './address-groups.ts';
import type { Bound, EventCounter, SubjectBound } from './event-counter.ts';
import { freeHalfOf } from './proof-bits.ts';
import { sharedBounds } from './refusal-bounds.ts';
import type { PacedBound, SharedBound } from './refusal-bounds.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const bounds = {
  number: { name: 'code number', most: 20, windowMs: hourMs },
  numberPace: { name: 'code number pace', most: 5, windowMs: 5 * minuteMs },
  warning: { name: 'warning', most: 1, windowMs: hourMs },
} as const satisfies Record<string, Bound<string>>;

/** The number of leading characters of a phone number ('+49151') that share a limit against SMS pumping. */
const prefixChars = 6;

/** A network's share of a shared limit: four shares for each half of it. Codes beyond it cost a proof. */
const networkShare = 1 / 8;

/** Beyond a day's limit a quarter more is sent, in parts of ten minutes. */
const dayPaceShare = 1 / 4;
const dayPaceParts = 144;

/** A network's codes in an hour beyond a limit that is used up. */
const networkPace = 2;

/** The part of each half of a limit from which on it is reported. */
const nearShare = 0.8;

/** A shared limit that is nearly used up, as the log reports it. */
export interface NearBound {
  readonly bound: SharedBound;
  /** The half of the limit; a code of the second half costs a proof of work. */
  readonly half: 'first' | 'last';
  readonly used: number;
  readonly most: number;
}

/** The maximum number of sign-in codes that a server sends. */
export interface CodeBudget {
  /** To numbers with the same prefix, in an hour; beyond it each costs the hardest proof of work. */
  readonly perPrefix: number;
  /** To all numbers, in a day; beyond it a quarter more, spread over the day. */
  readonly perDay: number;
  /** To one network, in an hour; beyond it none. */
  readonly perNetwork: number;
}

/** A limit shared by all strangers, and the limits that apply once it is used up. */
interface SharedLimit {
  readonly limit: SubjectBound<string>;
  readonly pace: readonly SubjectBound[];
  /** The network's share of the limit, and the codes of all networks beyond their shares of it. */
  readonly share?: {
    readonly ofNetwork: SubjectBound<string>;
    readonly beyond: SubjectBound<string>;
  };
}

export type SharedCodeLimits = ReturnType<typeof createSharedCodeLimits>;

/** The limits of sign-in codes that strangers share, which grow with the number of people. */
export function createSharedCodeLimits(ports: {
  readonly db: Connection;
  readonly counter: EventCounter;
  readonly nowMs: () => number;
  readonly codes: CodeBudget;
  readonly onNear: (near: NearBound) => void;
}) {
  const { db, counter, nowMs, codes, onNear } = ports;
  const members = createMemberCount(db, nowMs);

  return {
    /**
     * The limits shared by everybody who requests a code, except known browsers, and those of the sender's
     * network, which counts known browsers separately.
     */
    async limitsFor(phone: string, sender: string) {
      const [address, network] = [addressGroup(sender), networkOf(sender)];
      const { perPrefix, perDay, perNetwork } = grown(codes, await members());
      const day = { name: 'code day', most: perDay, windowMs: dayMs } as const;
      const prefix = { name: 'code prefix', most: perPrefix, windowMs: hourMs } as const;
      const prefixOfPhone = phone.slice(0, prefixChars);
      const limits: readonly SharedLimit[] = [
        {
          limit: [bounds.number, phone],
          pace: [
            [networkBoundOf(bounds.numberPace), `${network}\n${phone}`],
            [bounds.numberPace, phone],
          ],
        },
        // Nothing limits these but the hardest proof of work, the limit of a network and that of a day. Codes
        // beyond a network's share cost the others with the prefix nothing.
        {
          limit: [prefix, prefixOfPhone],
          pace: [],
          share: {
            ofNetwork: [shareOf(prefix), `${network}\n${prefixOfPhone}`],
            beyond: [{ ...prefix, name: 'code prefix crowd' }, prefixOfPhone],
          },
        },
        {
          limit: [day, ''],
          pace: [
            [networkBoundOf({ name: 'code day pace' }), network],
            [paceOfDay(perDay), ''],
          ],
        },
      ];
      const dayOfNetwork = { ...shareOf(day), name: 'code day network' } as const;
      const ofNetwork: readonly SubjectBound[] = [
        [burstOf(perNetwork), address],
        [{ name: 'code network', most: perNetwork, windowMs: hourMs }, network],
        [dayOfNetwork, network],
      ];
      const hourOfKnown = {
        name: 'code known network',
        most: perNetwork,
        windowMs: hourMs,
      } as const;
      const ofKnown: readonly SubjectBound[] = [[hourOfKnown, network]];
      return { limits, ofNetwork, ofKnown, perDay, perNetwork };
    },
    /** Reports a shared limit of which 80 % of a half are used, once an hour. */
    async warnIfNear({ name, most }: Bound<string>, used: number): Promise<void> {
      const bound = sharedBounds.find((shared) => shared === name);
      const near = [
        { half: 'last', most },
        { half: 'first', most: freeHalfOf(most) },
      ] as const;
      const part = near.find((half) => used >= nearShare * half.most);
      if (bound === undefined || part === undefined) return;
      const warned = await counter.take(
        bounds.warning,
        `${name} ${part.half}`,
        bounds.warning.most,
      );
      if (warned !== null) onNear({ bound, ...part, used });
    },
  };
}

/** A budget for this many people: a tenth of them may sign in within a day, a hundredth with one prefix. */
function grown({ perPrefix, perDay, perNetwork }: CodeBudget, members: number): CodeBudget {
  return {
    perNetwork,
    perPrefix: Math.max(perPrefix, Math.ceil(members / 100)),
    perDay: Math.max(perDay, Math.ceil(members / 10)),
  };
}

function shareOf({ name, most, windowMs }: Bound<SharedBound>): Bound<`${SharedBound} network`> {
  return { name: `${name} network`, most: Math.ceil(most * networkShare), windowMs };
}

/** The codes of one address in a minute: a sixth of those of its network in an hour. */
function burstOf(perNetwork: number): Bound {
  return { name: 'code address', most: Math.ceil(perNetwork / 6), windowMs: minuteMs };
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
