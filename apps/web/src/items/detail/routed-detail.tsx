import type { ItemType } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import type { ComponentType } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useRoutedItem } from '../../replica/index.ts';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { detailHome } from './detail-frame.tsx';
import { MissingItem } from './missing-item.tsx';

const { frame } = lazyMessages;
const { campaigns } = lazyMessages;
const homeLabels = { campaign: campaigns.toCampaigns, task: frame.goHome, todo: frame.goHome };

/** The detail page of the item that a route names, or a note that it is loading or not on this device. */
export function RoutedDetail({
  type,
  routeId,
  Page,
}: {
  readonly type: ItemType;
  readonly routeId: string;
  readonly Page: ComponentType<{ readonly item: LocalItem; readonly routeId: string }>;
}) {
  const routed = useRoutedItem(type, routeId);
  const { loading, notFound } = lazyMessages[type];
  if (routed.kind === 'loading') return <SkeletonList label={loading} />;
  if (routed.kind === 'found') {
    return <Page key={routed.item.uuid} item={routed.item} routeId={routeId} />;
  }
  return (
    <>
      <h1 tabIndex={-1} data-route-heading="" className="sr-only">
        {notFound}
      </h1>
      <MissingItem
        title={notFound}
        routeId={routeId}
        leave={{ href: detailHome(type), label: homeLabels[type] }}
      />
    </>
  );
}
