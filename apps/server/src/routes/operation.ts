import type { Authority } from '@foray/authority';
import { minProtocol, openApiDocument, protocol } from '@foray/contract';
import type { AuthMode, operationRoutes } from '@foray/contract';
import type { Handlers } from '../http/bind.ts';
import { refuse } from '../http/errors.ts';

/** The configuration, this API's description, and probes. */
export function operationHandlers(ports: {
  readonly authority: Authority;
  readonly mode: AuthMode;
  readonly isReady: () => Promise<boolean>;
}): Handlers<keyof typeof operationRoutes> {
  const { authority, mode, isReady } = ports;
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
      return { status: 200, body: { ok: true } };
    },
    async isReady() {
      return (await isReady())
        ? { status: 200, body: { ok: true } }
        : refuse('unavailable', { retryAfterSeconds: 2 });
    },
  };
}
