import { sessionCookie } from '@foray/contract';
import type { AuthMode, Route } from '@foray/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session, Sessions } from '../db/sessions.ts';
import { isTooOld, mismatchOf } from './client-checks.ts';
import type { Cookies } from './cookies.ts';
import type { Csrf } from './csrf.ts';
import { refuse, sendRefusal } from './errors.ts';

/** The hook that a route needs before its body is read, from what its table says. */
export type Guard = (
  route: Route,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Finds the session that a request came with, if it lives and counts in this mode. */
export type FindSession = (request: FastifyRequest) => Promise<Session | null>;

/** What the guard asks. */
export interface GuardPorts {
  readonly findSession: FindSession;
  readonly csrf: Csrf;
  readonly cookies: Cookies;
  readonly epoch: string;
}

/** Reads sessions by their cookie: where codes are asked for, none made without one counts. */
export function createFindSession(
  sessions: Sessions,
  mode: AuthMode,
  nowMs: () => number,
): FindSession {
  const modes: readonly AuthMode[] = mode === 'code' ? ['code'] : ['open', 'code'];
  return async (request) => {
    const token = request.cookies[sessionCookie];
    return token === undefined ? null : sessions.find(token, modes, nowMs());
  };
}

/**
 * Refuses, in this order: a device that is too old, a missing session, a missing or wrong anti-forgery
 * token, data of another user, data of another epoch. Nothing of the body has been read by then. The
 * session is left in `request.session`.
 */
export function createGuard(ports: GuardPorts): Guard {
  const { findSession, csrf, cookies, epoch } = ports;
  return (route) => {
    const needsSession = route.auth === 'session';
    const readsSession = needsSession || route.csrf || route.path === '/csrf-cookie';
    return async (request, reply) => {
      if (needsSession && isTooOld(request)) return sendRefusal(reply, refuse('too_old'));
      if (!readsSession) return undefined;
      const session = await findSession(request);
      request.session = session;
      if (needsSession && session === null) return sendRefusal(reply, refuse('unauthenticated'));
      if (session?.renewed) cookies.renew(request, reply);
      if (route.csrf && !csrf.holds(request, session)) return sendRefusal(reply, refuse('csrf'));
      if (!needsSession || session === null) return undefined;
      const mismatch = mismatchOf(request, session.userId, epoch);
      return mismatch === null ? undefined : sendRefusal(reply, refuse(mismatch));
    };
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the guard of the route found; null where it needs none or found none. */
    session: Session | null;
  }
}
