import type { SignIn, SignInNews } from '@foray/authority';
import type { AuthMode, LoginBody, LoginCodeBody } from '@foray/contract';
import type { KnownBrowsers } from '../db/account/known-browsers.ts';
import type { GivenCode, LoginCodes, RightCode, SentFor } from '../db/account/login-codes.ts';
import type { RecoveryCodeTable, RightRecoveryCode } from '../db/account/recovery-codes.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { refuse } from '../http/wire/errors.ts';
import type { RouteRefusal } from '../http/wire/errors.ts';
import type { SignInRequester } from '../http/limits/code-limits.ts';
import type { Limits } from '../http/limits/limits.ts';
import { toE164 } from '../http/auth/phone-number.ts';

/** A sign-in with its proof, which can be used once. */
export interface VerifiedIdentity {
  readonly who: SignIn;
  /** Uses up the proof; returns a refusal if another request has just used it. */
  readonly useUp: () => Promise<RouteRefusal | null>;
  /** Data for notifying the owner; read it before calling `signedIn`. */
  readonly news: () => Promise<SignInNews | undefined>;
  /** Records the browser of the sign-in, if needed. */
  readonly signedIn: (userId: number) => Promise<void>;
}

/** A verified phone number. */
export type VerifiedPhone = Pick<VerifiedIdentity, 'useUp' | 'signedIn'>;

/** The sender of a sign-in or confirmation, with the name of their browser in Your devices. */
export type NamedAsker = SignInRequester & { readonly browser: string };

/** A sender whose browser can be distinguished from others. */
export type AskerWithDevice = SignInRequester & { readonly device: string };

/** The proofs that a person can type; one is enough. */
export type TypedProof = Pick<LoginBody, 'code' | 'recovery_code'>;

/** A typed proof, with its number and purpose. */
export type ClaimedProof = TypedProof & Omit<GivenCode, 'code'>;

/** How this server identifies a user. */
export interface SignInMethod {
  readonly mode: AuthMode;
  /** Null if no codes are sent: then nothing has to be proven. */
  readonly recovery: RecoveryCodeTable | null;
  /** The verified sign-in, if the request proves it. */
  check(body: LoginBody, asker: NamedAsker): Promise<VerifiedIdentity | RouteRefusal>;
  /** A number in E.164, as it is stored; null if the text is not a valid number here. */
  phoneOf(typed: string): string | null;
  /**
   * Whether the sender holds a number. If codes are sent, the proof is a new code for the number and
   * purpose, or a recovery code of its account.
   */
  prove(given: ClaimedProof, asker: NamedAsker): Promise<VerifiedPhone | RouteRefusal>;
  readonly sendCode: SendCode;
}

/** Sends a code, if codes are sent; null on success. */
export type SendCode = (
  body: LoginCodeBody,
  purpose: SentFor,
  asker: AskerWithDevice,
) => Promise<RouteRefusal | null>;

/**
 * The placeholder of the onboarding for a name, which a real name replaces later (product.md, "Signing in").
 */
const placeholderName = 'New user';
/** The code that the onboarding accepts with AUTH=open. */
const openCode = '123456';

/** The proof in a mode without proofs. */
const heldAnyway: VerifiedPhone = {
  useUp: () => Promise.resolve(null),
  signedIn: () => Promise.resolve(),
};

/** AUTH=open: phone and name are enough. A code is optional, and must then be the test code. */
export function openSignIn(limits: Limits): SignInMethod {
  return {
    mode: 'open',
    recovery: null,
    async check(body, asker) {
      const phone = toE164(body.phone, 'open');
      if (phone === null) return badPhone();
      const seconds = await limits.signIn(asker);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      if (body.code !== undefined && body.code !== openCode) return badCode('code');
      const who = signInOf(phone, body.name, false);
      return { who, ...heldAnyway, news: () => Promise.resolve(undefined) };
    },
    phoneOf: (typed) => toE164(typed, 'open'),
    prove: () => Promise.resolve(heldAnyway),
    sendCode: ({ phone }) => Promise.resolve(toE164(phone, 'open') === null ? badPhone() : null),
  };
}

