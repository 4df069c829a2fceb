import type { QueuedRequest } from '@foray/sync';
import { messages } from '../../messages/messages.ts';

const { parked } = messages;

/** What a request wanted, in words: 'Create “Buy oars”'. `knownTitle` is the item's, if it is there. */
export function describeRequest(
  request: Pick<QueuedRequest, 'method' | 'url' | 'data'>,
  knownTitle: string | undefined,
): string {
  if (request.url === '/api/notifications/read') return parked.readNotifications;
  const sentTitle = request.data?.['title'];
  const title = typeof sentTitle === 'string' ? sentTitle : (knownTitle ?? messages.item.untitled);
  if (request.method === 'DELETE') return parked.delete(knownTitle ?? title);
  if (request.method === 'PATCH') return parked.change(knownTitle ?? title);
  if (request.url.endsWith('/assign')) return parked.assign(title);
  if (request.url.endsWith('/restore')) return parked.restore(title);
  return parked.create(title);
}

/** Why the request was set aside, in words. */
export function reasonOf(request: Pick<QueuedRequest, 'state'>): string {
  if (request.state.kind === 'queued') return parked.reasons.waiting;
  const { why } = request.state;
  switch (why.kind) {
    case 'server_errors':
      if (why.status === 0) return parked.reasons.unanswered;
      return why.status >= 500 ? parked.reasons.serverErrors : parked.reasons.undelivered;
    case 'dependency':
      return parked.reasons.dependency;
    case 'verdict':
      return parked.verdicts[why.code] ?? parked.reasons.refused(why.status);
  }
}
