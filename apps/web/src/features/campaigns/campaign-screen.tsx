import { may, upNext } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { Suspense, useEffect, useState } from 'react';
import { DetailFrame } from '../../items/detail/detail-frame.tsx';
import { OrderedList } from '../../items/list/ordered-list.tsx';
import { OpenItems } from '../../items/actions/open-items.tsx';
import { PeopleList } from '../../items/detail/people-list.tsx';
import { ProgressBlock } from '../../items/detail/progress-block.tsx';
import { QuickAdd } from '../../items/create/quick-add.tsx';
import { RoutedDetail } from '../../items/detail/routed-detail.tsx';
import { UpNextCard } from '../../items/list/up-next-card.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useChildren, useFamily, useOpenChildren } from '../../replica/index.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';

const { campaign: strings } = lazyMessages;
const ActivityFeed = lazyComponent(
  () => import('../../items/activity/activity-feed.tsx'),
  (it) => it.default,
);

/** One campaign: its texts, progress, contents and activity. */
export function CampaignScreen({ routeId }: { readonly routeId: string }) {
  return <RoutedDetail type="campaign" routeId={routeId} Page={Campaign} />;
}

function Campaign({ item, routeId }: { readonly item: LocalItem; readonly routeId: string }) {
  const [tab, setTab] = useState<'contents' | 'activity'>('contents');
  useEffect(() => {
    // Loaded early, so that the tab opens without a network too; a failure shows when it is opened.
    void ActivityFeed.preload().catch(() => undefined);
  }, []);
  return (
    <DetailFrame
      item={item}
      routeId={routeId}
      aside={
        <>
          <div className="max-lg:hidden">
            <NextStep uuid={item.uuid} />
          </div>
          <PeopleList item={item} />
        </>
      }
    >
      <Tabs
        label={strings.tabsLabel}
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'contents', label: strings.tabs.contents },
          { value: 'activity', label: strings.tabs.activity },
        ]}
      >
        <TabPanel value="contents">
          <Contents item={item} />
        </TabPanel>
        <TabPanel value="activity">
          <Suspense fallback={<SkeletonList label={lazyMessages.activity.loading} rows={6} />}>
            <ActivityFeed item={item} />
          </Suspense>
        </TabPanel>
      </Tabs>
    </DetailFrame>
  );
}

/**
 * The item to start next in a campaign, by the same rule as in Queue: beside its contents on wide windows, else
 * above them.
 */
function NextStep({ uuid }: { readonly uuid: string }) {
  const [, ...below] = useFamily(uuid);
  const next = upNext(below);
  return next && <UpNextCard item={next} hiddenParent={uuid} />;
}

function Contents({ item }: { readonly item: LocalItem }) {
  const children = useChildren(item.uuid);
  const open = useOpenChildren(item.uuid);
  return (
    <>
      {may(item.permission, 'addChild') && (
        <QuickAdd types={['task', 'todo']} parentUuid={item.uuid} />
      )}
      <div className="mb-3 empty:hidden lg:hidden">
        <NextStep uuid={item.uuid} />
      </div>
      {children.length === 0 ? (
        <EmptyState drawing={firstDrawings.nesting} title={strings.empty} />
      ) : (
        <OpenItems uuids={children} open={open} head={<ProgressBlock uuid={item.uuid} hasRing />}>
          {(uuids, empty) => (
            <OrderedList
              parent={item}
              all={children}
              uuids={uuids}
              label={strings.tabs.contents}
              hideParent
              empty={empty}
            />
          )}
        </OpenItems>
      )}
    </>
  );
}
