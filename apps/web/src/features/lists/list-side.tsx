import type { ListName } from '@foray/domain';
import { SideItem, SidePanel } from '../../items/side-column.tsx';
import { messages } from '../../messages/messages.ts';
import { useList, useWholeList } from '../../replica/index.ts';
import { DoneWeek } from './done-week.tsx';
import { DueSoon } from './due-soon.tsx';

const { home, lists: strings } = messages;

const maxShown = 5;

/** Beside Queue: what is due soon, and what is under way already. */
function QueueSide() {
  const queue = useWholeList('queue');
  const { uuids } = useList({ list: 'active', tab: 'all' });
  return (
    <>
      <DueSoon items={queue} />
      {uuids.length > 0 && (
        <SidePanel title={home.underWay} link={{ href: '/active', label: home.allUnderWay }}>
          {uuids.slice(0, maxShown).map((uuid) => (
            <SideItem key={uuid} uuid={uuid} linkLabel={home.goOnWith} />
          ))}
        </SidePanel>
      )}
    </>
  );
}

/** Beside Active: how far the campaigns have come, and what of it is due soon. */
function ActiveSide() {
  const active = useWholeList('active');
  const { uuids } = useList({ list: 'active', tab: 'campaign' });
  return (
    <>
      {uuids.length > 0 && (
        <SidePanel
          title={strings.campaignsUnderWay}
          link={{ href: '/campaigns', label: strings.toCampaigns }}
        >
          {uuids.slice(0, maxShown).map((uuid) => (
            <SideItem key={uuid} uuid={uuid} linkLabel={home.goOnWith} />
          ))}
        </SidePanel>
      )}
      <DueSoon items={active.filter(({ type }) => type !== 'campaign')} />
    </>
  );
}

/** Beside Completed: what was done in the last seven days. */
function CompletedSide() {
  return <DoneWeek items={useWholeList('completed')} />;
}

/** What stands beside Queue, Active or Completed where a window is wide. */
export function ListSide({ list }: { readonly list: ListName }) {
  switch (list) {
    case 'queue':
      return <QueueSide />;
    case 'active':
      return <ActiveSide />;
    case 'completed':
      return <CompletedSide />;
  }
}
