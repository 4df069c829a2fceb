import { may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { useCanonicalRoute } from '../../items/canonical-route.ts';
import { DetailActions } from '../../items/detail-actions.tsx';
import { ItemDialogs } from '../../items/item-dialogs.tsx';
import { ItemFacts } from '../../items/item-facts.tsx';
import { ItemList } from '../../items/item-list.tsx';
import { MissingItem } from '../../items/missing-item.tsx';
import { ProgressBlock } from '../../items/progress-block.tsx';
import { QuickAdd } from '../../items/quick-add.tsx';
import { messages } from '../../messages/messages.ts';
import { useChildren, useRoutedItem } from '../../replica/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { TypeMark } from '../../ui/type-mark.tsx';
import { ActivityFeed } from './activity-feed.tsx';
import { NextStep } from './next-step.tsx';

const { campaign: words } = messages;

/** One campaign: what it is, how far it has come, what it contains (specification, section 2). */
export function CampaignScreen({ routeId }: { readonly routeId: string }) {
  const routed = useRoutedItem('campaign', routeId);
  switch (routed.kind) {
    case 'loading':
      return <SkeletonList label={words.loading} />;
    case 'missing':
      return (
        <MissingItem
          title={words.notFound}
          href="/campaigns"
          linkLabel={messages.campaigns.toCampaigns}
        />
      );
    case 'found':
      return <Campaign key={routed.item.uuid} item={routed.item} routeId={routeId} />;
  }
}

function Campaign({ item, routeId }: { readonly item: LocalItem; readonly routeId: string }) {
  const [tab, setTab] = useState<'contents' | 'activity'>('contents');
  const [, navigate] = useLocation();
  useCanonicalRoute(item, routeId);
  const { uuid } = item;
  const onRemoved = useCallback(
    (removed: string) => {
      if (removed === uuid) navigate('/campaigns', { replace: true });
    },
    [uuid, navigate],
  );
  return (
    <ItemDialogs onRemoved={onRemoved}>
      <header className="mb-4 border-l-[3px] border-campaign pl-4 lg:mb-6">
        <div className="flex flex-col gap-3 md:flex-row md:items-start md:justify-between md:gap-6">
          <div className="min-w-0">
            <p className="flex items-center gap-1.5 text-meta text-ink-3">
              <TypeMark type="campaign" size={14} />
              <span aria-hidden="true">{messages.typeNames.campaign}</span>
            </p>
            <h1
              tabIndex={-1}
              data-route-heading=""
              className="text-title font-strong text-pretty md:text-display"
            >
              {item.title === '' ? messages.item.untitled : item.title}
            </h1>
          </div>
          <DetailActions item={item} />
        </div>
        {item.description !== null && (
          <p className="mt-2 max-w-prose whitespace-pre-wrap text-ink-2">{item.description}</p>
        )}
      </header>
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <aside className="flex flex-col gap-3 lg:order-last lg:*:first:order-last">
          <ItemFacts item={item} showAssignee={item.assigned_to !== null} />
          <ProgressBlock uuid={uuid} />
          <NextStep uuid={uuid} />
        </aside>
        <Tabs
          label={words.tabsLabel}
          value={tab}
          onValueChange={setTab}
          items={[
            { value: 'contents', label: words.tabs.contents },
            { value: 'activity', label: words.tabs.activity },
          ]}
        >
          <TabPanel value="contents">
            <Contents item={item} />
          </TabPanel>
          <TabPanel value="activity">
            <ActivityFeed uuid={uuid} />
          </TabPanel>
        </Tabs>
      </div>
    </ItemDialogs>
  );
}

function Contents({ item }: { readonly item: LocalItem }) {
  const children = useChildren(item.uuid);
  return (
    <>
      {may(item.permission, 'addChild') && (
        <QuickAdd types={['task', 'todo']} parentUuid={item.uuid} />
      )}
      {children.length === 0 ? (
        <EmptyState drawing="nesting" title={words.empty} />
      ) : (
        <ItemList uuids={children} label={words.tabs.contents} hideParent />
      )}
    </>
  );
}
