import type { accountRoutes } from '@foray/contract';
import type { ListSecurityEvents } from '../db/account/list-security-events.ts';
import type { AccountExports } from '../export/account-exports.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { EventStreams } from '../http/server/event-streams.ts';
import type { Handlers } from '../http/server/bind.ts';
import { refuse } from '../http/wire/errors.ts';
import type { RouteRefusal } from '../http/wire/errors.ts';
import { askerOf, ownerProof } from './owner-proof.ts';
import type { OwnerProof } from './owner-proof.ts';
import { signInHandlers } from './sign-in.ts';
import type { SignInPorts } from './sign-in.ts';
import { badCode, badPhone } from './sign-in-method.ts';

/** The means of changing an account. */
interface AccountPorts extends SignInPorts {
  readonly listEvents: ListSecurityEvents;
  readonly exports: AccountExports;
  readonly limits: Pick<Limits, 'number'>;
  readonly streams: Pick<EventStreams, 'endOver'>;
  readonly isOperator: (userId: number) => Promise<boolean>;
}

const done = { status: 204, body: undefined } as const;

/** Signing in and out, the caller's account, and 'Your devices' (product.md, "Signing in"). */
export function accountHandlers(ports: AccountPorts): Handlers<keyof typeof accountRoutes> {
  const proof = ownerProof(ports);
  return {
    ...signInHandlers(ports),
    ...profileHandlers(ports, proof),
    ...sessionHandlers(ports, proof),
  };
}

function profileHandlers(
  { authority, cookies, method, exports, limits, streams }: AccountPorts,
  { prove, confirm }: OwnerProof,
): Handlers<'getMe' | 'updateMe' | 'changeNumber' | 'deleteMe' | 'exportMe'> {
  return {
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
        askerOf(request, cookies),
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
  };
}

function sessionHandlers(
  { sessions, listEvents, cookies, method, streams, isOperator, nowMs }: AccountPorts,
  { confirm }: OwnerProof,
): Handlers<
  | 'listSessions'
  | 'endSessions'
  | 'endSession'
  | 'countRecoveryCodes'
  | 'makeRecoveryCodes'
  | 'listSecurityEvents'
> {
  return {
    async listSessions({ session }) {
      return {
        status: 200,
        body: {
          data: await sessions.list(session, nowMs()),
          ...((await isOperator(session.userId)) && { operator: true }),
        },
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
      // A recovery code does not suffice: somebody who found one could make more.
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
