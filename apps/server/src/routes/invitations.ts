import { StoreUnavailable } from '@foray/authority';
import type { invitationRoutes } from '@foray/contract';
import { invitationDays } from '../db/account/invitations.ts';
import type { Invitations } from '../db/account/invitations.ts';
import type { KnownBrowsers } from '../db/account/known-browsers.ts';
import { toE164 } from '../http/auth/phone-number.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { SignInRequester } from '../http/limits/code-limits.ts';
import type { Handlers } from '../http/server/bind.ts';
import { refuse } from '../http/wire/errors.ts';
import type { RouteRefusal } from '../http/wire/errors.ts';
import type { VerifiedIdentity } from './sign-in-method.ts';

/** The means of invitations. */
export interface InvitationPorts {
  readonly invitations: Invitations;
  readonly limits: Pick<Limits, 'signIn' | 'readInvitation' | 'invitations'>;
  readonly browsers: Pick<KnownBrowsers, 'signedIn'>;
  /** Whether the number (E.164) has an account. */
  readonly hasAccount: (phone: string) => Promise<boolean>;
  /** Whether the account of a session is an operator's. */
  readonly isOperator: (userId: number) => Promise<boolean>;
  readonly nowMs: () => number;
}

/** A token, with the name of the sign-in, if the browser gave it one. */
interface SentInvitation {
  readonly token: string;
  readonly attempt?: string | undefined;
}

/** Checks the token of an invitation with which somebody signs in. */
export type CheckInvitation = (
  sent: SentInvitation,
  name: string,
  asker: SignInRequester,
) => Promise<VerifiedIdentity | RouteRefusal>;

/**
 * The sign-in by an invitation. It opens no account that the number has already, except the one that the
 * invitation was made for; then the owner is notified in every other browser, whatever browser it is. The number stays unverified.
 */
export function invitationCheck(ports: InvitationPorts): CheckInvitation {
  const { invitations, limits, browsers, hasAccount, nowMs } = ports;
  return async (sent, name, asker) => {
    const seconds = await limits.signIn(asker);
    const found = await readInvitation(ports, sent, seconds);
    if ('refusal' in found) return found;
    const isKnown = await hasAccount(found.phone);
    if (isKnown && found.opensAccount === null) {
      // The sign-in that is repeated may be about to name its account.
      if (found.isRepeated) throw new StoreUnavailable('a sign-in has not ended');
      return refuse('number_taken');
    }
    return {
      who: {
        phone: found.phone,
        name,
        placeholder: false,
        verified: false,
        mustBeNew: found.opensAccount === null,
      },
      useUp: async () =>
        (await invitations.useUp(found, sent.attempt, nowMs())) ? null : badInvitation('used'),
      // Nobody else signs in if the sign-in is repeated.
      news: () =>
        Promise.resolve(
          isKnown && !found.isRepeated ? { isNewDevice: true, wrongCodes: 0 } : undefined,
        ),
      async signedIn(userId) {
        // The number moved to another account at this moment.
        if (userId !== (found.opensAccount ?? userId))
          throw new StoreUnavailable('another account');
        await invitations.signedIn(found, userId, nowMs());
        if (asker.device === null) return;
        await browsers.signedIn(userId, { phone: found.phone, device: asker.device }, nowMs());
      },
    };
  };
}

/** `seconds`: how long the caller has to wait first; null if not at all. */
async function readInvitation(
  { invitations, nowMs }: InvitationPorts,
  { token, attempt }: SentInvitation,
  seconds: number | null,
) {
  if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
  const found = await invitations.find(token, attempt, nowMs());
  return typeof found === 'string' ? badInvitation(found) : found;
}

/** The refusal of an invitation that does not count, with the reason. */
function badInvitation(why: string): RouteRefusal {
  return refuse('invalid_code', { fields: { invitation: why } });
}

/** Reading an invitation, and the operator's page. */
export function invitationHandlers(
  ports: InvitationPorts,
): Handlers<keyof typeof invitationRoutes> {
  const { invitations, limits, isOperator, nowMs } = ports;
  return {
    async readInvitation({ body, request }) {
      const seconds = await limits.readInvitation({ address: request.ip });
      const found = await readInvitation(ports, body, seconds);
      if ('refusal' in found) return found;
      const { name, phone } = found;
      return { status: 200, body: { name, phone } };
    },
    async listInvitations({ session, query }) {
      if (!(await isOperator(session.userId))) return refuse('forbidden');
      return { status: 200, body: await invitations.page(query.before ?? null) };
    },
    async makeInvitations({ session, body }) {
      if (!(await isOperator(session.userId))) return refuse('forbidden');
      const people = [];
      const bad: Record<string, string> = {};
      for (const [place, { phone: typed, name }] of body.people.entries()) {
        const phone = toE164(typed, 'code');
        if (phone === null) bad[`people.${place}.phone`] = 'malformed';
        else people.push({ phone, name });
      }
      if (Object.keys(bad).length > 0) return refuse('invalid', { fields: bad });
      const seconds = await limits.invitations(session.userId);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      const how = { days: invitationDays, opensExisting: false, madeBy: session.userId };
      return { status: 200, body: { data: [...(await invitations.make(people, how, nowMs()))] } };
    },
    async revokeInvitation({ session, params }) {
      if (!(await isOperator(session.userId))) return refuse('forbidden');
      const isRevoked = await invitations.revoke(params.id, session.userId, nowMs());
      return isRevoked ? { status: 204, body: undefined } : refuse('not_found');
    },
  };
}
