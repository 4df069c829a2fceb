import type { AuthMode } from '@foray/contract';
import type { Config } from '../config/config.ts';
import type { ServerKeys } from '../config/keys.ts';
import { createSessions } from '../db/account/sessions.ts';
import type { StandbyDatabases } from '../db/pool/standbys.ts';
import type { Connection } from '../db/tables/schema.ts';
import { createCookies } from '../http/auth/cookies.ts';
import { createFindSession, createGuard, modesCounting } from '../http/auth/guard.ts';
import { createAccountBounds } from '../http/limits/account-bounds.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';

/** The checks before a request's handler: the session of its cookie, the guard, the account's limits. */
export function createEntrance(
  config: Pick<Config, 'publicUrl' | 'rateLimits' | 'account' | 'tuning'>,
  ports: {
    readonly db: Connection;
    readonly standbys: StandbyDatabases | undefined;
    readonly keys: Pick<ServerKeys, 'csrf'>;
    readonly mode: AuthMode;
    readonly counters: Pick<MetricCounters, 'refusal'>;
    readonly nowMs: () => number;
  },
) {
  const { db, standbys, keys, mode, counters, nowMs } = ports;
  const sessions = createSessions(db, standbys);
  const cookies = createCookies(keys.csrf, config.publicUrl);
  const modes = modesCounting(mode);
  const bounds = createAccountBounds({
    account: config.account,
    connections: config.tuning.connections,
    isOn: config.rateLimits === 'on',
    nowMs,
    onRefused: counters.refusal,
  });
  const findSession = createFindSession(sessions, cookies, modes, nowMs);
  const guard = createGuard(findSession, cookies, config.publicUrl, bounds.callBound);
  return {
    sessions,
    cookies,
    bounds,
    guard,
    /** The feed positions of these sessions' users; ended sessions are missing. */
    heartbeats: (ids: readonly number[]) => sessions.heartbeats(ids, modes, nowMs()),
  };
}
