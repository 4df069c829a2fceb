import type { DeltaItem } from '@foray/contract';
import type { LocalItem } from '../store/local-item.ts';
import { operationOf } from '../store/operation.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The row that a create makes, as no server row exists yet: with version 0. */
export function madeBy(unit: UnitOfWork, row: LocalItem, create: QueuedRequest): DeltaItem {
  const made = operationOf(create, { localId: row.id, userId: unit.userId });
  if (made.kind !== 'create') throw new Error(`${create.id} creates nothing`);
  const rights = { permission: 'manage', children_count: 0, completed_count: 0 } as const;
  return { ...made.item, version: 0, rev: -1, ...rights };
}
