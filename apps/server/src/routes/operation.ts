import type { Authority } from '@foray/authority';
import { minProtocol, openApiDocument, protocol } from '@foray/contract';
import type { AuthMode, operationRoutes } from '@foray/contract';
import type { Handlers } from '../http/server/bind.ts';
import type { Database } from '../db/pool/database.ts';
import type { StandbyDatabases } from '../db/pool/standbys.ts';
import { readState } from '../db/upkeep/clean-up-turn.ts';
import { refuse } from '../http/wire/errors.ts';

/** The handlers of the configuration, the description of this API, and the probes. */
export function operationHandlers(ports: {
  readonly authority: Authority;
  readonly mode: AuthMode;
  readonly retryAfterSeconds: number;
  readonly database: Pick<Database, 'isStuck' | 'kysely'>;
  readonly standbys: Pick<StandbyDatabases, 'reports'> | undefined;
  readonly isReady: () => Promise<boolean>;
}): Handlers<keyof typeof operationRoutes> {
  const { authority, mode, retryAfterSeconds, database, standbys, isReady } = ports;
  const away = refuse('unavailable', { retryAfterSeconds });
  const document = { ...openApiDocument() };
  return {
    async getConfig() {
      const [epoch, now] = [authority.epoch(), authority.now()];
      return { status: 200, body: { protocol, minProtocol, auth: mode, epoch, now } };
    },
    async getOpenApi() {
      return { status: 200, body: document };
    },
    async isAlive() {
      return database.isStuck() ? away : { status: 200, body: { ok: true } };
    },
    async isReady() {
      if (!(await isReady())) return away;
      const cleanUp = await readState(database.kysely);
      const replicas = standbys?.reports().map(({ state, lagBytes, lagSeconds }) => ({
        state,
        lag_bytes: lagBytes,
        lag_seconds: lagSeconds,
      }));
      return {
        status: 200,
        body: { ok: true, ...(cleanUp && { clean_up: cleanUp }), ...(replicas && { replicas }) },
      };
    },
  };
}
