import type { SecurityEvent, SecurityEventsPage } from '@foray/contract';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';
import { lives } from './session-reads.ts';
import type { SessionRef } from './session-reads.ts';

const eventsOfPage = 50;

export type ListSecurityEvents = ReturnType<typeof createListSecurityEvents>;

/**
 * Reads a page of the log of security events of the session's own user, latest first; with an id, only the
 * events before it (decision 0122).
 */
export function createListSecurityEvents(db: Connection) {
  return async (session: SessionRef, before?: number): Promise<SecurityEventsPage> => {
    const found = await inKnownRun(db, (tx) =>
      securityEventsOf(tx, session, { before, most: eventsOfPage + 1 }),
    );
    const data = found.slice(0, eventsOfPage);
    return { data, next: found.length > eventsOfPage ? (data.at(-1)?.id ?? null) : null };
  };
}

/**
 * The events of the session's user, latest first, read in this transaction; none if the session has ended.
 */
export async function securityEventsOf(
  tx: Connection,
  session: SessionRef,
  { before, most }: { readonly before?: number | undefined; readonly most: number },
): Promise<SecurityEvent[]> {
  const rows = await tx
    .selectFrom('security_events')
    .select(['id', 'kind', 'session_id', 'device', 'count', 'first_at', 'last_at'])
    .where('user_id', '=', session.userId)
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .where(lives(session))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ session_id, device, ...event }) => ({
    ...event,
    device: device ?? '',
    current: session_id === session.id,
  }));
}
