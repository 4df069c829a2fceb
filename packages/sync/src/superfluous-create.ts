import type { DeltaItem } from '@foray/contract';
import type { LocalItem } from './local-item.ts';
import { operationOf } from './operation.ts';
import { revive } from './park.ts';
import type { QueuedRequest } from './queued-request.ts';
import type { Unit } from './unit.ts';

/** An item's row and what is queued about it, while one decides on news of it. */
interface Subject {
  readonly row: LocalItem;
  readonly requests: readonly QueuedRequest[];
}

/**
 * Takes back the create of an item that was to be made again (`made-again.ts`), now that the server
 * has told of it: another device of its person was first. The row stands on what the create says, as on
 * a row of a history that is over, so that the changes behind it are judged like any others (decision
 * 0053).
 */
export async function dropSuperfluousCreate(unit: Unit, subject: Subject): Promise<Subject> {
  const { row } = subject;
  const isIt = (one: QueuedRequest): boolean => one.isAgain === true && one.itemUuid === row.uuid;
  const create = subject.requests.find(isIt);
  if (create === undefined || row.base !== null) return subject;
  const made = operationOf(create, { localId: row.id, userId: unit.userId });
  if (made.kind !== 'create') return subject;
  // What waits for it would wait for ever.
  await revive(unit, [create.id]);
  const requests: QueuedRequest[] = [];
  for (const request of await unit.tx.queueOf(row.uuid)) {
    if (isIt(request)) await unit.dropRequest(request.id);
    else requests.push(request);
  }
  const rights = { permission: 'manage', children_count: 0, completed_count: 0 } as const;
  const base: DeltaItem = { ...made.item, version: 0, rev: 0, ...rights };
  return { row: { ...row, base }, requests };
}
