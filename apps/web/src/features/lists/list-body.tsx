import { useEffect } from 'react';
import type { ComponentProps, ReactElement } from 'react';
import { queryHref } from '../../adapters/browser/query-address.ts';
import { useFirstFetch } from '../../items/actions/first-fetch.ts';
import { SinceText } from '../../items/fields/since-text.tsx';
import type { SortTime } from '../../items/fields/since-text.tsx';
import { ItemList } from '../../items/list/item-list.tsx';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSearchReading } from '../../replica/hooks/use-search.ts';
import type { ListView } from '../../replica/index.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { announce } from '../../ui/display/announcer.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';

/** The time by which each list is sorted, which its rows show. */
export const sinces = {
  queue: sinceOf('added'),
  active: sinceOf('changed'),
  completed: sinceOf('completed'),
} as const;

function sinceOf(since: SortTime): NonNullable<ComponentProps<typeof ItemList>['since']> {
  return function Since(props) {
    return <SinceText since={since} {...props} />;
  };
}

/**
 * The items of a list, or in their place the loading state, the state of a filter without hits, or
 * the list's own `empty` state. The number of hits of a filter is announced.
 */
export function ListBody({
  view,
  search,
  empty,
  ...rest
}: Omit<ComponentProps<typeof ItemList>, 'uuids'> & {
  readonly view: ListView;
  /** The filter of the list, after the pause in typing. */
  readonly search: string;
  readonly empty: ReactElement;
}) {
  const firstFetch = useFirstFetch();
  const isFiltered = useSearchReading(search).query !== null;
  const count = view.uuids.length;
  const isReady = view.state === 'ready';
  useEffect(() => {
    if (isFiltered && isReady) announce(lazyMessages.listScreens.found(count));
  }, [isFiltered, isReady, count, search]);

  const instead =
    !isReady || firstFetch === 'running' ? (
      <SkeletonList label={messages.home.loading} rows={8} />
    ) : isFiltered ? (
      <EmptyState
        drawing={moreDrawings.search}
        title={lazyMessages.listScreens.noHits(search.trim())}
        action={<ButtonLink href={queryHref(search)}>{lazyMessages.queries.everywhere}</ButtonLink>}
      />
    ) : (
      empty
    );
  return <ItemList uuids={view.uuids} {...rest} empty={instead} />;
}
