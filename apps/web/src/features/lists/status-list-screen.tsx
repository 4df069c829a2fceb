import type { ListName, Tab } from '@foray/domain';
import type { ReactElement, ReactNode } from 'react';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { InsideNote, TabCount } from '../../items/list/tab-counts.tsx';
import { useTypeTabs } from '../../items/list/list-place.ts';
import { WithSide } from '../../items/detail/with-side.tsx';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useQueryDays } from '../../items/queries/query-days.ts';
import { useFilteredList, useSearchReading } from '../../replica/hooks/use-search.ts';
import { useList } from '../../replica/index.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { useKeptQuery } from './kept-query.ts';
import { ListBody, sinces } from './list-body.tsx';
import { ListHead } from './list-head.tsx';
import { ListSide } from './list-side.tsx';

const { home, titles } = messages;
const { listScreens: strings } = lazyMessages;

/**
 * The common parts of Queue, Active and Completed: title, subtitle, search and the four tabs. `aboveAll` is
 * shown above the list of the All tab while the search is empty, `emptyAll` replaces the list while it is
 * empty; `emptyAction` is the next step from an empty list.
 */
export function StatusListScreen({
  list,
  aboveAll,
  emptyAll,
  emptyAction,
}: {
  readonly list: ListName;
  readonly aboveAll?: ReactElement;
  readonly emptyAll?: ReactElement | undefined;
  readonly emptyAction: ReactNode;
}) {
  const { tab, tabs } = useTypeTabs();
  const { query, search, setQuery } = useKeptQuery();
  const isFiltered = useSearchReading(search).query !== null;
  return (
    <ItemDialogs>
      <ListHead
        title={titles[list]}
        subtitle={strings[list].subtitle}
        searchLabel={strings[list].search}
        query={query}
        search={search}
        onQueryChange={setQuery}
      />
      <WithSide label={strings.side} side={<ListSide list={list} />}>
        <Tabs {...tabs} badgeOf={(value) => <TabCount list={list} tab={value} />}>
          <TabPanel value={tab}>
            {tab === 'all' && !isFiltered && aboveAll}
            <StatusList
              key={tab}
              list={list}
              tab={tab}
              search={search}
              empty={
                tab === 'all'
                  ? (emptyAll ?? (
                      <EmptyAll list={list} action={emptyAction} onShow={tabs.onValueChange} />
                    ))
                  : undefined
              }
              emptyAction={emptyAction}
            />
            {tab === 'all' && !isFiltered && <ListNote list={list} />}
          </TabPanel>
        </Tabs>
      </WithSide>
    </ItemDialogs>
  );
}

function StatusList({
  list,
  tab,
  search,
  empty: ownEmpty,
  emptyAction,
}: {
  readonly list: ListName;
  readonly tab: Tab;
  readonly search: string;
  readonly empty: ReactElement | undefined;
  readonly emptyAction: ReactNode;
}) {
  const { query } = useSearchReading(search);
  const view = useFilteredList({ list, tab }, query, useQueryDays());
  const { empty, hints } = strings[list];
  return (
    <ListBody
      view={view}
      search={search}
      label={`${titles[list]}, ${home.tabs[tab]}`}
      look={tab === 'campaign' ? 'cards' : 'rows'}
      hideStatus={list !== 'queue'}
      since={sinces[list]}
      empty={
        ownEmpty ?? (
          <EmptyState
            drawing={moreDrawings[list]}
            title={empty[tab]}
            hint={hints[tab] ?? undefined}
            action={emptyAction}
          />
        )
      }
    />
  );
}

/** The number of items inside those of All; an empty list says so itself. */
function ListNote({ list }: { readonly list: ListName }) {
  return useList({ list, tab: 'all' }).uuids.length > 0 ? <InsideNote list={list} /> : null;
}

/**
 * Replaces an empty All tab: there are no items, or only items inside other items, with the link to those.
 */
function EmptyAll({
  list,
  action,
  onShow,
}: {
  readonly list: ListName;
  readonly action: ReactNode;
  readonly onShow: (tab: Tab) => void;
}) {
  const todos = useList({ list, tab: 'todo' }).uuids.length;
  const tasks = useList({ list, tab: 'task' }).uuids.length;
  const { empty, hints } = strings[list];
  const inside = todos > 0 ? 'todo' : 'task';
  const isInside = list !== 'queue' && todos + tasks > 0;
  return (
    <EmptyState
      drawing={moreDrawings[list]}
      title={empty.all}
      hint={isInside ? strings.inside[list] : (hints.all ?? undefined)}
      action={
        isInside ? (
          <Button onClick={() => onShow(inside)}>{strings.showInside[inside]}</Button>
        ) : (
          action
        )
      }
    />
  );
}

/** Active: the items in progress. */
export function ActiveScreen() {
  return (
    <StatusListScreen
      list="active"
      emptyAction={<ButtonLink href="/queue">{strings.toQueue}</ButtonLink>}
    />
  );
}

/** Completed: the completed items. */
export function CompletedScreen() {
  return (
    <StatusListScreen
      list="completed"
      emptyAction={<ButtonLink href="/active">{strings.toActive}</ButtonLink>}
    />
  );
}
