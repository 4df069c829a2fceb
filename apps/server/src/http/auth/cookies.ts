import { csrfCookie, deviceCookie, headerNames, hostPrefix, sessionCookie } from '@foray/contract';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NewSession } from '../../db/account/sessions.ts';
import type { StoredSession, SessionToken } from '../../db/account/session-reads.ts';
import { sessionLifeMs } from '../../db/account/session-reads.ts';
import { keyedHashes } from '../../config/keys.ts';
import type { Keys } from '../../config/keys.ts';

/** The maximum time for which browsers keep a cookie. */
const deviceLifeSeconds = 400 * 86_400;

export type Cookies = ReturnType<typeof createCookies>;

/**
 * Sets, checks and clears the cookies of a server that people reach under `publicUrl` (null: as listened).
 * They are Secure if the browser connected by TLS, and those that scripts cannot read then have the prefix
 * of a cookie that only this host can set. A session's cookie without the prefix, as older versions set it,
 * is read if there is none with it, and gets a prefixed one beside it: it stays until the next sign-in, for
 * a node of an older version. Anti-forgery tokens (API-01) are random, signed with a key, and bound to the
 * session in which they were made, or to the absence of one. A token of one session is worth nothing in
 * another, so signing in and out changes it.
 */
export function createCookies(keys: Keys, publicUrl: string | null) {
  const isSecure = ({ protocol }: FastifyRequest) =>
    publicUrl?.startsWith('https:') === true || protocol === 'https';
  const nameOf = (request: FastifyRequest, name: string) =>
    isSecure(request) ? `${hostPrefix}${name}` : name;
  const shared = (reply: FastifyReply) => ({
    path: '/',
    sameSite: 'lax' as const,
    secure: isSecure(reply.request),
    maxAge: sessionLifeMs / 1000,
  });
  const signatures = (id: string, session: StoredSession | null) =>
    keyedHashes(keys, `${session === null ? 'nobody' : `session ${session.id}`}\n${id}`);
  const setHidden = (reply: FastifyReply, name: string, value: string, maxAge?: number) => {
    const life = maxAge === undefined ? {} : { maxAge };
    const options = { ...shared(reply), httpOnly: true, ...life };
    void reply.setCookie(nameOf(reply.request, name), value, options);
  };
  const setSession = (reply: FastifyReply, token: string) => setHidden(reply, sessionCookie, token);
  const clear = (reply: FastifyReply, name: string) => {
    const { maxAge: _, ...options } = shared(reply);
    if (reply.request.cookies[name] !== undefined) {
      reply.clearCookie(name, { ...options, httpOnly: true });
    }
  };
  const protect = (reply: FastifyReply, session: StoredSession | null) => {
    const id = randomBytes(16).toString('base64url');
    const token = `${id}.${signatures(id, session)[0].toString('base64url')}`;
    void reply.setCookie(csrfCookie, token, shared(reply));
  };
  const sessionTokenOf = (request: FastifyRequest): SessionToken | null => {
    const { [`${hostPrefix}${sessionCookie}`]: prefixed, [sessionCookie]: plain } = request.cookies;
    if (prefixed !== undefined) return { token: prefixed, isFormerName: false };
    return plain === undefined ? null : { token: plain, isFormerName: isSecure(request) };
  };
  return {
    sessionTokenOf,
    /** The name by which this browser is distinguished from others; null if it has none. */
    deviceOf(request: FastifyRequest): string | null {
      const name = request.cookies[nameOf(request, deviceCookie)];
      return name !== undefined && /^[\w-]{22}$/.test(name) ? name : null;
    },
    /** Gives this browser a name: 128 random bits. */
    nameDevice(reply: FastifyReply): string {
      const name = randomBytes(16).toString('base64url');
      setHidden(reply, deviceCookie, name, deviceLifeSeconds);
      return name;
    },
    /** Sets a new anti-forgery token, for a session or for none. */
    protect,
    /**
     * Whether the cookie and the header carry the same anti-forgery token, and it belongs to this session.
     */
    isProtected(request: FastifyRequest, session: StoredSession | null): boolean {
      const token = request.headers[headerNames.csrf];
      if (typeof token !== 'string' || token !== request.cookies[csrfCookie]) return false;
      const [id = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      return signatures(id, session).some(
        (expected) => given.length === expected.length && timingSafeEqual(given, expected),
      );
    },
    /** The session's token, and with it an anti-forgery token of that session. */
    signIn(reply: FastifyReply, { token, session }: NewSession): void {
      setSession(reply, token);
      if (isSecure(reply.request)) clear(reply, sessionCookie);
      protect(reply, session);
    },
    /**
     * Extends the cookie of the session that was found, if the session has just been extended, and replaces
     * a cookie without the prefix by one with it.
     */
    keep(request: FastifyRequest, reply: FastifyReply, { renewed }: StoredSession): void {
      const found = sessionTokenOf(request);
      if (found !== null && (renewed || found.isFormerName)) setSession(reply, found.token);
    },
    /** Clears the session's cookie, and sets an anti-forgery token without a user. */
    signOut(reply: FastifyReply): void {
      for (const prefix of [hostPrefix, '']) clear(reply, `${prefix}${sessionCookie}`);
      protect(reply, null);
    },
  };
}
