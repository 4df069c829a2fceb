import type { Answer, Authority } from '@foray/authority';
import { formatEtag, headerNames, parseRef } from '@foray/contract';
import type { WireItem } from '@foray/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../db/sessions.ts';
import type { Handlers } from '../http/bind.ts';
import { header } from '../http/client-checks.ts';
import { refuse, sendRefusal } from '../http/errors.ts';

/** Reading items and a campaign's history (specification, section 7). */
export function itemHandlers(
  authority: Authority,
): Handlers<'listItems' | 'searchItems' | 'getItem' | 'listTrash' | 'listActivity'> {
  return {
    async listItems({ session, query }) {
      const { type, page, since, limit } = query;
      if (since === undefined) {
        return { status: 200, body: await authority.list(session, { type, page }) };
      }
      const delta = await authority.delta(session, { type, since, limit });
      return delta.ok ? { status: 200, body: delta.value } : refuse(delta.error);
    },
    async searchItems({ session, query }) {
      return { status: 200, body: [...(await authority.search(session, query.q))] };
    },
    async getItem({ session, params, reply }) {
      const ref = parseRef(params.ref);
      const item = ref === null ? null : await authority.get(session, ref);
      if (item === null) return refuse('not_found');
      void reply.header(headerNames.etag, etagOf(authority, item));
      return { status: 200, body: item };
    },
    async listTrash({ session }) {
      return { status: 200, body: { data: [...(await authority.trash(session))] } };
    },
    async listActivity({ session, params, query }) {
      const ref = parseRef(params.ref);
      const page = ref === null ? null : await authority.activity(session, ref, query.page);
      return page === null ? refuse('not_found') : { status: 200, body: page };
    },
  };
}

/** The longest key of a request, as inside a batch. */
const maxKeyChars = 100;

/** Runs a change of one item with the headers of a queued request (sync.md, section 2). */
export function itemChange(authority: Authority) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
  ): Promise<FastifyReply> => {
    for (const name of [headerNames.idempotencyKey, headerNames.after]) {
      const length = header(request, name)?.length;
      if (length === undefined || (length > 0 && length <= maxKeyChars)) continue;
      const fields = { [name]: length === 0 ? 'required' : 'too_long' };
      return sendRefusal(reply, refuse('invalid', { fields }));
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
    return sendAnswer(reply, answer);
  };
}

function sendAnswer(reply: FastifyReply, { status, body, etag }: Answer): FastifyReply {
  if (body !== null && 'error' in body) return sendRefusal(reply, { refusal: body.error });
  if (etag !== undefined) void reply.header(headerNames.etag, etag);
  return body === null ? reply.code(status).send() : reply.code(status).send(body);
}

function etagOf(authority: Authority, item: WireItem): string {
  return formatEtag({ epoch: authority.epoch(), version: item.version });
}
