import type { LocalItem } from '@foray/sync';
import { useLayoutEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { hrefOf } from '../../items/actions/item-href.ts';
import { RoutedDetail } from '../../items/detail/routed-detail.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useIsArriving, useItem, useSession, useUserId } from '../../replica/index.ts';
import { SkeletonList } from '../../ui/display/skeleton.tsx';

/** The target of a todo's link: its sheet over the page of its parent, else over the list that it is in. */
export function TodoScreen({ routeId }: { readonly routeId: string }) {
  return <RoutedDetail type="todo" routeId={routeId} Page={ToSheet} />;
}

const lists = { pending: '/queue', in_progress: '/active', completed: '/completed' } as const;

function ToSheet({ item }: { readonly item: LocalItem }) {
  const parent = useItem(item.parent_uuid ?? '');
  const isArriving = useIsArriving();
  const ownId = useUserId();
  const isOwn = item.user_id === ownId || item.assigned_to === ownId;
  const page = (parent && hrefOf(parent)) ?? (isOwn ? lists[item.status] : '/');
  // The items of an account may load before it is known who is signed in.
  const isStarting = useSession().kind === 'starting';
  const isWaiting = isStarting || (item.parent_uuid !== null && !parent && isArriving);
  const address = isWaiting ? null : `${page}?item=${item.uuid}`;
  useLayoutEffect(() => {
    if (address !== null) navigate(address, { replace: true });
  }, [address]);
  return isWaiting ? <SkeletonList label={lazyMessages.todo.loading} /> : null;
}
