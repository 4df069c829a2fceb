import type { Tab } from '@foray/domain';
import type { ComponentProps } from 'react';
import { OpenItems } from '../../items/actions/open-items.tsx';
import { InsideNote, TabCount } from '../../items/list/lazy-list-parts.ts';
import { PreviewList } from '../../items/list/preview-list.tsx';
import { PlanChips, PlanPanel } from '../../items/detail/plan-links.tsx';
import { UnderWay } from '../../items/detail/side-column.tsx';
import { UpNext } from '../../items/list/up-next-card.tsx';
import { useOpenHomeItems } from '../../replica/index.ts';

/** Home's list of a tab, with or without completed items. */
export function HomeItems({
  tab,
  ...list
}: ComponentProps<typeof PreviewList> & { readonly tab: Tab }) {
  const open = useOpenHomeItems(tab);
  return (
    <>
      <OpenItems uuids={list.uuids} open={open}>
        {(uuids, empty) => <PreviewList {...list} uuids={uuids} empty={empty} />}
      </OpenItems>
      {tab === 'all' && <InsideNote list="home" />}
    </>
  );
}

export { PlanChips, TabCount };

/** Beside Home's list: the item to start next, and the items in progress. */
export function HomeSide() {
  return (
    <>
      <UpNext />
      <PlanPanel />
      <UnderWay tab="all" />
    </>
  );
}
