import { listNames } from '@foray/domain';
import type { ListName } from '@foray/domain';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { useKeptTab } from '../../items/list/list-place.ts';
import { WithSide } from '../../items/detail/with-side.tsx';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useQueryDays } from '../../items/queries/query-days.ts';
import { useFilteredList, useSearchReading } from '../../replica/hooks/use-search.ts';
import { useCounts } from '../../replica/index.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { useKeptQuery } from './kept-query.ts';
import { ListBody, sinces } from './list-body.tsx';
import { ListHead } from './list-head.tsx';
import { MyListSide } from './my-list-side.tsx';

const { titles } = messages;
const { myList: strings } = lazyMessages;

const ownLists = { queue: 'myQueue', active: 'myActive', completed: 'myCompleted' } as const;

/** My List: the items that the current user created, by status. */
export function MyListScreen() {
  const [tab, setTab] = useKeptTab<ListName>(listNames);
  const { query, search, setQuery } = useKeptQuery();
  const counts = useCounts();
  return (
    <ItemDialogs>
      <ListHead
        title={titles.myList}
        subtitle={strings.subtitle}
        searchLabel={strings.search}
        query={query}
        search={search}
        onQueryChange={setQuery}
      />
      <WithSide label={lazyMessages.listScreens.side} side={<MyListSide />}>
        <Tabs
          label={strings.tabsLabel}
          value={tab}
          onValueChange={setTab}
          items={[
            { value: 'queue', label: strings.tabs.queue, count: counts.myQueue },
            { value: 'active', label: strings.tabs.active, count: counts.myActive },
            { value: 'completed', label: strings.tabs.completed, count: counts.myCompleted },
          ]}
        >
          <TabPanel value={tab}>
            <OwnList key={tab} tab={tab} search={search} />
          </TabPanel>
        </Tabs>
      </WithSide>
    </ItemDialogs>
  );
}

function OwnList({ tab, search }: { readonly tab: ListName; readonly search: string }) {
  const { query } = useSearchReading(search);
  const view = useFilteredList({ list: ownLists[tab], tab: 'all' }, query, useQueryDays());
  return (
    <ListBody
      view={view}
      search={search}
      label={`${titles.myList}, ${strings.tabs[tab]}`}
      hideStatus
      since={sinces[tab]}
      empty={
        <EmptyState
          drawing={moreDrawings[tab]}
          title={strings.empty[tab]}
          action={<ButtonLink href="/">{lazyMessages.frame.goHome}</ButtonLink>}
        />
      }
    />
  );
}
