import type { QueuedRequest } from '../store/queued-request.ts';
import type { Unit } from '../store/unit-of-work.ts';

/** What is parked only because requests with these ids were. */
export async function waitingFor(
  { tx }: Unit,
  ids: ReadonlySet<string>,
): Promise<readonly QueuedRequest[]> {
  return (await tx.queue()).filter(({ state }) => {
    const why = state.kind === 'parked' ? state.why : null;
    return why?.kind === 'dependency' && ids.has(why.on);
  });
}
