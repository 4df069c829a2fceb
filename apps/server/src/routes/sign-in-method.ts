import type { SignIn, SignInNews } from '@foray/authority';
import type { AuthMode, LoginBody, LoginCodeBody } from '@foray/contract';
import type { GivenCode, LoginCodes, RightCode, SentFor } from '../db/login-codes.ts';
import type { Counters } from '../http/counters.ts';
import { refuse } from '../http/errors.ts';
import type { Refused } from '../http/errors.ts';
import type { Asker, Limits } from '../http/limits.ts';
import { toE164 } from '../http/phone-number.ts';
import type { Proofs } from '../http/proofs.ts';
import type { SendSms } from '../http/sms.ts';

/** Who signs in, as far as it is proven; a code can be used once. */
export interface Proof {
  readonly who: SignIn;
  /** Uses up what proved it; a refusal if another request just did. */
  readonly useUp: () => Promise<Refused | null>;
  /** What the owner is to know of it; asked before `signedIn`. */
  readonly news: () => Promise<SignInNews | undefined>;
  /** Notes in which browser the user has signed in, where that matters. */
  readonly signedIn: (userId: number) => Promise<void>;
}

/** A number that somebody holds. */
export type Held = Pick<Proof, 'useUp' | 'signedIn'>;

/** A code, unless none was sent along. */
export type MaybeCode = Omit<GivenCode, 'code'> & { readonly code: string | undefined };

/** One whose browser can be told from others. */
export type AskerWithDevice = Asker & { readonly device: string };

/** How this server identifies a user. */
export interface SignInMethod {
  readonly mode: AuthMode;
  /** Who signs in, if what they sent proves it here. */
  check(body: LoginBody, asker: Asker): Promise<Proof | Refused>;
  /** A number as it is kept, E.164; null if what was typed is none here. */
  phoneOf(typed: string): string | null;
  /** Whether one holds a number, as far as a fresh code says that was sent to it for this, where codes are sent. */
  prove(given: MaybeCode, asker: Asker): Promise<Held | Refused>;
  /** Sends a code, where codes are sent; null if all is well. */
  sendCode(body: LoginCodeBody, purpose: SentFor, asker: AskerWithDevice): Promise<Refused | null>;
}

/** Onboarding's stand-in for a name; a real one replaces it later (product decisions, "Signing in"). */
const placeholderName = 'New user';
/** What the onboarding's code step accepts in AUTH=open. */
const openCode = '123456';

/** What a message says that a code is for. */
const purposeTexts: Readonly<Record<SentFor, string>> = {
  sign_in: 'to sign in',
  delete_account: 'to delete your account',
  end_sessions: 'to log out everywhere',
  export: 'to save everything that is kept about you',
  change_number: 'to give your account another number',
  new_number: 'to give your account this number',
  any: 'to sign in, or to confirm what you do with your account',
};

/** Where nothing has to be proven. */
const heldAnyway: Held = {
  useUp: () => Promise.resolve(null),
  signedIn: () => Promise.resolve(),
};

/** AUTH=open: phone and name are enough; a code may come along, and must then be the test code. */
export function openSignIn(limits: Limits): SignInMethod {
  return {
    mode: 'open',
    async check(body, asker) {
      const phone = toE164(body.phone, 'open');
      if (phone === null) return badPhone();
      const seconds = await limits.signIn(asker);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      if (body.code !== undefined && body.code !== openCode) return badCode();
      const who = signInOf(phone, body.name, false);
      return { who, ...heldAnyway, news: () => Promise.resolve(undefined) };
    },
    phoneOf: (typed) => toE164(typed, 'open'),
    prove: () => Promise.resolve(heldAnyway),
    sendCode: ({ phone }) => Promise.resolve(toE164(phone, 'open') === null ? badPhone() : null),
  };
}

/** AUTH=code: anyone who holds the phone; the code that was sent to it proves that. */
export function codeSignIn(ports: {
  readonly limits: Limits;
  readonly codes: LoginCodes;
  readonly proofs: Proofs;
  readonly sendSms: SendSms;
  readonly counters: Counters;
  readonly nowMs: () => number;
}): SignInMethod {
  const { limits, codes, proofs, sendSms, counters, nowMs } = ports;
  /** The code, if it is right; it is not used up by this. */
  const tried = async ({ code, ...given }: MaybeCode, asker: Asker) => {
    const seconds = await limits.signIn(asker);
    if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
    if (code === undefined) return badCode();
    const { device } = asker;
    const right = device === null ? null : await codes.check({ ...given, code }, device, nowMs());
    counters.guess(right === null ? 'wrong' : 'right');
    return right ?? badCode();
  };
  const held = (right: RightCode): Held => ({
    useUp: async () => ((await codes.useUp(right, nowMs())) ? null : badCode()),
    signedIn: (userId) => codes.signedIn(userId, right, nowMs()),
  });
  return {
    mode: 'code',
    async check(body, asker) {
      const phone = toE164(body.phone, 'code');
      if (phone === null) return badPhone();
      const right = await tried({ phone, code: body.code, purpose: 'sign_in' }, asker);
      if ('refusal' in right) return right;
      return {
        who: signInOf(phone, body.name, true),
        ...held(right),
        news: () => codes.news(phone, right.device, nowMs()),
      };
    },
    phoneOf: (typed) => toE164(typed, 'code'),
    async prove(given, asker) {
      const right = await tried(given, asker);
      return 'refusal' in right ? right : held(right);
    },
    async sendCode({ phone: typed, proof }, purpose, asker) {
      const phone = toE164(typed, 'code');
      if (phone === null) return badPhone();
      const { device } = asker;
      const standing = await codes.standing(phone, device);
      // As hard for a number that has an account here as for any other: nobody learns of one by this.
      const bits = standing === 'device' ? 0 : await limits.proofBits();
      const isProven = bits === 0 || (proof !== undefined && (await proofs.isSolved(phone, proof)));
      if (!isProven) {
        counters.refusal('code proof');
        return refuse('proof_required', { proof: proofs.challenge(phone, bits) });
      }
      const seconds = await limits.code(asker, phone, standing);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      const code = await codes.create(phone, device, purpose, nowMs());
      const isSent = await sendSms(phone, `${code} is your Foray code ${purposeTexts[purpose]}.`);
      counters.code(isSent ? 'sent' : 'failed');
      return isSent ? null : refuse('unavailable', { retryAfterSeconds: 30 });
    },
  };
}

function signInOf(phone: string, name: string, verified: boolean): SignIn {
  return { phone, name, placeholder: name === placeholderName, verified };
}

/** What was typed is no phone number. */
export function badPhone(): Refused {
  return refuse('invalid', { fields: { phone: 'malformed' } });
}

/** A code is wrong, or there was none. */
export function badCode(): Refused {
  return refuse('invalid_code', { fields: { code: 'malformed' } });
}
