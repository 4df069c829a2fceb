import { ownItemsLost } from '@foray/domain';
import type { TreeItem } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { familyOf, rootOf, treeOf } from '../../replica/index.ts';
import { useClient, useReplica, useSession } from '../../replica/index.ts';

/**
 * Shows how many other people lose how many of their own items by a change of the tree around an item;
 * renders nothing if nobody does. `change` returns the changed item, or the same one if it stays.
 */
export function LostItems({
  uuid,
  change,
}: {
  readonly uuid: string;
  readonly change: (item: TreeItem) => TreeItem;
}) {
  const replica = useReplica();
  const session = useSession();
  const root = rootOf(replica, uuid);
  if (root === undefined || session.kind !== 'user') return null;
  const before = treeOf(familyOf(replica, root.uuid));
  return <Losses before={before} after={before.map(change)} />;
}

/** As {@link LostItems}, for two states of a tree. */
export function Losses({
  before,
  after,
}: {
  readonly before: readonly TreeItem[];
  readonly after: readonly TreeItem[];
}) {
  const session = useClient().session.get();
  const lost = new Map(ownItemsLost(before, after));
  if (session.kind === 'user') lost.delete(session.user.id);
  if (lost.size === 0) return null;
  const items = [...lost.values()].reduce((sum, one) => sum + one, 0);
  return (
    <p className="mt-2 font-strong text-ink">{lazyMessages.sharing.peopleLose(lost.size, items)}</p>
  );
}
