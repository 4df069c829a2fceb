import type { Authority, ImportedNumber } from '@foray/authority';
import type { AuthMode, peopleRoutes } from '@foray/contract';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { Handlers } from '../http/server/bind.ts';
import { refuse } from '../http/wire/errors.ts';
import type { Limits } from '../http/limits/limits.ts';
import { readingsOf } from '../http/auth/phone-number.ts';
import type { PushMessages } from '../push/push-messages.ts';
import type { PushSubscriptions } from '../push/push-subscriptions.ts';

/** Parsing a number takes some microseconds: after this many, other requests get a turn. */
const numbersAtOnce = 200;

/** Contacts, notifications and push messages (product decisions, "Contacts" and "Notifications"). */
export function peopleHandlers(ports: {
  readonly authority: Authority;
  readonly limits: Limits;
  readonly mode: AuthMode;
  readonly push: PushMessages;
  readonly subscriptions: PushSubscriptions;
}): Handlers<keyof typeof peopleRoutes> {
  const { authority, limits, mode, push, subscriptions } = ports;
  const done = { status: 204, body: undefined } as const;
  /** For somebody who is not a contact the response is the same as for a missing person. */
  const doneIf = (isContact: boolean) => (isContact ? done : refuse('not_found'));
  return {
    async syncContacts({ session, body }) {
      const seconds = await limits.contacts(session.userId);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      const me = await authority.me(session);
      if (me === null) return refuse('unauthenticated');
      const { numbers, invalid } = await readNumbers(body.contacts, me.phone, mode);
      const answer = await authority.importContacts(session, numbers);
      return { status: 200, body: { ...answer, invalid } };
    },
    async listMutuals({ session }) {
      return { status: 200, body: { mutuals: [...(await authority.mutuals(session))] } };
    },
    async listBlocked({ session }) {
      return { status: 200, body: { blocked: await authority.blocked(session) } };
    },
    async removeContact({ session, params }) {
      return doneIf(await authority.removeContact(session, params.id));
    },
    async blockContact({ session, params, body }) {
      return doneIf(await authority.blockContact(session, params.id, body));
    },
    async unblockContact({ session, params }) {
      return doneIf(await authority.unblockContact(session, params.id));
    },
    async reportContact({ session, params, body }) {
      const seconds = await limits.reports(session.userId);
      if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
      const { reason, text = '', block = false } = body;
      return doneIf(await authority.reportContact(session, params.id, { reason, text, block }));
    },
    async readNotifications({ session, body }) {
      await authority.markRead(session, body.up_to);
      return done;
    },
    async putPrivateRows({ session, body }) {
      const put = await authority.putPrivateRows(session, body.rows);
      return put.ok ? done : refuse(put.error);
    },
    async getPushKey() {
      return { status: 200, body: { key: await push.publicKey() } };
    },
    async startPush({ session, body }) {
      const outcome = await subscriptions.start(session, body);
      if (outcome === 'started') return done;
      if (outcome === 'signed_out') return refuse('unauthenticated');
      if (outcome === 'limit') return refuse('limit');
      const code = outcome === 'endpoint' ? 'unknown_value' : 'malformed';
      return refuse('invalid', { fields: { [outcome]: code } });
    },
    async endPush({ session, body }) {
      const outcome = await subscriptions.end(session, body.endpoint);
      return outcome === 'ended' ? done : refuse('unauthenticated');
    },
  };
}

/** Parses the sent texts, each once: their possible readings, and those that are not numbers. */
async function readNumbers(
  sent: readonly string[],
  own: string,
  mode: AuthMode,
): Promise<{ readonly numbers: readonly ImportedNumber[]; readonly invalid: string[] }> {
  const numbers: ImportedNumber[] = [];
  const invalid: string[] = [];
  for (const [index, typed] of [...new Set(sent)].entries()) {
    if (index % numbersAtOnce === numbersAtOnce - 1) await giveWay();
    const readings = readingsOf(typed, own, mode);
    if (readings.length > 0) numbers.push({ typed, readings });
    else invalid.push(typed);
  }
  return { numbers, invalid };
}
