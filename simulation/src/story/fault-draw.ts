import { errorStatus, wireError, type ErrorCode } from '@foray/contract';
import type { Reply } from '@foray/sync';
import type { Random } from './random.ts';
import type { FaultName, Faults } from './story.ts';

/** The faults of one call on its way to the server and back. */
export interface FaultDraw<T> {
  /** The call never gets a response. */
  readonly isHung: boolean;
  readonly outMs: number;
  readonly backMs: number;
  /** The time when it arrives a second time; null for never. */
  readonly againMs: number | null;
  /** The response that the device gets if the call never reaches the server. */
  readonly insteadOfServer: Reply<T> | null;
  /** The response that the device gets after the server has run the call. */
  readonly insteadOfAnswer: Reply<T> | null;
}

const lost = { kind: 'noAnswer', why: 'network' } as const;
const garbled = { kind: 'garbled', status: 200 } as const;

/** Refusals of whole calls that say nothing about their content; those of a proxy have no code. */
const passing: readonly (readonly [status: number, code: ErrorCode | null])[] = [
  [403, 'csrf'],
  [408, null],
  [425, null],
  [429, 'rate_limited'],
  [500, 'internal'],
  [502, null],
  [503, 'unavailable'],
  [504, null],
];

/** Draws the fault of a call; `note` receives each fault. */
export function drawFault<T>(
  random: Random,
  faults: Faults,
  note: (fault: FaultName, how?: string) => void,
): FaultDraw<T> {
  const has = (name: FaultName): boolean => {
    const happens = random.chance(faults[name] ?? 0);
    if (happens) note(name);
    return happens;
  };
  const outMs = has('reordered') ? 20_000 + random.below(100_000) : journeyMs(random, has);
  const before: Reply<T> | false =
    (has('requestLost') && lost) ||
    (has('captivePortal') && garbled) ||
    (has('refused') && refusedOnTheWay(random, note)) ||
    (has('oldNode') && refusal(random, errorStatus.too_old, 'too_old')) ||
    (has('fetchAll') && refusal(random, errorStatus.epoch_changed, 'epoch_changed'));
  const after: Reply<T> | false =
    (has('answerLost') && lost) ||
    (has('truncated') && garbled) ||
    (has('gateway') && refusal(random, random.pick([502, 504]), null));
  return {
    isHung: has('hung'),
    outMs,
    backMs: journeyMs(random, has),
    againMs: has('duplicated') ? outMs + random.below(60_000) : null,
    insteadOfServer: before || null,
    insteadOfAnswer: after || null,
  };
}

function refusedOnTheWay<T>(
  random: Random,
  note: (fault: FaultName, how: string) => void,
): Reply<T> {
  const [status, code] = random.pick(passing);
  note('refused', `${status} ${code ?? ''}`);
  return refusal(random, status, code);
}

function journeyMs(random: Random, has: (name: FaultName) => boolean): number {
  return has('delayed') ? random.below(25_000) : 5 + random.below(60);
}

function refusal<T>(random: Random, status: number, code: ErrorCode | null): Reply<T> {
  const error = code === null ? null : wireError(code);
  const retryAfterMs = status === 429 || status === 503 ? random.below(20_000) : null;
  const noHeaders = { serverNow: null, position: null, knownHead: null };
  return { kind: 'refusal', status, error, ...noHeaders, retryAfterMs };
}
