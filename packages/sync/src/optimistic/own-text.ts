import type { Removal } from '@foray/contract';
import { applyLabels, maxTitleChars, occurrenceOf, plainOf } from '@foray/domain';
import type { ItemStatus, PlainFields } from '@foray/domain';
import { changeOf, labelChangeOf } from '../store/operation.ts';
import { kindOf } from '../store/queued-request.ts';
import type { LocalItem } from '../store/local-item.ts';
import { lastServerRowOf, sortKeyOf } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * The row of an item that its user may no longer see, reduced to the text that this user wrote here
 * (invariant I6). Null if the row stays unchanged: an item created here is its user's own, and a removal not
 * newer than the base was only inferred from a 404.
 */
export function ownTextOf(
  unit: UnitOfWork,
  row: LocalItem,
  requests: readonly QueuedRequest[],
  removal: Removal,
): LocalItem | null {
  const isOwn =
    lastServerRowOf(row) === null || requests.some((request) => kindOf(request) === 'create');
  if (removal.reason !== 'hidden' || isOwn || removal.rev <= (row.base?.rev ?? 0)) return null;
  const patches = requests.filter((request) => kindOf(request) === 'patch');
  const own = Object.assign(
    {},
    ...patches.map(({ data }) => changeOf(data ?? {})),
  ) as Partial<PlainFields> & { readonly status?: ItemStatus };
  const description = own.description ?? null;
  const at = unit.serverNow();
  const status = own.status ?? 'pending';
  const labelled = requests
    .filter((request) => kindOf(request) === 'label')
    .map(({ data }) => labelChangeOf(data ?? {}));
  const shown: LocalItem = {
    ...row,
    ...plainOf({ ...own, title: own.title ?? titleFrom(description) }),
    status,
    user_id: unit.userId,
    assigned_to: null,
    parent_id: null,
    parent_uuid: null,
    created_at: at,
    updated_at: at,
    completed_at: status === 'completed' ? at : null,
    labels: labelled.reduce(applyLabels, [] as readonly string[]),
    position: null,
    ...occurrenceOf({}),
    permission: 'manage',
    base: null,
    former: null,
    rolled: null,
    top: 1,
  };
  return { ...shown, sortKey: sortKeyOf(shown) };
}

/** An item needs a title, and the former one is not this user's to keep. */
function titleFrom(description: string | null): string {
  const line = description?.trim().split('\n')[0]?.slice(0, maxTitleChars).trim() ?? '';
  return line === '' ? '…' : line;
}
