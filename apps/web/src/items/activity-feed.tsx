import { activityFreshMs, paginate } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNow } from './now.ts';
import { Pager } from './pager.tsx';
import { laterMessages } from '../messages/later-messages.ts';
import { moreMessages } from '../messages/more-messages.ts';
import { useClient, useFamily, useSession, useSync } from '../replica/index.ts';
import { serverCacheOf } from '../replica/hooks/server-cache.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { firstIcons } from '../ui/first-icons.ts';
import { moreDrawings } from '../ui/more-drawings.tsx';
import { LongWait } from '../ui/long-wait.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { Entry } from './activity-entry.tsx';
import { localActivity } from './local-activity.ts';
import { shownOfServer } from './shown-activity.ts';
import type { ShownActivity } from './shown-activity.ts';

const { activity: strings } = laterMessages;

/**
 * What happened in a campaign: from the server; for guests, offline, and before the server has the
 * campaign, derived from this device's items.
 */
export default function ActivityFeed({ item }: { readonly item: LocalItem }) {
  const session = useSession();
  const { online } = useSync();
  const isOnServer = session.kind === 'user' && online && item.base !== null;
  return isOnServer ? (
    <ServerFeed uuid={item.uuid} userId={session.user.id} />
  ) : (
    <LocalFeed uuid={item.uuid} isOffline={session.kind === 'user' && !online} />
  );
}

function ServerFeed({ uuid, userId }: { readonly uuid: string; readonly userId: number }) {
  const client = useClient();
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(1);
  const cache = serverCacheOf(client);
  const queryKey = ['activity', userId, uuid, page];
  const query = useQuery(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const answer = await client.actions.listActivity(uuid, page, signal);
        if (answer.ok) return answer.value;
        // A final answer: a retry would not change it.
        if (answer.error.code === 'not_found') return null;
        throw new Error(answer.error.code);
      },
      staleTime: activityFreshMs,
      placeholderData: keepPreviousData,
    },
    cache,
  );
  // A page that fails to load keeps the pager, so that the others stay within reach.
  if (query.data && query.data.last_page !== pages) setPages(query.data.last_page);
  const isLacking = query.isPending || query.isPlaceholderData;
  const isWaiting = isLacking && query.fetchStatus !== 'idle';
  const longWait = (
    <LongWait isWaiting={isWaiting} giveUp={() => void cache.cancelQueries({ queryKey })} />
  );
  if (query.isPending && isWaiting) {
    return (
      <>
        <SkeletonList label={strings.loading} rows={6} />
        {longWait}
      </>
    );
  }
  if (!query.data || (isLacking && !isWaiting)) {
    return (
      <>
        <EmptyState
          drawing={moreDrawings.offline}
          title={strings.failed}
          action={
            <Button
              icon={firstIcons.sync}
              busy={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {moreMessages.retry}
            </Button>
          }
        />
        {pages > 1 && <Pager label={strings.pages} page={page} pages={pages} onPage={setPage} />}
      </>
    );
  }
  return (
    <>
      <Feed
        entries={query.data.data.map(shownOfServer)}
        page={page}
        pages={query.data.last_page}
        onPage={setPage}
      />
      {longWait}
    </>
  );
}

function LocalFeed({ uuid, isOffline }: { readonly uuid: string; readonly isOffline: boolean }) {
  const family = useFamily(uuid);
  const entries = useMemo(() => localActivity(family), [family]);
  const [chosen, setChosen] = useState(1);
  const { last_page: pages } = paginate(entries, 1);
  const page = Math.min(chosen, pages);
  return (
    <>
      {isOffline && <p className="mb-2 text-meta text-ink-3">{strings.offline}</p>}
      <Feed entries={paginate(entries, page).data} page={page} pages={pages} onPage={setChosen} />
    </>
  );
}

function Feed({
  entries,
  page,
  pages,
  onPage,
}: {
  readonly entries: readonly ShownActivity[];
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}) {
  const nowMs = useNow();
  if (entries.length === 0)
    return <EmptyState drawing={moreDrawings.active} title={strings.empty} />;
  return (
    <>
      <Card>
        <ol aria-label={strings.label} className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} nowMs={nowMs} />
          ))}
        </ol>
      </Card>
      {pages > 1 && <Pager label={strings.pages} page={page} pages={pages} onPage={onPage} />}
    </>
  );
}
