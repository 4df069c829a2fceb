import { refusalOfNumber } from '../config/code-numbers.ts';
import type { CodeNumbers } from '../config/code-numbers.ts';
import type { KnownBrowsers } from '../db/account/known-browsers.ts';
import type { LoginCodes, SentFor } from '../db/account/login-codes.ts';
import { toE164 } from '../http/auth/phone-number.ts';
import type { SendSms } from '../http/auth/sms.ts';
import type { AskerTrust, CodeRefusal } from '../http/limits/code-limits.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { Proofs } from '../http/limits/proofs.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { refuse } from '../http/wire/errors.ts';
import { badPhone } from './sign-in-method.ts';
import type { SendCode } from './sign-in-method.ts';

/** The purpose of a code, as its message says it. */
const purposeTexts: Readonly<Record<SentFor, string>> = {
  sign_in: 'to sign in',
  delete_account: 'to delete your account',
  end_sessions: 'to log out everywhere',
  export: 'to save everything that is kept about you',
  change_number: 'to give your account another number',
  new_number: 'to give your account this number',
  recovery_codes: 'to make recovery codes',
  any: 'to sign in, or to confirm what you do with your account',
};

/** Purposes of codes that go to the caller's own number: the session shows that it has an account. */
const ownPurposes: ReadonlySet<SentFor> = new Set([
  'delete_account',
  'end_sessions',
  'export',
  'change_number',
  'recovery_codes',
]);

/** Sends codes within the limits; a stranger may have to solve a proof of work first. */
export function createCodeSender(ports: {
  readonly limits: Pick<Limits, 'code' | 'costOfCode'>;
  readonly codeNumbers: CodeNumbers;
  readonly codes: Pick<LoginCodes, 'create'>;
  readonly browsers: Pick<KnownBrowsers, 'isKnown'>;
  readonly proofs: Proofs;
  readonly sendSms: SendSms;
  readonly counters: Pick<MetricCounters, 'code' | 'refusal'>;
  readonly nowMs: () => number;
}): SendCode {
  const { limits, codeNumbers, codes, browsers, proofs, sendSms, counters, nowMs } = ports;
  return async ({ phone: typed, proof }, purpose, asker) => {
    const phone = toE164(typed, 'code');
    if (phone === null) return badPhone();
    const { device } = asker;
    const refusedFor = (refused: CodeRefusal) => {
      if ('seconds' in refused) {
        return refuse('rate_limited', { retryAfterSeconds: refused.seconds });
      }
      counters.refusal('code proof');
      return refuse('proof_required', { proof: proofs.challenge(phone, refused.bits) });
    };
    let trust: AskerTrust = 'known browser';
    if (!(await browsers.isKnown(phone, device))) {
      const problem = ownPurposes.has(purpose) ? null : refusalOfNumber(phone, codeNumbers);
      if (problem !== null) return refuse('number_unsupported', { fields: { phone: problem } });
      const cost = await limits.costOfCode(asker, phone);
      const isProven =
        cost !== null &&
        'bits' in cost &&
        proof !== undefined &&
        // The cost may have risen by one bit while the proof was computed.
        (await proofs.isSolved(phone, proof, cost.bits - 1));
      if (cost !== null && !isProven) return refusedFor(cost);
      trust = isProven ? 'proven' : 'stranger';
    }
    const refused = await limits.code(asker, phone, trust);
    if (refused !== null) return refusedFor(refused);
    const code = await codes.create(phone, device, purpose, nowMs());
    const isSent = await sendSms(phone, `${code} is your Foray code ${purposeTexts[purpose]}.`);
    counters.code(isSent ? 'sent' : 'failed');
    return isSent ? null : refuse('unavailable', { retryAfterSeconds: 30 });
  };
}
