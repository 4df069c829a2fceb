import { csrfCookie, sessionCookie } from '@foray/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NewSession, Session } from '../db/sessions.ts';
import { sessionLifeMs } from '../db/sessions.ts';
import type { Csrf } from './csrf.ts';

export type Cookies = ReturnType<typeof createCookies>;

/**
 * Sets and clears the two cookies of a server that people reach under `publicUrl` (null: as listened);
 * Secure if the browser came by TLS.
 */
export function createCookies(csrf: Csrf, publicUrl: string | null) {
  const shared = (reply: FastifyReply) => ({
    path: '/',
    sameSite: 'lax' as const,
    secure: publicUrl?.startsWith('https:') === true || reply.request.protocol === 'https',
    maxAge: sessionLifeMs / 1000,
  });
  const setSession = (reply: FastifyReply, token: string) =>
    void reply.setCookie(sessionCookie, token, { ...shared(reply), httpOnly: true });
  const protect = (reply: FastifyReply, session: Session | null) =>
    void reply.setCookie(csrfCookie, csrf.issue(session), shared(reply));
  return {
    /** A fresh anti-forgery token. */
    protect,
    /** The session's token, and with it an anti-forgery token of that session. */
    signIn(reply: FastifyReply, { token, session }: NewSession): void {
      setSession(reply, token);
      protect(reply, session);
    },
    /** Lets the session's cookie live as long as the session, which has just been made to last. */
    renew(request: FastifyRequest, reply: FastifyReply): void {
      const token = request.cookies[sessionCookie];
      if (token !== undefined) setSession(reply, token);
    },
    /** Clears the session's cookie, and sets an anti-forgery token without a user. */
    signOut(reply: FastifyReply): void {
      const { maxAge: _, ...options } = shared(reply);
      reply.clearCookie(sessionCookie, { ...options, httpOnly: true });
      protect(reply, null);
    },
  };
}
