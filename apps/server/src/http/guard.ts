import type { Caller, Standing } from '@foray/authority';
import { formatPosition, headerNames, needsToken } from '@foray/contract';
import type { AuthMode, Route } from '@foray/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session, Sessions } from '../db/sessions.ts';
import { header, isFromElsewhere, isOtherActor, isTooOld, positionsOf } from './client-checks.ts';
import { sessionTokenOf } from './cookies.ts';
import type { Cookies } from './cookies.ts';
import { refuse, sendRefusal } from './errors.ts';
import type { MinuteBound } from './minute-bound.ts';

/** The hook that a route needs before its body is read, from what its table says. */
export type Guard = (
  route: Route,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** A session as a caller of the authority, with what the device said of its data in this request. */
export type CallerSession = Session & Caller;

/** The modes whose sessions count: where codes are asked for, none made without one does. */
export function modesCounting(mode: AuthMode): readonly AuthMode[] {
  return mode === 'code' ? ['code'] : ['open', 'code'];
}

/** Finds the session of a request by its cookie, in one of the modes. */
export function createFindSession(
  sessions: Sessions,
  modes: readonly AuthMode[],
  nowMs: () => number,
) {
  return async (request: FastifyRequest): Promise<Session | null> => {
    const token = sessionTokenOf(request);
    return token === undefined ? null : sessions.find(token, modes, nowMs());
  };
}

/** What a person ends sessions by: anyone who has stolen one, and makes calls in it, cannot keep them from it. */
const endingSessions: ReadonlySet<string> = new Set([
  '/api/logout',
  '/api/sessions',
  '/api/sessions/:id',
]);

/** Whether a call counts towards what an account may do. */
export function isBoundedCall({ path }: Route): boolean {
  return !endingSessions.has(path);
}

/**
 * Refuses, in this order: a device that is too old, a missing session, a missing or wrong anti-forgery
 * token or a page of another origin, data of another user, a call for which `callBound` has no room. Nothing of
 * the body has been read by then. The session is left in `request.session`; in its name the authority checks the
 * device's positions, and what it answers becomes X-Position.
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
    const readsSession = needsSession || isChange || route.path === '/csrf-cookie';
    return async (request, reply) => {
      if (needsSession && isTooOld(request)) return sendRefusal(reply, refuse('too_old'));
      if (!readsSession) return undefined;
      const session = await findSession(request);
      request.session = session === null ? null : callerOf(session, request, reply);
      if (needsSession && session === null) return sendRefusal(reply, refuse('unauthenticated'));
      if (session !== null) cookies.keep(request, reply, session);
      const isForged =
        isChange && (isFromElsewhere(request, publicUrl) || !cookies.isProtected(request, session));
      if (isForged) return sendRefusal(reply, refuse('csrf'));
      if (!needsSession || session === null) return undefined;
      if (isOtherActor(request, session.userId)) return sendRefusal(reply, refuse('wrong_actor'));
      const retryAfterSeconds = isBounded ? callBound(session.userId) : null;
      if (retryAfterSeconds === null) return undefined;
      return sendRefusal(reply, refuse('rate_limited', { retryAfterSeconds }));
    };
  };
}

function callerOf(session: Session, request: FastifyRequest, reply: FastifyReply): CallerSession {
  return {
    ...session,
    sessionId: session.id,
    epoch: header(request, headerNames.epoch),
    positions: positionsOf(request),
    onStanding: (standing) => {
      request.standing = standing;
      void reply.header(headerNames.position, formatPosition(standing));
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the guard of the route found; null where it needs none or found none. */
    session: CallerSession | null;
    /** Where the caller's feed stood in the last transaction of this request; null before the first. */
    standing: Standing | null;
  }
}
