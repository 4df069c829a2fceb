import { csrfCookie, headerNames } from '@foray/contract';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../db/sessions.ts';
import { keyedHash } from './keys.ts';

export type Csrf = ReturnType<typeof createCsrf>;

/**
 * Anti-forgery tokens, signed with `key` (API-01): random, signed, and bound to the session they were
 * made in, or to there being none. A token of one session is worth nothing in another, so signing in
 * and out changes it.
 */
export function createCsrf(key: Buffer) {
  const sign = (id: string, session: Session | null) =>
    keyedHash(key, `${session === null ? 'nobody' : `session ${session.id}`}\n${id}`);
  return {
    /** A new token for a session, or for no session. */
    issue(session: Session | null): string {
      const id = randomBytes(16).toString('base64url');
      return `${id}.${sign(id, session).toString('base64url')}`;
    },
    /** Whether the cookie and the header carry the same token, and it is one of this session. */
    holds(request: FastifyRequest, session: Session | null): boolean {
      const token = request.headers[headerNames.csrf];
      if (typeof token !== 'string' || token !== request.cookies[csrfCookie]) return false;
      const [id = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(id, session);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
