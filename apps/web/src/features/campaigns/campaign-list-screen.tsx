import { paginate } from '@foray/domain';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useBrowserLocation, useSearch } from 'wouter/use-browser-location';
import { CampaignCard } from '../../items/list/campaign-card.tsx';
import { CreateDialog } from '../../items/dialogs/create-dialog.tsx';
import { useFirstFetch } from '../../items/actions/first-fetch.ts';
import { useListFocus, useTabStop } from '../../items/actions/list-focus.ts';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { Pager } from '../../items/list/pager.tsx';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useList } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';

const { campaigns: strings } = lazyMessages;

/** All campaigns, 20 per page. The page number is in the address, so Back keeps it. */
export function CampaignListScreen() {
  const [isCreating, setIsCreating] = useState(false);
  const { state, uuids } = useList({ list: 'home', tab: 'campaign' });
  const isEmpty = useFirstFetch() === 'over' && state === 'ready' && uuids.length === 0;
  const add = (
    <Button variant="primary" icon={firstIcons.plus} onClick={() => setIsCreating(true)}>
      {strings.add}
    </Button>
  );
  return (
    <ItemDialogs>
      {/* Without campaigns, the only button is below the empty state's text. */}
      <ScreenHeading title={messages.titles.campaigns} action={isEmpty ? undefined : add} />
      <CampaignPages add={add} />
      <CreateDialog open={isCreating} onOpenChange={setIsCreating} startType="campaign" />
    </ItemDialogs>
  );
}

function CampaignPages({ add }: { readonly add: ReactNode }) {
  const { state, uuids } = useList({ list: 'home', tab: 'campaign' });
  const firstFetch = useFirstFetch();
  const [path, navigate] = useBrowserLocation();
  const params = new URLSearchParams(useSearch());
  const { syncNow } = useActions();

  if (uuids.length === 0) {
    if (state === 'loading' || firstFetch === 'running') {
      return <SkeletonList label={strings.loading} />;
    }
    if (firstFetch === 'failed') {
      return (
        <EmptyState
          drawing={moreDrawings.offline}
          title={strings.failed}
          action={<Button onClick={() => void syncNow()}>{lazyMessages.retry}</Button>}
        />
      );
    }
    return (
      <EmptyState
        drawing={firstDrawings.nesting}
        title={messages.home.empty.campaign}
        action={add}
      />
    );
  }

  const pages = paginate(uuids, 1).last_page;
  const requested = Number(params.get('page'));
  const page = Number.isInteger(requested) ? Math.min(Math.max(1, requested), pages) : 1;
  return (
    <>
      <CampaignGrid key={page} uuids={paginate(uuids, page).data} />
      <Pager
        label={strings.pages}
        page={page}
        pages={pages}
        onPage={(next) => {
          navigate(next === 1 ? path : `${path}?page=${next}`);
          window.scrollTo(0, 0);
        }}
      />
    </>
  );
}

function CampaignGrid({ uuids }: { readonly uuids: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  const focus = useListFocus(list, uuids);
  const { tabStop, onFocusCapture } = useTabStop(uuids);
  return (
    <ul
      ref={list}
      aria-label={messages.titles.campaigns}
      className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3"
      {...focus}
      onFocusCapture={onFocusCapture}
    >
      {uuids.map((uuid) => (
        <li key={uuid} data-uuid={uuid}>
          <CampaignCard uuid={uuid} tabStop={tabStop} />
        </li>
      ))}
    </ul>
  );
}
