import type { Authority } from '@foray/authority';
import type { accountRoutes, CodePurpose } from '@foray/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListSecurityEvents } from '../db/account/list-security-events.ts';
import type { SentFor } from '../db/account/login-codes.ts';
import type { StoredSession, SessionStore } from '../db/account/sessions.ts';
import type { AccountExports } from '../export/account-exports.ts';
import type { Handlers } from '../http/server/bind.ts';
import type { Cookies } from '../http/auth/cookies.ts';
import { deviceName } from '../http/auth/device-name.ts';
import { refuse } from '../http/wire/errors.ts';
import type { RouteRefusal } from '../http/wire/errors.ts';
import type { CallerSession } from '../http/auth/guard.ts';
import type { EventStreams } from '../http/server/event-streams.ts';
import type { Limits } from '../http/limits/limits.ts';
import { badCode, badPhone } from './sign-in-method.ts';
import type { VerifiedPhone, NamedAsker, SignInMethod, TypedProof } from './sign-in-method.ts';

/** Signing in and out, the caller's account, and 'Your devices' (product.md, "Signing in"). */
export function accountHandlers(ports: {
  readonly authority: Authority;
  readonly sessions: SessionStore;
  readonly listEvents: ListSecurityEvents;
  readonly cookies: Cookies;
  readonly method: SignInMethod;
  readonly exports: AccountExports;
  readonly limits: Pick<Limits, 'number'>;
  readonly streams: Pick<EventStreams, 'endOver'>;
  readonly nowMs: () => number;
}): Handlers<keyof typeof accountRoutes> {
  const { authority, sessions, listEvents, cookies, method, exports, limits, streams, nowMs } =
    ports;
  const done = { status: 204, body: undefined } as const;
  const browserOf = (request: FastifyRequest) => deviceName(request.headers['user-agent']);
  const askerOf = (request: FastifyRequest): NamedAsker => ({
    address: request.ip,
    device: cookies.deviceOf(request),
    browser: browserOf(request),
  });

  /** A new session in place of the former one, so that no token survives a sign-in. */
  async function rotate(
    request: FastifyRequest,
    reply: FastifyReply,
    previous: StoredSession | null,
    { userId, isNewDevice }: { readonly userId: number; readonly isNewDevice: boolean },
  ): Promise<void> {
    const kind = isNewDevice ? 'signed_in_new_device' : 'signed_in';
    const made = await sessions.create(userId, method.mode, browserOf(request), nowMs(), kind);
    // Signing in again in a browser is one event.
    const end = previous?.userId === userId ? null : 'signed_out';
    if (previous !== null) await sessions.end(previous, previous.id, nowMs(), end);
    cookies.signIn(reply, made);
  }

  /** Whether the caller proves to be the account's owner, for acts that need more than a session. */
  async function prove(
    request: FastifyRequest,
    session: CallerSession,
    purpose: CodePurpose,
    typed: TypedProof | null | undefined,
  ): Promise<(VerifiedPhone & { readonly phone: string }) | RouteRefusal> {
    const me = await authority.me(session);
    if (me === null) return refuse('unauthenticated');
    const { phone } = me;
    const { code, recovery_code } = typed ?? {};
    const proven = await method.prove({ phone, purpose, code, recovery_code }, askerOf(request));
    return 'refusal' in proven ? proven : { ...proven, phone };
  }

  /**
   * Prevents anyone from having a code for an owner's act sent to others: null, or why the caller may not
   * ask.
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

  /** As `prove`, and uses up the proof: null, or why not. */
  async function confirm(...asked: Parameters<typeof prove>): Promise<RouteRefusal | null> {
    const proven = await prove(...asked);
    return 'refusal' in proven ? proven : proven.useUp();
  }

  return {
    async getCsrfCookie({ reply, session }) {
      cookies.protect(reply, session);
      return done;
    },
    async login({ body, session, request, reply }) {
      const asker = askerOf(request);
      // No code was requested in this browser, which would have named it.
      const isNamed = asker.device !== null || body.recovery_code === undefined;
      const device = isNamed ? asker.device : cookies.nameDevice(reply);
      const proof = await method.check(body, { ...asker, device });
      if ('refusal' in proof) return proof;
      const { who, useUp, news, signedIn } = proof;
      // The code is accepted once more, with the answer to the question.
      const isUnclear = who.verified && body.start === undefined;
      if (isUnclear && (await authority.mustChooseStart(who.phone))) return refuse('start_unclear');
      const refused = await useUp();
      if (refused !== null) return refused;
      const told = await news();
      const user = await authority.signIn({ ...who, start: body.start, news: told });
      await signedIn(user.id);
      const isNewDevice = told?.isNewDevice ?? false;
      await rotate(request, reply, session, { userId: user.id, isNewDevice });
      return { status: 200, body: { user } };
    },
    async requestLoginCode({ body, session, request, reply }) {
      // An app from before purposes requests a code in a session for its next act, or to sign in again.
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
      return done;
    },
    async getMe({ session }) {
      const user = await authority.me(session);
      return user === null ? refuse('unauthenticated') : { status: 200, body: { user } };
    },
    async updateMe({ session, body }) {
      const renamed = await authority.rename(session, body.name);
      return renamed.ok
        ? { status: 200, body: { user: renamed.value } }
        : refuse('unauthenticated');
    },
    async changeNumber({ session, body, request }) {
      const phone = method.phoneOf(body.phone);
      if (phone === null) return badPhone();
      const own = await prove(request, session, 'change_number', body);
      if ('refusal' in own) return own;
      const taken = await method.prove(
        { phone, code: body.new_code, purpose: 'new_number' },
        askerOf(request),
      );
      if ('refusal' in taken) return ofNewCode(taken);
      const seconds = await limits.number(session.userId);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      // Checked before a proof is used up, because an impossible change would waste a recovery code.
      if (await authority.isTakenNumber(session, phone)) return refuse('number_taken');
      const refused = (await own.useUp()) ?? (await taken.useUp());
      if (refused !== null) return refused;
      const verified = method.mode === 'code';
      const changed = await authority.changeNumber(session, {
        from: own.phone,
        phone,
        verified,
        endOtherSessions: body.end_other_sessions,
      });
      if (!changed.ok) {
        if (changed.error === 'other_number') return badCode('code');
        return refuse(changed.error === 'not_found' ? 'unauthenticated' : changed.error);
      }
      await taken.signedIn(session.userId);
      await streams.endOver(session.userId);
      return { status: 200, body: { user: changed.value } };
    },
    async deleteMe({ session, body, request, reply }) {
      const refused = await confirm(request, session, 'delete_account', body);
      if (refused !== null) return refused;
      await authority.deleteAccount(session);
      await streams.endOver(session.userId);
      cookies.signOut(reply);
      return done;
    },
    async exportMe({ session, body, request, reply }) {
      const opened = await exports.open(session, () => confirm(request, session, 'export', body));
      if ('refusal' in opened) return opened;
      void reply.type('application/json; charset=utf-8').send(opened);
      return 'sent';
    },
    async listSessions({ session }) {
      return {
        status: 200,
        body: { data: await sessions.list(session, nowMs()) },
      };
    },
    async endSessions({ session, body, request, reply }) {
      const refused = await confirm(request, session, 'end_sessions', body);
      if (refused !== null) return refused;
      await sessions.endAll(session, nowMs());
      await streams.endOver(session.userId);
      cookies.signOut(reply);
      return done;
    },
    async endSession({ session, params, reply }) {
      const isOwn = params.id === session.id;
      const kind = isOwn ? 'signed_out' : 'session_ended';
      if (!(await sessions.end(session, params.id, nowMs(), kind))) return refuse('not_found');
      await streams.endOver(session.userId);
      if (isOwn) cookies.signOut(reply);
      return done;
    },
    async countRecoveryCodes({ session }) {
      return { status: 200, body: { left: (await method.recovery?.left(session)) ?? 0 } };
    },
    async makeRecoveryCodes({ session, body, request }) {
      if (method.recovery === null) return refuse('forbidden');
      // A recovery code is not enough: a finder would make more.
      const refused = await confirm(request, session, 'recovery_codes', { code: body.code });
      if (refused !== null) return refused;
      const how = { endOthers: body.end_other_sessions };
      const codes = await method.recovery.make(session, nowMs(), how);
      if (codes === null) return refuse('unauthenticated');
      await streams.endOver(session.userId);
      return { status: 200, body: { codes } };
    },
    async listSecurityEvents({ session, query }) {
      return { status: 200, body: await listEvents(session, query.before) };
    },
  };
}

/** Names the new number's code in its refusal. */
function ofNewCode(refused: RouteRefusal): RouteRefusal {
  if (refused.refusal.code !== 'invalid_code') return refused;
  return refuse('invalid_code', { fields: { new_code: 'malformed' } });
}
