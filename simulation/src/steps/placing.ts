import { byPlace } from '@foray/domain';
import { placeItem } from '@foray/sync';
import type { LocalItem } from '@foray/sync';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';
import type { StoryStep } from '../story/story-shape.ts';
import { perform } from './perform.ts';

/** Puts an item of `rows` at another place among its siblings, if an item has any. */
export async function placeAmong(
  world: World,
  opened: TabAccount,
  rows: readonly LocalItem[],
  { at, to }: Pick<StoryStep, 'at' | 'to'>,
): Promise<void> {
  const siblingsOf = ({ parent_uuid: parent }: LocalItem): readonly LocalItem[] =>
    rows.filter((one) => one.parent_uuid === parent && one.occurrence_of === null);
  const placed = rows.filter((row) => {
    const isChild = row.parent_uuid !== null && row.occurrence_of === null;
    return isChild && siblingsOf(row).length > 1;
  });
  const row = placed[at % placed.length];
  if (row === undefined) return;
  const order = siblingsOf(row).toSorted(byPlace);
  const others = order.filter((one) => one !== row);
  const shown = others.toSpliced(to % (others.length + 1), 0, row).map(({ uuid }) => uuid);
  const action = { kind: 'place', uuids: [row.uuid] } as const;
  await perform(world, opened, action, () => placeItem(opened.device, row.uuid, shown));
}
