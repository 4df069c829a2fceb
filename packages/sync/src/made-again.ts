import type { DeltaItem } from '@foray/contract';
import { changeBetween } from '@foray/domain';
import { createData } from './actions.ts';
import { refold } from './fold-row.ts';
import type { LocalItem } from './local-item.ts';
import { newRequest } from './outbox.ts';
import { dropOwnRequests, releaseTaken } from './staged.ts';
import type { Unit } from './unit.ts';

/**
 * The rev of the removal that a sweep tells of an item of a history that is over, whose rev is 0. The
 * feed has none with it: what it removes it has told before.
 */
const sweptRev = 1;

/**
 * Queues a create for an item of one's own that a restored backup lost (decision 0053): as the server
 * had it, with what is queued about it as one change behind that. Every device of its person does so,
 * and whichever comes second changes nothing by its create.
 */
export async function makeAgain(unit: Unit, row: LocalItem, base: DeltaItem): Promise<void> {
  const { uuid } = row;
  const requests = await unit.tx.queueOf(uuid);
  const newest = requests.findLast(({ itemUuid }) => itemUuid === uuid);
  const hasOwn = newest !== undefined;
  // What rolled up by itself is no change of its person's.
  const own = hasOwn ? await refold(unit, { ...row, rolled: null }) : row;
  await dropOwnRequests(unit, uuid, requests);
  await unit.tx.deleteMeta('conflict', uuid);
  const made = hasOwn ? base : row;
  const create = newRequest(unit, { kind: 'create', uuid, data: createData(made) }, null, true);
  await unit.putRequest({ ...create, isAgain: true });
  const change = changeBetween(made, own);
  if (Object.keys(change).length > 0) {
    const { completed_at: completedAt } = own;
    const patch = { kind: 'patch', uuid, change, completedAt } as const;
    const request = newRequest(unit, patch, { after: create.id });
    await unit.putRequest({ ...request, timestamp: newest?.timestamp ?? request.timestamp });
  }
  const { _conflictType: _, ...plain } = own;
  await refold(unit, { ...plain, base: null, rolled: null, id: unit.takeLocalId() });
  // A restore of it named its family too.
  await releaseTaken(unit, uuid, requests);
}

/**
 * Makes again what a sweep found lost while it was deleted here, now that its person has taken that
 * back. To be called before staged news are judged, for which it would be gone for good.
 */
export async function makeAgainTakenBack(unit: Unit): Promise<void> {
  for (const { id: uuid, value: entry } of await unit.tx.metaOf('staged')) {
    if (entry.kind !== 'removal' || entry.removal.rev !== sweptRev) continue;
    const row = await unit.item(uuid);
    if (row?.base?.rev !== 0 || row._deleted || row.user_id !== unit.userId) continue;
    const requests = await unit.tx.queueOf(uuid);
    if (requests.some(({ sent, state }) => sent && state.kind === 'queued')) continue;
    await unit.tx.deleteMeta('staged', uuid);
    await makeAgain(unit, row, row.base);
  }
}
