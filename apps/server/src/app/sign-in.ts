import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { ServerKeys } from '../config/keys.ts';
import { createKnownBrowsers } from '../db/account/known-browsers.ts';
import { createLoginCodes } from '../db/account/login-codes.ts';
import { createRecoveryCodes } from '../db/account/recovery-codes.ts';
import type { Connection } from '../db/tables/schema.ts';
import { createSms } from '../http/auth/sms.ts';
import type { Limits } from '../http/limits/limits.ts';
import { createProofs } from '../http/limits/proofs.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { createCodeSender } from '../routes/code-sender.ts';
import { codeSignIn, openSignIn } from '../routes/sign-in-method.ts';
import type { SignInMethod } from '../routes/sign-in-method.ts';

/** The configured method of signing in, over the tables of the database. */
export function createSignIn(
  { auth, codeNumbers }: Pick<Config, 'auth' | 'codeNumbers'>,
  ports: {
    readonly db: Connection;
    readonly keys: ServerKeys;
    readonly limits: Limits;
    readonly counters: MetricCounters;
    readonly log: FastifyBaseLogger;
    readonly nowMs: () => number;
  },
): SignInMethod {
  const { db, keys, limits, counters, log, nowMs } = ports;
  if (auth.mode === 'open') return openSignIn(limits);
  const tables = {
    codes: createLoginCodes(db, keys.codes),
    browsers: createKnownBrowsers(db, keys),
    recovery: createRecoveryCodes(db, keys),
  };
  const sendCode = createCodeSender({
    ...tables,
    limits,
    codeNumbers,
    proofs: createProofs({ keys: keys.proofs, nowMs, isFirstUse: limits.isFirstUse }),
    sendSms: createSms(auth.sms, log),
    counters,
    nowMs,
  });
  return codeSignIn({ ...tables, limits, sendCode, counters, nowMs });
}
