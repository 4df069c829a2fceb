import { completedAtAfter, hasFurther, rebaseItem, rebaseTree, rollUp } from '@foray/domain';
import type { ChildChange } from '@foray/domain';
import { sortKeyOf } from '../store/local-item.ts';
import type { LocalItem, RolledStatus } from '../store/local-item.ts';
import { changeOf, operationOf } from '../store/operation.ts';
import { kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { startStateOf } from './recompute-row.ts';

/**
 * Updates the parents' statuses after a change below them, up to the campaign, as far as this device has all
 * the children (contribute, manage, or guest). Nothing is queued and no parent becomes pending. `before` is
 * null for a new item.
 */
export async function rollUpParents(
  unit: UnitOfWork,
  before: LocalItem | null,
  after: LocalItem,
  at: string,
): Promise<void> {
  // The copy of an occurrence does not count as a child.
  if (after.occurrence_of !== null) return;
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
  const living = (await unit.children(parent.uuid)).filter(
    (child) => !child._deleted && child.occurrence_of === null,
  );
  const rolling = { status: parent.status, hasNextOccurrence: hasFurther(parent) };
  const status = rollUp(rolling, living, change);
  if (status === parent.status) return;
  const rolled = { status, completed_at: completedAtAfter(parent, status, at) };
  await putRolledStatus(unit, parent, rolled, unit.device.account.kind === 'user');
  await rollUpParent(
    unit,
    parent.parent_uuid,
    { kind: 'status', before: parent.status, after: status },
    at,
  );
}

/**
 * Recomputes the roll-ups of whole families, from their bases and everything queued about them. Use it if the
 * queue was rewritten (joined, cancelled, discarded, resolved), since the stored roll-ups then no longer
 * follow from it. Reads each family once.
 */
export async function recomputeRollUps(
  unit: UnitOfWork,
  uuids: readonly (string | null)[],
): Promise<void> {
  const family = new Map<string, LocalItem>();
  for (const uuid of uuids) await addFamily(unit, family, uuid);
  const queue = await unit.tx.queue();
  await addMovedOut(unit, family, queue);
  const about = queue.filter(({ touches }) => touches.some((uuid) => family.has(uuid)));
  // No status depends on the number of an item.
  const context = { localId: 0, userId: unit.userId };
  const operations = about.map((request) => operationOf(request, context));
  const starts = new Map(
    [...family.values()].map((row) => {
      const own = about.filter(({ touches }) => touches.includes(row.uuid));
      return [row.uuid, startStateOf(row, own)] as const;
    }),
  );
  const tree = rebaseTree({
    bases: [...starts.values()].filter((start) => start !== null),
    operations,
    rollsUp: (uuid) => family.get(uuid)?.permission !== 'view',
  });
  for (const row of family.values()) {
    const shown = tree.get(row.uuid);
    if (row.type === 'todo' || shown === undefined || shown.deleted) continue;
    const own = operations.filter(({ uuid }) => uuid === row.uuid);
    const bare = rebaseItem(starts.get(row.uuid) ?? null, own);
    const isRolled = bare?.status !== shown.status || bare.completed_at !== shown.completed_at;
    const { status, completed_at } = shown;
    await putRolledStatus(unit, row, { status, completed_at }, isRolled);
  }
}

async function putRolledStatus(
  unit: UnitOfWork,
  row: LocalItem,
  rolled: RolledStatus,
  isRolled: boolean,
): Promise<void> {
  const isSame = row.status === rolled.status && row.completed_at === rolled.completed_at;
  if (isSame && (row.rolled !== null) === isRolled) return;
  const next = { ...row, ...rolled, rolled: isRolled ? rolled : null };
  unit.put({ ...next, sortKey: sortKeyOf(next) });
  if (isRolled) await unit.tx.putMeta('rolled', row.uuid, { uuid: row.uuid });
}

/** The item, its ancestors, and everything below the highest of them. */
async function addFamily(
  unit: UnitOfWork,
  family: Map<string, LocalItem>,
  uuid: string | null,
): Promise<void> {
  const item = uuid === null ? undefined : await unit.item(uuid);
  if (item === undefined || family.has(item.uuid)) return;
  const top = (await unit.ancestors(item)).at(-1) ?? item;
  for (const row of await unit.family(top)) family.set(row.uuid, row);
}

/** Adds items whose move out of the family is queued: the family rolls up with them before the move. */
async function addMovedOut(
  unit: UnitOfWork,
  family: Map<string, LocalItem>,
  queue: readonly QueuedRequest[],
): Promise<void> {
  for (const request of queue) {
    const isMove =
      kindOf(request) === 'patch' && changeOf(request.data ?? {}).parent_uuid !== undefined;
    if (isMove) await addFamily(unit, family, request.itemUuid);
  }
}