/** AUTH=code: the holder of a phone signs in with the code that was sent to it. */
export function codeSignIn(ports: {
  readonly limits: Pick<Limits, 'signIn'>;
  readonly codes: LoginCodes;
  readonly browsers: KnownBrowsers;
  readonly recovery: RecoveryCodeTable;
  readonly sendCode: SendCode;
  readonly counters: Pick<MetricCounters, 'guess'>;
  readonly nowMs: () => number;
}): SignInMethod {
  const { limits, codes, browsers, recovery, sendCode, counters, nowMs } = ports;
  /** Checks a typed proof, without using it up. */
  async function tried<Right extends object>(
    field: keyof TypedProof,
    typed: string | undefined,
    asker: SignInRequester,
    check: (typed: string) => Promise<Right | null>,
  ): Promise<Right | RouteRefusal> {
    const seconds = await limits.signIn(asker);
    if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
    if (typed === undefined) return badCode(field);
    const right = await check(typed);
    counters.guess(right === null ? 'wrong' : 'right');
    return right ?? badCode(field);
  }
  const triedCode = ({ code, ...given }: ClaimedProof, asker: SignInRequester) =>
    tried('code', code, asker, async (typed) => {
      const { device } = asker;
      return device === null ? null : codes.check({ ...given, code: typed }, device, nowMs());
    });
  const triedRecovery = (phone: string, code: string, asker: SignInRequester) =>
    tried('recovery_code', code, asker, (typed) => recovery.check(phone, typed, nowMs()));
  const held = (right: RightCode): VerifiedPhone => ({
    useUp: async () => ((await codes.useUp(right, nowMs())) ? null : badCode('code')),
    signedIn: (userId) => browsers.signedIn(userId, right, nowMs()),
  });
  const heldByRecovery = (
    phone: string,
    right: RightRecoveryCode,
    { browser, device }: NamedAsker,
  ): VerifiedPhone => ({
    useUp: async () =>
      (await recovery.useUp(right, browser, nowMs())) ? null : badCode('recovery_code'),
    async signedIn(userId) {
      if (device !== null) await browsers.signedIn(userId, { phone, device }, nowMs());
    },
  });

  async function checkRecovery(
    phone: string,
    code: string,
    name: string,
    asker: NamedAsker,
  ): Promise<VerifiedIdentity | RouteRefusal> {
    const right = await triedRecovery(phone, code, asker);
    if ('refusal' in right) return right;
    return {
      // This time the phone itself was not verified.
      who: { ...signInOf(phone, name, false), userId: right.userId },
      ...heldByRecovery(phone, right, asker),
      async news() {
        const { wrongCodes } = await browsers.news(phone, asker.device ?? '', nowMs());
        // This also happens in a known browser: the owner learns of it in the account itself.
        return { isNewDevice: true, wrongCodes };
      },
    };
  }

  return {
    mode: 'code',
    recovery,
    sendCode,
    async check(body, asker) {
      const phone = toE164(body.phone, 'code');
      if (phone === null) return badPhone();
      const { recovery_code, code, name } = body;
      if (recovery_code !== undefined) return checkRecovery(phone, recovery_code, name, asker);
      const right = await triedCode({ phone, code, purpose: 'sign_in' }, asker);
      if ('refusal' in right) return right;
      return {
        who: signInOf(phone, name, true),
        ...held(right),
        news: () => browsers.news(phone, right.device, nowMs()),
      };
    },
    phoneOf: (typed) => toE164(typed, 'code'),
    async prove({ recovery_code, ...given }, asker) {
      if (recovery_code !== undefined) {
        const right = await triedRecovery(given.phone, recovery_code, asker);
        return 'refusal' in right ? right : heldByRecovery(given.phone, right, asker);
      }
      const right = await triedCode(given, asker);
      return 'refusal' in right ? right : held(right);
    },
  };
}

function signInOf(phone: string, name: string, verified: boolean): SignIn {
  return { phone, name, placeholder: name === placeholderName, verified };
}

/** The refusal of a text that is not a phone number. */
export function badPhone(): RouteRefusal {
  return refuse('invalid', { fields: { phone: 'malformed' } });
}

/** The refusal of a wrong or missing code. */
export function badCode(field: keyof TypedProof): RouteRefusal {
  return refuse('invalid_code', { fields: { [field]: 'malformed' } });
}
