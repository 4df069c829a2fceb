import { networkOf } from './address-groups.ts';
import type { Bound, EventCounter, SubjectBound } from './event-counter.ts';
import {
  firstProofBits,
  freeHalfOf,
  proofBitsAt,
  proofBitsFor,
  proofBitsOfCrowd,
} from './proof-bits.ts';
import type { SharedCodeLimits } from './shared-code-limits.ts';

const minuteMs = 60_000;

/** A count that nobody reaches; the database counts up to twice as many. */
const endless = 1_000_000_000;

const bounds = {
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
  /** The seconds until a limit admits events again, which counts as a refusal. */
  readonly refused: (bound: Bound) => number;
}) {
  const { counter, isOn, shared, refused } = ports;
  const { usedOf } = counter;
  const isUsedUp = async ([bound, subject]: SubjectBound<string>) =>
    (await usedOf(bound, subject, 1)) >= bound.most;

  /** Counts a code until a limit refuses it. */
  async function takeCode(
    { take }: Pick<ReturnType<EventCounter['attempt']>, 'take'>,
    asker: SignInRequester,
    phone: string,
    trust: AskerTrust,
  ): Promise<CodeRefusal | null> {
    const firstOver = async (checks: readonly SubjectBound[]) => {
      for (const check of checks) {
        if ((await take(...atMost(check))) === null) return refused(check[0]);
      }
      return null;
    };
    const { limits, ofNetwork, ofKnown } = await shared.limitsFor(phone, asker.address);
    const ofDevice = asker.device === null ? [] : [[bounds.device, asker.device] as const];
    // A known browser gets its own codes, however many others request some.
    const isKnown = trust === 'known browser';
    const network = networkOf(asker.address);
    const ofNumber: SubjectBound = isKnown
      ? [bounds.knownDevice, `${asker.device}\n${phone}`]
      : [bounds.askerOfNumber, `${network}\n${phone}`];
    // The network comes after the browser, whose requests in vain do not even delay its neighbours.
    const ofNeighbours = isKnown ? ofKnown : ofNetwork;
    const seconds = await firstOver([...ofDevice, ofNumber, ...ofNeighbours]);
    if (seconds !== null) return { seconds };
    if (isKnown) return null;
    const isProven = trust === 'proven';
    for (const { limit, pace, share } of limits) {
      if (share !== undefined && (await take(...atMost(share.ofNetwork))) === null) {
        // Others of the network have used up its share since `costOfCode` was called.
        if (!isProven) return { bits: firstProofBits };
        await take(...share.beyond, endless);
        continue;
      }
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
  }

  return {
    /**
     * Counts a code to `phone`. Whether the number has an account plays no part, and is not revealed:
     * strangers get the first half of the shared limits free, a network an eighth, and further codes for a
     * proof of work. A code that is refused counts nowhere.
     */
    async code(
      asker: SignInRequester,
      phone: string,
      trust: AskerTrust,
    ): Promise<CodeRefusal | null> {
      if (!isOn) return null;
      const attempt = counter.attempt();
      const refusal = await takeCode(attempt, asker, phone, trust);
      if (refusal !== null) await attempt.giveBack();
      return refusal;
    },
    /**
     * The cost of a code to `phone` for a stranger; null if it is free. It depends on the codes sent to
     * strangers in the last minutes, and on the use of the shared limits and of the network's shares.
     */
    async costOfCode({ address }: SignInRequester, phone: string): Promise<CodeRefusal | null> {
      if (!isOn) return null;
      const { limits, ofNetwork, perDay, perNetwork } = await shared.limitsFor(phone, address);
      for (const limit of ofNetwork) {
        if (await isUsedUp(limit)) return { seconds: refused(limit[0]) };
      }
      let bits = proofBitsFor(await usedOf(bounds.load, '', 2), perDay);
      for (const { limit, pace, share } of limits) {
        const [bound, subject] = limit;
        if (share !== undefined && (await isUsedUp(share.ofNetwork))) {
          bits = Math.max(bits, proofBitsOfCrowd(await usedOf(...share.beyond, 1), perNetwork));
          continue;
        }
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

/** A limit as it is counted. */
function atMost([bound, subject]: SubjectBound<string>): [Bound<string>, string, number] {
  return [bound, subject, bound.most];
}
