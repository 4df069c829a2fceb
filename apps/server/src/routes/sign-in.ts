import type { Authority } from '@foray/authority';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SentFor } from '../db/account/login-codes.ts';
import type { SessionStore } from '../db/account/sessions.ts';
import type { StoredSession } from '../db/account/session-reads.ts';
import type { Cookies } from '../http/auth/cookies.ts';
import type { CallerSession } from '../http/auth/guard.ts';
import type { Handlers } from '../http/server/bind.ts';
import { refuse } from '../http/wire/errors.ts';
import type { RouteRefusal } from '../http/wire/errors.ts';
import { askerOf } from './owner-proof.ts';
import type { CheckInvitation } from './invitations.ts';
import { badPhone } from './sign-in-method.ts';
import type { SignInMethod } from './sign-in-method.ts';

/** The means of signing in and out. */
export interface SignInPorts {
  readonly authority: Authority;
  readonly sessions: SessionStore;
  readonly cookies: Cookies;
  readonly method: SignInMethod;
  readonly checkInvitation: CheckInvitation;
  /** Whether the operator has suspended the account of this number (E.164). */
  readonly isSuspended: (phone: string) => Promise<boolean>;
  readonly nowMs: () => number;
}

/** Signing in and out (product.md, "Signing in"). */
export function signInHandlers(
  ports: SignInPorts,
): Handlers<'getCsrfCookie' | 'login' | 'requestLoginCode' | 'logout'> {
  const { authority, sessions, cookies, method, checkInvitation, isSuspended, nowMs } = ports;

  /**
   * Replaces the former session by a new one, so that no token survives a sign-in; null, or the refusal if the
   * account has just been suspended.
   */
  async function rotate(
    request: FastifyRequest,
    reply: FastifyReply,
    previous: StoredSession | null,
    { userId, isNewDevice }: { readonly userId: number; readonly isNewDevice: boolean },
  ): Promise<RouteRefusal | null> {
    const { browser } = askerOf(request, cookies);
    const kind = isNewDevice ? 'signed_in_new_device' : 'signed_in';
    const made = await sessions.create(userId, method.mode, browser, nowMs(), kind);
    if (made === 'suspended') return suspended();
    // Signing in again in a browser is one event.
    const end = previous?.userId === userId ? null : 'signed_out';
    if (previous !== null) await sessions.end(previous, previous.id, nowMs(), end);
    cookies.signIn(reply, made);
    return null;
  }

  /** Whether somebody else is signed in. */
  async function isOther(session: CallerSession | null, phone: string): Promise<boolean> {
    const me = session === null ? null : await authority.me(session);
    return me !== null && me.phone !== phone;
  }

  /**
   * Prevents a person from having a code for an owner's action sent to others: null, or why the caller may
   * not ask.
   */
  async function refuseToAsk(
    purpose: SentFor,
    typed: string,
    session: CallerSession | null,
  ): Promise<RouteRefusal | null> {
    if (purpose === 'sign_in' || purpose === 'any') return null;
    const me = session === null ? null : await authority.me(session);
    if (me === null) return refuse('unauthenticated');
    if (purpose === 'new_number') return null;
    return method.phoneOf(typed) === me.phone ? null : badPhone();
  }

  return {
    async getCsrfCookie({ reply, session }) {
      cookies.protect(reply, session);
      return { status: 204, body: undefined };
    },
    async login({ body, session, request, reply }) {
      const asker = askerOf(request, cookies);
      // No code was requested in this browser: the request would have named the browser.
      const needsName = body.recovery_code !== undefined || body.invitation !== undefined;
      const isNamed = asker.device !== null || !needsName;
      const device = isNamed ? asker.device : cookies.nameDevice(reply);
      const sender = { ...asker, device };
      const { invitation, attempt } = body;
      const proof =
        invitation === undefined
          ? await method.check(body, sender)
          : await checkInvitation({ token: invitation, attempt }, body.name, sender);
      if ('refusal' in proof) return proof;
      if (invitation !== undefined && (await isOther(session, proof.who.phone))) {
        return refuse('wrong_actor');
      }
      const { who, useUp, news, signedIn } = proof;
      // Only a person who has proven the number learns this.
      if (await isSuspended(who.phone)) return suspended();
      // The code is accepted once more, together with the answer to the question.
      const isUnclear = who.verified && body.start === undefined;
      if (isUnclear && (await authority.mustChooseStart(who.phone))) return refuse('start_unclear');
      const refused = await useUp();
      if (refused !== null) return refused;
      const told = await news();
      const user = await authority.signIn({ ...who, start: body.start, news: told });
      await signedIn(user.id);
      const isNewDevice = told?.isNewDevice ?? false;
      const late = await rotate(request, reply, session, { userId: user.id, isNewDevice });
      return late ?? { status: 200, body: { user } };
    },
    async requestLoginCode({ body, session, request, reply }) {
      // An app from before purposes existed requests a code in a session for its next action, or to sign in
      // again.
      const { purpose = session === null ? 'sign_in' : 'any' } = body;
      const notTheirs = await refuseToAsk(purpose, body.phone, session);
      if (notTheirs !== null) return notTheirs;
      const device = cookies.deviceOf(request) ?? cookies.nameDevice(reply);
      const refused = await method.sendCode(body, purpose, { address: request.ip, device });
      return refused ?? { status: 200, body: { ok: true } };
    },
    async logout({ session, reply }) {
      await sessions.end(session, session.id, nowMs());
      cookies.signOut(reply);
      return { status: 204, body: undefined };
    },
  };
}

/** The refusal of a sign-in to a suspended account. */
function suspended(): RouteRefusal {
  return refuse('forbidden', { fields: { account: 'suspended' } });
}
