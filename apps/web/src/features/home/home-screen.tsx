import { itemTypes } from '@foray/domain';
import type { ItemType, Tab } from '@foray/domain';
import { useRef } from 'react';
import { useFirstFetch } from '../../items/actions/first-fetch.ts';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { useTypeTabs } from '../../items/list/list-place.ts';
import { QuickAdd } from '../../items/create/quick-add.tsx';
import type { QuickAddHandle } from '../../items/create/quick-add.tsx';
import { WithSide } from '../../items/detail/with-side.tsx';
import { messages } from '../../messages/messages.ts';
import { useList } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { HomeCount, HomePlan, HomePreview, HomeSide, LoadingList } from './lazy-home-items.tsx';

const { home: strings, quickAdd } = messages;

const countOf = (tab: Tab) => <HomeCount list="home" tab={tab} />;

/** Home: all items of this device, with quick-add on every tab. */
export function HomeScreen() {
  const { tab, tabs } = useTypeTabs();
  const quickAddCard = useRef<QuickAddHandle>(null);
  // Without items there is nothing to plan, and nothing beside the list.
  const hasItems = useList({ list: 'home', tab: 'all' }).uuids.length > 0;
  return (
    <ItemDialogs>
      <ScreenHeading title={messages.titles.home} subtitle={strings.subtitle} />
      {hasItems && <HomePlan />}
      <WithSide label={strings.side} side={hasItems && <HomeSide />}>
        <Tabs {...tabs} badgeOf={hasItems ? countOf : undefined}>
          <TabPanel value={tab}>
            <QuickAdd ref={quickAddCard} types={tab === 'all' ? itemTypes : [tab]} />
            <HomeList key={tab} tab={tab} onStart={(type) => quickAddCard.current?.start(type)} />
          </TabPanel>
        </Tabs>
      </WithSide>
    </ItemDialogs>
  );
}

function HomeList({
  tab,
  onStart,
}: {
  readonly tab: Tab;
  readonly onStart: (type: ItemType) => void;
}) {
  const { state, uuids } = useList({ list: 'home', tab });
  const firstFetch = useFirstFetch();
  const isLoading = state === 'loading' || firstFetch === 'running';
  if (uuids.length === 0) {
    if (isLoading) return <LoadingList />;
    const type = tab === 'all' ? 'campaign' : tab;
    return (
      <EmptyState
        drawing={firstDrawings[tab === 'all' ? 'start' : tab === 'todo' ? 'list' : 'nesting']}
        title={strings.empty[tab]}
        action={
          <Button icon={firstIcons.plus} onClick={() => onStart(type)}>
            {quickAdd.placeholder[type]}
          </Button>
        }
      />
    );
  }
  return (
    <HomePreview
      tab={tab}
      uuids={uuids}
      label={strings.tabs[tab]}
      look={tab === 'campaign' ? 'cards' : 'rows'}
    />
  );
}
