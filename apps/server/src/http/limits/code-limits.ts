import { addressGroup, networkOf } from './address-groups.ts';
import type { Bound, EventCounter, SubjectBound } from './event-counter.ts';
import { firstProofBits, freeHalfOf, proofBitsAt, proofBitsFor } from './proof-bits.ts';
import type { SharedCodeLimits } from './shared-code-limits.ts';

const minuteMs = 60_000;

/** A count that nobody reaches; the database counts up to twice as many. */
const endless = 1_000_000_000;

const bounds = {
  address: { name: 'code address', most: 20, windowMs: minuteMs },
  network: { name: 'code network', most: 60, windowMs: 15 * minuteMs },
  device: { name: 'code device', most: 10, windowMs: 15 * minuteMs },
  knownDevice: { name: 'code known device', most: 5, windowMs: 15 * minuteMs },
  askerOfNumber: { name: 'code asker', most: 5, windowMs: 15 * minuteMs },
  // This limit refuses nothing: it measures the demand.
  load: { name: 'code load', most: endless, windowMs: 5 * minuteMs },
} as const satisfies Record<string, Bound<string>>;

/** The sender of a sign-in: their address, and their browser (null if it has no cookie yet). */
export interface SignInRequester {
  readonly address: string;
  readonly device: string | null;
}

/**
 * The trust in a sender for a code: `known browser` if the number has signed in there, `proven` with a
 * proof of work.
 */
export type AskerTrust = 'known browser' | 'proven' | 'stranger';

/**
 * The reason why a code is not sent: it needs a proof of work with this number of bits, or the sender must
 * wait for this number of seconds.
 */
export type CodeRefusal = { readonly bits: number } | { readonly seconds: number };

/**
 * Limits of sign-in codes. The sender is limited before the number that they name, and no limit that
 * strangers can use up refuses a code for longer than some minutes (decision 0174).
 */
export function createCodeLimits(ports: {
  readonly counter: EventCounter;
  readonly isOn: boolean;
  readonly shared: SharedCodeLimits;
  /** Counts an event for each limit, and returns the seconds to wait if a limit is reached, else null. */
  readonly firstOver: (checks: readonly SubjectBound[]) => Promise<number | null>;
  /** The seconds until a limit admits events again, which counts as a refusal. */
  readonly refused: (bound: Bound) => number;
}) {
  const { counter, isOn, shared, firstOver, refused } = ports;
  const { take, usedOf } = counter;

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
      const { limits, shares } = await shared.limitsFor(phone, network);
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
      for (const { limit, pace } of limits) {
        const [bound, subject] = limit;
        const mostProven = pace.length === 0 ? endless : bound.most;
        const most = isProven ? mostProven : freeHalfOf(bound.most);
        const count = await take(bound, subject, most);
        if (count !== null) await shared.warnIfNear(bound, count);
        // Others have used up the first half since `costOfCode` was called.
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
      const { limits, perDay } = await shared.limitsFor(phone, networkOf(address));
      let bits = proofBitsFor(await usedOf(bounds.load, '', 2), perDay);
      for (const { limit, pace } of limits) {
        const [bound, subject] = limit;
        const used = await usedOf(bound, subject, 1);
        await shared.warnIfNear(bound, used);
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
