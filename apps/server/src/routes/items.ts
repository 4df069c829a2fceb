import type { Answer, Authority } from '@foray/authority';
import { formatEtag, headerNames, parseRef } from '@foray/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HandleItemChange, Handlers } from '../http/server/bind.ts';
import { answeredTo, header } from '../http/auth/client-checks.ts';
import { refuse, refuseEpoch, sendRefusal } from '../http/wire/errors.ts';
import type { MinuteBound } from '../http/limits/minute-bound.ts';
import type { Turns } from '../http/limits/turns.ts';

/** Reads items and a campaign's history (API-04, API-09, API-10). */
export function itemHandlers(ports: {
  readonly authority: Authority;
  readonly searchBound: MinuteBound;
  /** A search may read everything that its user sees. */
  readonly searchTurns: Turns;
}): Handlers<
  'listItems' | 'searchItems' | 'getItem' | 'listTrash' | 'listActivity' | 'listItemActivity'
> {
  const { authority, searchBound, searchTurns } = ports;
  return {
    async listItems({ session, query }) {
      const { type, page, since, limit } = query;
      if (since === undefined) {
        return { status: 200, body: await authority.list(session, { type, page }) };
      }
      const delta = await authority.delta(session, { type, since, limit });
      return delta.ok ? { status: 200, body: delta.value } : refuseEpoch(delta.error);
    },
    async searchItems({ session, query }) {
      const retryAfterSeconds = searchBound(session.userId, session.raised?.searches);
      if (retryAfterSeconds !== null) return refuse('rate_limited', { retryAfterSeconds });
      const search = () => authority.search(session, query.q);
      const hits = await searchTurns.take(session.userId, search);
      if (hits === null) return refuse('rate_limited', { retryAfterSeconds: 1 });
      return { status: 200, body: [...hits] };
    },
    async getItem({ session, params, request, reply }) {
      const ref = parseRef(params.ref);
      const item = ref === null ? null : await authority.get(session, ref);
      if (item === null) return refuse('not_found');
      const epoch = request.standing?.epoch ?? authority.epoch();
      void reply.header(headerNames.etag, formatEtag({ epoch, version: item.version }));
      return { status: 200, body: item };
    },
    async listTrash({ session, query }) {
      return { status: 200, body: await authority.trash(session, query) };
    },
    async listActivity({ session, params, query }) {
      const ref = parseRef(params.ref);
      const page = ref === null ? null : await authority.activity(session, ref, query.page);
      return page === null ? refuse('not_found') : { status: 200, body: page };
    },
    async listItemActivity({ session, params, query }) {
      const ref = parseRef(params.ref);
      const page = ref === null ? null : await authority.itemActivity(session, ref, query.page);
      return page === null ? refuse('not_found') : { status: 200, body: page };
    },
  };
}

/** The longest key of a request, as in a batch. */
const maxKeyChars = 100;

/** Runs a change of one item with the headers of a queued request (sync.md, section 2). */
export function itemChange(authority: Authority): HandleItemChange {
  return async (request, reply, session) => {
    for (const name of [headerNames.idempotencyKey, headerNames.after]) {
      const length = header(request, name)?.length;
      if (length === undefined || (length > 0 && length <= maxKeyChars)) continue;
      const fields = { [name]: length === 0 ? 'required' : 'too_long' };
      return () => sendRefusal(reply, refuse('invalid', { fields }));
    }
    const answer = await authority.request(session, {
      method: request.method,
      url: request.url,
      data: request.body,
      opId: header(request, headerNames.idempotencyKey) ?? undefined,
      ifMatch: header(request, headerNames.ifMatch) ?? undefined,
      after: header(request, headerNames.after) ?? undefined,
      isImport: header(request, headerNames.import) === '1',
    });
    return () => sendAnswer(request, reply, answer);
  };
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, etag }: Answer,
): FastifyReply {
  if (body !== null && 'error' in body) return sendRefusal(reply, { refusal: body.error });
  const visible = answeredTo(request, body);
  if (visible === null) return reply.code(status).send();
  if (etag !== undefined) void reply.header(headerNames.etag, etag);
  return reply.code(status).send(visible);
}
