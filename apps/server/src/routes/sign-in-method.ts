import type { SignIn } from '@foray/authority';
import type { AuthMode, LoginBody } from '@foray/contract';
import type { LoginCodes } from '../db/login-codes.ts';
import { refuse } from '../http/errors.ts';
import type { Refused } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import { toE164 } from '../http/phone-number.ts';
import type { SendSms } from '../http/sms.ts';

/** Who signs in, as far as it is proven; a code can be used once. */
export interface Proof {
  readonly who: SignIn;
  /** Uses up what proved it; a refusal if another request just did. */
  readonly useUp: () => Promise<Refused | null>;
}

/** How this server identifies a user. */
export interface SignInMethod {
  readonly mode: AuthMode;
  /** Who signs in, if what they sent proves it here. */
  check(body: LoginBody, address: string): Promise<Proof | Refused>;
  /** Sends a code, where codes are sent; null if all is well. */
  sendCode(phone: string, address: string): Promise<Refused | null>;
}

/** Onboarding's stand-in for a name; a real one replaces it later (product decisions, "Signing in"). */
const placeholderName = 'New user';
/** What the onboarding's code step accepts in AUTH=open. */
const openCode = '123456';

/** AUTH=open: phone and name are enough; a code may come along, and must then be the test code. */
export function openSignIn(limits: Limits): SignInMethod {
  return {
    mode: 'open',
    async check(body, address) {
      const phone = toE164(body.phone, 'open');
      if (phone === null) return badPhone();
      const seconds = await limits.signIn(address, phone);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      if (body.code !== undefined && body.code !== openCode) return badCode();
      const who = signInOf(phone, body.name, false);
      return { who, useUp: () => Promise.resolve(null) };
    },
    sendCode: (phone) => Promise.resolve(toE164(phone, 'open') === null ? badPhone() : null),
  };
}

/** AUTH=code: anyone who holds the phone; the code that was sent to it proves that. */
export function codeSignIn(ports: {
  readonly limits: Limits;
  readonly codes: LoginCodes;
  readonly sendSms: SendSms;
  readonly nowMs: () => number;
}): SignInMethod {
  const { limits, codes, sendSms, nowMs } = ports;
  return {
    mode: 'code',
    async check(body, address) {
      const phone = toE164(body.phone, 'code');
      if (phone === null) return badPhone();
      const seconds = await limits.signIn(address, phone);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      const id = body.code === undefined ? null : await codes.check(phone, body.code, nowMs());
      if (id === null) return badCode();
      return {
        who: signInOf(phone, body.name, true),
        useUp: async () => ((await codes.useUp(id, nowMs())) ? null : badCode()),
      };
    },
    async sendCode(typed, address) {
      const phone = toE164(typed, 'code');
      if (phone === null) return badPhone();
      const seconds = await limits.code(address, phone);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      const code = await codes.create(phone, nowMs());
      const isSent = await sendSms(phone, `${code} is your Foray code.`);
      return isSent ? null : refuse('unavailable', { retryAfterSeconds: 30 });
    },
  };
}

function signInOf(phone: string, name: string, verified: boolean): SignIn {
  return { phone, name, placeholder: name === placeholderName, verified };
}

function badPhone(): Refused {
  return refuse('invalid', { fields: { phone: 'malformed' } });
}

function badCode(): Refused {
  return refuse('invalid_code', { fields: { code: 'malformed' } });
}
