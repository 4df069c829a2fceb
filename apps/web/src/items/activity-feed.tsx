import type { ActivityEntry } from '@foray/contract';
import { activityFreshMs, ok, paginate } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { browserClock, browserScheduler, browserVisibility } from '../adapters/browser-ports.ts';
import { useNow } from './now.ts';
import { Pager } from './pager.tsx';
import { laterMessages } from '../messages/later-messages.ts';
import { moreMessages } from '../messages/more-messages.ts';
import { useClient, useFamily, useItem, useSession, useSync } from '../replica/index.ts';
import type { ClientActions } from '../replica/index.ts';
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

const cachePorts = {
  clock: browserClock,
  scheduler: browserScheduler,
  visibility: browserVisibility,
};

/** Pages of a campaign's log that are searched for one page of the log of something in it. */
const pagesSearched = 5;

/** The campaign that an item is or lies in. */
function useCampaignOf(item: LocalItem): LocalItem | undefined {
  const parent = useItem(item.parent_uuid ?? '');
  const above = useItem(parent?.parent_uuid ?? '');
  return [item, parent, above].find((one) => one?.type === 'campaign');
}

/**
 * What happened in a campaign, or to a task or todo: from the log of the campaign, which the server keeps; for
 * guests, offline, in no campaign, and before the server has it, derived from this device's items.
 */
export default function ActivityFeed({ item }: { readonly item: LocalItem }) {
  const session = useSession();
  const { online } = useSync();
  const campaign = useCampaignOf(item);
  const isOnServer = item.base !== null && campaign !== undefined && campaign.base !== null;
  return session.kind === 'user' && online && isOnServer ? (
    <ServerFeed
      key={item.uuid}
      uuid={campaign.uuid}
      only={campaign === item ? null : item.uuid}
      userId={session.user.id}
    />
  ) : (
    <LocalFeed
      item={item}
      ownId={session.kind === 'user' ? session.user.id : 0}
      isOffline={session.kind === 'user' && !online}
    />
  );
}

function ServerFeed({
  uuid,
  only,
  userId,
}: {
  readonly uuid: string;
  /** The one item of the campaign whose entries are shown; null for all. */
  readonly only: string | null;
  readonly userId: number;
}) {
  const client = useClient();
  const [page, setPage] = useState(1);
  const cache = serverCacheOf(client, cachePorts);
  const key = ['activity', userId, uuid, only, page].join();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ask = async (signal: AbortSignal) => {
        const read = (number: number) => client.actions.listActivity(uuid, number, signal);
        const answer = await (only === null ? read(page) : readOnly(only, page, read));
        // A final answer: another try would not change it.
        return !answer.ok && answer.error.code === 'not_found' ? ok(null) : answer;
      };
      return cache.watch({ key, freshMs: activityFreshMs, ask }, listener);
    },
    [cache, client, key, only, page, uuid],
  );
  const { data, phase } = useSyncExternalStore(subscribe, () => cache.get(key));
  // The page before stays while the next is on its way, and its pager where that fails.
  const [previous, setPrevious] = useState(data);
  if (data !== undefined && data !== previous) setPrevious(data);
  const shown = data ?? previous;
  const isWaiting = phase === 'asking' && data === undefined;
  const longWait = <LongWait isWaiting={isWaiting} giveUp={() => cache.giveUp(key)} />;
  if (isWaiting && !shown) {
    return (
      <>
        <SkeletonList label={strings.loading} rows={6} />
        {longWait}
      </>
    );
  }
  const pages = shown?.last_page ?? 1;
  if (!shown || data === null || (data === undefined && !isWaiting)) {
    return (
      <>
        <EmptyState
          drawing={moreDrawings.offline}
          title={strings.failed}
          action={
            <Button
              icon={firstIcons.sync}
              busy={phase === 'asking'}
              onClick={() => cache.retry(key)}
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
      <Feed entries={shown.data.map(shownOfServer)} page={page} pages={pages} onPage={setPage} />
      {longWait}
    </>
  );
}

type Answer = Awaited<ReturnType<ClientActions['listActivity']>>;

/** The entries of one item in the next pages of its campaign's log. */
async function readOnly(
  uuid: string,
  page: number,
  read: (number: number) => Promise<Answer>,
): Promise<Answer> {
  const first = (page - 1) * pagesSearched + 1;
  let answer = await read(first);
  let data: readonly ActivityEntry[] = [];
  for (let number = first; answer.ok; number += 1) {
    const { data: found, last_page: last } = answer.value;
    data = [...data, ...found.filter(({ item }) => item.uuid === uuid)];
    if (number >= last || number + 1 >= first + pagesSearched) {
      const pages = Math.ceil(last / pagesSearched);
      return ok({ ...answer.value, data: [...data], last_page: pages });
    }
    answer = await read(number + 1);
  }
  return answer;
}

function LocalFeed({
  item,
  ownId,
  isOffline,
}: {
  readonly item: LocalItem;
  readonly ownId: number;
  readonly isOffline: boolean;
}) {
  const family = useFamily(item.uuid);
  const entries = useMemo(
    () => localActivity(item.type === 'campaign' ? family : [item], ownId),
    [item, family, ownId],
  );
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
