import type { QueuedRequest } from '@foray/sync';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { shownTitle } from '../../../items/fields/shown-names.ts';

const { blocked } = lazyMessages;

/** A request as text: 'Create “Buy oars”'. `knownTitle` is the item's, if this device has it. */
export function describeRequest(
  request: Pick<QueuedRequest, 'method' | 'url' | 'data'>,
  knownTitle: string | undefined,
): string {
  if (request.url === '/api/notifications/read') return blocked.readNotifications;
  if (request.url === '/api/private') return blocked.settings;
  const sentTitle = request.data?.['title'];
  const title = shownTitle(typeof sentTitle === 'string' ? sentTitle : (knownTitle ?? ''));
  if (request.method === 'DELETE') return blocked.delete(knownTitle ?? title);
  if (request.method === 'PATCH') return blocked.change(knownTitle ?? title);
  if (request.url.endsWith('/assign')) return blocked.assign(title);
  if (request.url.endsWith('/restore')) return blocked.restore(title);
  return blocked.create(title);
}

/** The reason why the request was blocked, as text. */
export function reasonOf(request: Pick<QueuedRequest, 'state'>): string {
  if (request.state.kind === 'queued') return blocked.reasons.waiting;
  const { why } = request.state;
  switch (why.kind) {
    case 'server_errors':
      if (why.status === 0) return blocked.reasons.unanswered;
      return why.status >= 500 ? blocked.reasons.serverErrors : blocked.reasons.undelivered;
    case 'dependency':
      return blocked.reasons.dependency;
    case 'verdict':
      return blocked.refusals[why.code] ?? blocked.reasons.refused(why.status);
  }
}
