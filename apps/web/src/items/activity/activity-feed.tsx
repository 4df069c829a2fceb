import type { ActivityPage } from '@foray/contract';
import { activityFreshMs, mayWith, ok, paginate } from '@foray/domain';
import type { LocalItem, ReplacedVersion } from '@foray/sync';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import {
  browserClock,
  browserScheduler,
  browserVisibility,
} from '../../adapters/browser/browser-ports.ts';
import { useNow } from '../fields/now.ts';
import { Pager } from '../list/pager.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useClient, useFamily, useSession, useSync } from '../../replica/index.ts';
import { serverCacheOf } from '../../replica/hooks/server-cache.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { LongWait } from '../../ui/display/long-wait.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { Entry } from './activity-entry.tsx';
import { localActivity } from './local-activity.ts';
import { shownOfReplaced, shownOfServer } from './shown-activity.ts';
import type { FormerText, ShownActivity } from './shown-activity.ts';
import { useItemActions } from '../actions/use-item-actions.ts';

const { activity: strings } = lazyMessages;

const cachePorts = {
  clock: browserClock,
  scheduler: browserScheduler,
  visibility: browserVisibility,
};

/**
 * The history of a campaign, task or todo, from the server's log; for guests, offline, and before the log
 * has loaded it is derived from this device's items. It always has the values that this device replaced by
 * later ones.
 */
export default function ActivityFeed({ item }: { readonly item: LocalItem }) {
  const session = useSession();
  const { online } = useSync();
  const replaced = useReplacedVersions(item);
  const ownId = session.kind === 'user' ? session.user.id : 0;
  return session.kind === 'user' && online && item.base !== null ? (
    <ServerFeed key={item.uuid} item={item} ownId={ownId} replaced={replaced} />
  ) : (
    <LocalFeed
      item={item}
      ownId={ownId}
      replaced={replaced}
      isOffline={session.kind === 'user' && !online}
    />
  );
}

/** The values of an item that this device replaced by later ones, as entries. */
function useReplacedVersions(item: LocalItem): readonly ShownActivity[] {
  const { actions } = useClient();
  const { uuid, base } = item;
  const [versions, setVersions] = useState<readonly ReplacedVersion[]>([]);
  useEffect(() => {
    let isShown = true;
    void actions.replacedVersions(uuid).then((found) => {
      if (isShown) setVersions(found);
    });
    return () => {
      isShown = false;
    };
  }, [actions, uuid, base]);
  return useMemo(() => versions.map((one) => shownOfReplaced(item, one)), [item, versions]);
}

/**
 * A page of the server's log, completed with values that were replaced here and not sent yet, and with the
 * create of an item that was made outside any campaign.
 */
function completed(
  page: ActivityPage,
  item: LocalItem,
  replaced: readonly ShownActivity[],
  ownId: number,
): readonly ShownActivity[] {
  const entries = page.data.map(shownOfServer);
  const textsOf = ({ details }: ShownActivity) => details.flatMap(({ former }) => former ?? []);
  const logged = new Set(entries.flatMap(textsOf).map(({ field, text }) => `${field} ${text}`));
  const unsent = replaced.filter((one) =>
    textsOf(one).some(({ field, text }) => !logged.has(`${field} ${text}`)),
  );
  const isLast = page.current_page >= page.last_page;
  const local = isLast && item.type !== 'campaign' ? localActivity([item], ownId) : [];
  const isBegun = entries.some(({ action }) => action === 'created');
  const lacking = local.filter(
    ({ action }) => entries.length === 0 || (action === 'created' && !isBegun),
  );
  return [...(page.current_page === 1 ? unsent : []), ...entries, ...lacking];
}

function ServerFeed({
  item,
  ownId,
  replaced,
}: {
  readonly item: LocalItem;
  readonly ownId: number;
  readonly replaced: readonly ShownActivity[];
}) {
  const { uuid, type } = item;
  const client = useClient();
  const [page, setPage] = useState(1);
  const cache = serverCacheOf(client, cachePorts);
  const key = ['activity', ownId, uuid, page].join();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ask = async (signal: AbortSignal) => {
        const list = type === 'campaign' ? 'listActivity' : 'listItemActivity';
        const answer = await client.actions[list](uuid, page, signal);
        // A final response: another attempt would not change it.
        return !answer.ok && answer.error.code === 'not_found' ? ok(null) : answer;
      };
      return cache.watch({ key, freshMs: activityFreshMs, ask }, listener);
    },
    [cache, client, key, page, type, uuid],
  );
  const { data, phase } = useSyncExternalStore(subscribe, () => cache.get(key));
  // The previous page stays while the next is loading, and its pager stays if that fails.
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
              {lazyMessages.retry}
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
        item={item}
        entries={completed(shown, item, replaced, ownId)}
        page={page}
        pages={pages}
        onPage={setPage}
      />
      {longWait}
    </>
  );
}

function LocalFeed({
  item,
  ownId,
  replaced,
  isOffline,
}: {
  readonly item: LocalItem;
  readonly ownId: number;
  readonly replaced: readonly ShownActivity[];
  readonly isOffline: boolean;
}) {
  const family = useFamily(item.uuid);
  const entries = useMemo(
    () => [...replaced, ...localActivity(item.type === 'campaign' ? family : [item], ownId)],
    [item, family, ownId, replaced],
  );
  const [chosen, setChosen] = useState(1);
  const { last_page: pages } = paginate(entries, 1);
  const page = Math.min(chosen, pages);
  return (
    <>
      {isOffline && <p className="mb-2 text-meta text-ink-3">{strings.offline}</p>}
      <Feed
        item={item}
        entries={paginate(entries, page).data}
        page={page}
        pages={pages}
        onPage={setChosen}
      />
    </>
  );
}

function Feed({
  item,
  entries,
  page,
  pages,
  onPage,
}: {
  readonly item: LocalItem;
  readonly entries: readonly ShownActivity[];
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}) {
  const nowMs = useNow();
  const { edit } = useItemActions();
  const mayEdit = mayWith(item, item.permission, 'edit');
  const onUse = ({ field, text }: FormerText) => void edit(item, { [field]: text });
  if (entries.length === 0)
    return <EmptyState drawing={moreDrawings.active} title={strings.empty} />;
  return (
    <>
      <Card>
        <ol aria-label={strings.label} className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry
              key={entry.key}
              entry={entry}
              nowMs={nowMs}
              onUse={mayEdit && entry.uuid === item.uuid ? onUse : null}
            />
          ))}
        </ol>
      </Card>
      {pages > 1 && <Pager label={strings.pages} page={page} pages={pages} onPage={onPage} />}
    </>
  );
}
