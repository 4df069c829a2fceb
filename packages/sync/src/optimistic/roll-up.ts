import { completedAtAfter, rollUp } from '@foray/domain';
import type { ChildChange } from '@foray/domain';
import { sortKeyOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Shows on the parents what a change below them means, climbing to the campaign, as far as this
 * device holds all the children (contribute, manage, or guest). Nothing is queued for it and no
 * parent becomes pending. `before` is null for an item that is new.
 */
export async function rollUpParents(
  unit: UnitOfWork,
  before: LocalItem | null,
  after: LocalItem,
  at: string,
): Promise<void> {
  const left = before === null || before._deleted ? null : before.parent_uuid;
  const joined = after._deleted ? null : after.parent_uuid;
  if (before !== null && left === joined) {
    await rollUpParent(
      unit,
      joined,
      { kind: 'status', before: before.status, after: after.status },
      at,
    );
    return;
  }
  await rollUpParent(unit, left, { kind: 'removed' }, at);
  await rollUpParent(unit, joined, { kind: 'added', status: after.status }, at);
}

async function rollUpParent(
  unit: UnitOfWork,
  uuid: string | null,
  change: ChildChange,
  at: string,
): Promise<void> {
  if (change.kind === 'status' && change.before === change.after) return;
  const parent = uuid === null ? undefined : await unit.item(uuid);
  if (parent === undefined || parent._deleted || parent.permission === 'view') return;
  const living = (await unit.children(parent.uuid)).filter((child) => !child._deleted);
  const status = rollUp(parent, living, change);
  if (status === parent.status) return;
  const rolled = { status, completed_at: completedAtAfter(parent, status, at) };
  const isGuest = unit.device.account.kind === 'guest';
  const shown = { ...parent, ...rolled, rolled: isGuest ? null : rolled };
  unit.put({ ...shown, sortKey: sortKeyOf(shown) });
  if (!isGuest) await unit.tx.putMeta('rolled', parent.uuid, { uuid: parent.uuid });
  await rollUpParent(
    unit,
    parent.parent_uuid,
    { kind: 'status', before: parent.status, after: status },
    at,
  );
}
