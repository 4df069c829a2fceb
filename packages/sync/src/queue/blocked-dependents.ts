import { isBlocked } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The requests that are blocked only because those with these ids were. */
export async function blockedBy(
  { tx }: UnitOfWork,
  ids: ReadonlySet<string>,
): Promise<readonly QueuedRequest[]> {
  return (await tx.queue()).filter(({ state }) => {
    const why = isBlocked(state) ? state.why : null;
    return why?.kind === 'dependency' && ids.has(why.on);
  });
}
