import type { Authority } from '@foray/authority';
import { headerNames, queueAgeHeader, readQueueAge } from '@foray/contract';
import type { syncRoutes } from '@foray/contract';
import type { Handlers } from '../http/server/bind.ts';
import { answeredTo, header } from '../http/auth/client-checks.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { refuse, refuseEpoch } from '../http/wire/errors.ts';
import type { EventStreams } from '../http/server/event-streams.ts';

/**
 * How long a batch may work before its remaining requests are left for the next batch (sync.md, section 2).
 */
const batchTimeMs = 10_000;

/** The handlers by which devices sync (sync.md, section 2). */
export function syncHandlers(ports: {
  readonly authority: Authority;
  readonly streams: EventStreams;
  readonly nowMs: () => number;
  readonly counters: Pick<MetricCounters, 'refusal' | 'error' | 'queueAge'>;
}): Handlers<keyof typeof syncRoutes> {
  const { authority, streams, nowMs, counters } = ports;
  return {
    async runBatch({ session, body, request }) {
      const queueAge = readQueueAge(header(request, queueAgeHeader) ?? '');
      if (queueAge !== null) counters.queueAge(queueAge);
      const { requests, pull } = body;
      const answer = await authority.batch(session, requests, nowMs() + batchTimeMs, pull);
      for (const result of answer.results) {
        if ('body' in result && result.body !== null && 'error' in result.body) {
          counters.error(result.body.error.code, 'batch');
        }
      }
      const results = answer.results.map((result) =>
        'body' in result ? { ...result, body: answeredTo(request, result.body) } : result,
      );
      return { status: 200, body: { ...answer, results } };
    },
    async pullStreams({ session, query }) {
      const delta = await authority.pull(session, query);
      return delta.ok ? { status: 200, body: delta.value } : refuseEpoch(delta.error);
    },
    async listChanges({ session, query }) {
      const changes = await authority.changes(session, query);
      return changes.ok ? { status: 200, body: changes.value } : refuseEpoch(changes.error);
    },
    async selfCheck({ session, query, request }) {
      const { differs } = query;
      if (differs !== undefined) {
        request.log.warn({ userId: session.userId, differs }, 'a device was not in step');
      }
      return { status: 200, body: await authority.selfCheck(session) };
    },
    async watchEvents({ session, reply }) {
      // Sent at once, bypassing the hook that adds it to other responses.
      void reply.header(headerNames.serverTime, new Date(nowMs()).toISOString());
      if (streams.open(reply, session)) return 'sent';
      counters.refusal('account streams');
      return refuse('rate_limited', { retryAfterSeconds: 60 });
    },
  };
}
