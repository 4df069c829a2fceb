import type { Caller, Standing } from '@foray/authority';
import { formatPosition, headerNames, needsToken, routes } from '@foray/contract';
import type { AuthMode, Route } from '@foray/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionStore } from '../../db/account/sessions.ts';
import type { StoredSession } from '../../db/account/session-reads.ts';
import { header, isFromElsewhere, isOtherActor, isTooOld, positionsOf } from './client-checks.ts';
import type { Cookies } from './cookies.ts';
import { refuse, sendRefusal } from '../wire/errors.ts';
import type { MinuteBound } from '../limits/minute-bound.ts';

/** The hook that a route needs before its body is read, according to its table. */
export type Guard = (
  route: Route,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** A session as a caller of the authority, with the device's headers of this request. */
export type CallerSession = StoredSession & Caller;

/** The modes whose sessions are accepted: a server that requires codes accepts no session without one. */
export function modesCounting(mode: AuthMode): readonly AuthMode[] {
  return mode === 'code' ? ['code'] : ['open', 'code'];
}

/** Finds the session of a request by its cookie, in one of the modes. */
export function createFindSession(
  sessions: SessionStore,
  { sessionTokenOf }: Pick<Cookies, 'sessionTokenOf'>,
  modes: readonly AuthMode[],
  nowMs: () => number,
) {
  return async (request: FastifyRequest, mayLag: boolean): Promise<StoredSession | null> => {
    const found = sessionTokenOf(request);
    return found === null ? null : sessions.find(found, modes, nowMs(), mayLag);
  };
}

/** The routes that a standby may answer (decision 0190): the pulls and searches of devices. */
const laggingReads: ReadonlySet<Route> = new Set([
  routes.pullStreams,
  routes.listItems,
  routes.listChanges,
  routes.searchItems,
]);

/**
 * The routes by which a person ends sessions: a thief who floods the server with calls in a stolen session
 * cannot block them.
 */
const endingSessions: ReadonlySet<string> = new Set([
  '/api/logout',
  '/api/sessions',
  '/api/sessions/:id',
]);

/** Whether a call counts towards the limits of an account. */
export function isBoundedCall({ path }: Route): boolean {
  return !endingSessions.has(path);
}

/**
 * Refuses, in this order: a device that is too old, a missing session, a missing or wrong anti-forgery
 * token or a page of another origin, data of another user, a call that `callBound` rejects. The body is not
 * read before that. `request.session` has the session, for which the authority checks the device's
 * positions; its response becomes X-Position.
 */
export function createGuard(
  findSession: ReturnType<typeof createFindSession>,
  cookies: Cookies,
  publicUrl: string | null,
  callBound: MinuteBound,
): Guard {
  return (route) => {
    const needsSession = route.auth === 'session';
    const isChange = needsToken(route);
    const isBounded = isBoundedCall(route);
    const mayLag = laggingReads.has(route);
    const readsSession = needsSession || isChange || route.path === '/csrf-cookie';
    return async (request, reply) => {
      if (needsSession && isTooOld(request)) return sendRefusal(reply, refuse('too_old'));
      if (!readsSession) return undefined;
      const session = await findSession(request, mayLag);
      request.session = session === null ? null : callerOf(session, request, reply);
      if (needsSession && session === null) return sendRefusal(reply, refuse('unauthenticated'));
      if (session !== null) cookies.keep(request, reply, session);
      const isForged =
        isChange && (isFromElsewhere(request, publicUrl) || !cookies.isProtected(request, session));
      if (isForged) return sendRefusal(reply, refuse('csrf'));
      if (!needsSession || session === null) return undefined;
      if (isOtherActor(request, session.userId)) return sendRefusal(reply, refuse('wrong_actor'));
      const retryAfterSeconds = isBounded ? callBound(session.userId, session.raised?.calls) : null;
      if (retryAfterSeconds === null) return undefined;
      return sendRefusal(reply, refuse('rate_limited', { retryAfterSeconds }));
    };
  };
}

function callerOf(
  session: StoredSession,
  request: FastifyRequest,
  reply: FastifyReply,
): CallerSession {
  return {
    ...session,
    sessionId: session.id,
    epoch: header(request, headerNames.epoch),
    positions: positionsOf(request),
    onPosition: (standing) => {
      request.standing = standing;
      void reply.header(headerNames.position, formatPosition(standing));
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the guard of the route found; null if the route needs none or there is none. */
    session: CallerSession | null;
    /** The feed position of the caller in the last transaction of this request; null before the first. */
    standing: Standing | null;
  }
}
