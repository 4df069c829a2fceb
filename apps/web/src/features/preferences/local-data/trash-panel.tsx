import { pageSize } from '@foray/domain';
import type { DeletedItem } from '@foray/sync';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useListFocus } from '../../../items/actions/list-focus.ts';
import { shownTitle, useDisplayName } from '../../../items/fields/shown-names.ts';
import { browserClock } from '../../../adapters/browser/browser-ports.ts';
import { MomentAgo } from '../../../items/fields/moment-ago.tsx';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSession, useSync, useUserId } from '../../../replica/index.ts';
import type { Trash } from '../../../replica/index.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { firstIcons } from '../../../ui/icons/first-icons.ts';
import { firstPress } from '../../../ui/interaction/first-press.ts';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { SkeletonList } from '../../../ui/display/skeleton.tsx';
import { toast, toastError } from '../../../ui/layers/toast.ts';
import { TypeMark } from '../../../ui/icons/type-mark.tsx';
import { ShowMore } from '../parts/show-more.tsx';

const { trash: strings } = lazyMessages;

const none: readonly DeletedItem[] = [];

function TrashRow({
  item,
  nowMs,
  onRestore,
}: {
  readonly item: DeletedItem;
  readonly nowMs: number;
  readonly onRestore: () => void;
}) {
  const title = shownTitle(item.title);
  const owner = useDisplayName(item.userId);
  const isMine = item.userId === useUserId();
  const facts = [
    ...(item.takenAlong > 0 ? [strings.along(item.takenAlong)] : []),
    ...(!isMine && owner !== '' ? [strings.by(owner)] : []),
  ];
  return (
    <li data-uuid={item.uuid} className="flex items-center gap-3 py-2.5">
      <TypeMark type={item.type} size={20} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="two-lines font-strong break-words">
          {title}
        </p>
        <p className="text-meta text-ink-3">
          <MomentAgo at={item.deletedAt} nowMs={nowMs} sentence={strings.deleted} />
          <span>{facts.map((fact) => ` · ${fact}`).join('')}</span>
        </p>
      </div>
      <Button
        data-control="restore"
        aria-label={strings.restoreNamed(title)}
        onClick={firstPress(onRestore)}
      >
        {strings.restore}
      </Button>
    </li>
  );
}

/** The trash as it was read at `nowMs`. */
interface KnownTrash extends Trash {
  readonly nowMs: number;
  /** The number of calls that had ended. */
  readonly answers: number;
}

/**
 * At least the newest `shown` entries of the trash: at once those on this device, then the server's. One
 * call runs at a time; changes and syncs during it start another after it. An aborted call is repeated only
 * by `retry` or when the panel opens.
 */
function useTrash(shown: number) {
  const actions = useActions();
  const session = useSession();
  const { online, lastSyncAt, pending } = useSync();
  const waiting = useWait('giveUp');
  const { wait, giveUp } = waiting;
  const [known, setKnown] = useState<KnownTrash | null>(null);
  const [isGivenUp, setIsGivenUp] = useState(false);
  const [reading, setReading] = useState(0);
  const [answers, setAnswers] = useState(0);
  const state = `${lastSyncAt} ${pending}`;
  const [fetchedState, setFetchedState] = useState(state);
  if (fetchedState !== state && !waiting.isWaiting) setFetchedState(state);

  useEffect(() => {
    let isCurrent = true;
    void actions.listTrash().then((trash) => {
      if (isCurrent) setKnown({ ...trash, nowMs: browserClock.nowMs(), answers });
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, session, state, reading, answers]);

  useEffect(() => {
    if (isGivenUp) return;
    let isCurrent = true;
    void (async () => {
      const fetched = await wait((signal) => actions.fetchTrash(shown, signal));
      if (!isCurrent) return;
      if (fetched === null) setIsGivenUp(true);
      setAnswers((count) => count + 1);
    })();
    return () => {
      isCurrent = false;
      giveUp();
    };
  }, [actions, wait, giveUp, shown, isGivenUp, reading, session, online, fetchedState]);

  return {
    known,
    waiting,
    isFetching: waiting.isWaiting || known?.answers !== answers,
    reread: () => setReading(reading + 1),
    retry: () => {
      setIsGivenUp(false);
      setReading(reading + 1);
    },
  };
}

/**
 * Recently deleted: items that can be restored for 30 days, at once those on this device, then the others
 * from the server (product.md, "The hierarchy").
 */
export function TrashPanel() {
  const actions = useActions();
  const { online } = useSync();
  const [shown, setShown] = useState(pageSize / 4);
  const { known, waiting, isFetching, reread, retry } = useTrash(shown);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);

  async function restore({ uuid, title }: DeletedItem): Promise<void> {
    const restored = await actions.restoreDeleted(uuid);
    if (!restored.ok) return toastError(strings.failed);
    toast({ title: strings.restored, description: strings.restoredText(title) });
    reread();
  }

  const items = known?.items ?? none;
  const left = items.length - shown;
  const uuids = useMemo(() => items.slice(0, shown).map(({ uuid }) => uuid), [items, shown]);
  const listFocus = useListFocus(list, uuids, heading);
  const isLoading = items.length === 0 && known?.isComplete !== true && isFetching;
  return (
    <Panel title={strings.title} headingRef={heading} description={strings.text}>
      {isLoading && <SkeletonList label={strings.loading} rows={3} />}
      {!isLoading && items.length === 0 && <p className="text-ink-2">{strings.empty}</p>}
      {known !== null && items.length > 0 && (
        <ul ref={list} className="-my-2.5 divide-y divide-line" {...listFocus}>
          {items.slice(0, shown).map((item) => (
            <TrashRow
              key={item.uuid}
              item={item}
              nowMs={known.nowMs}
              onRestore={() => void restore(item)}
            />
          ))}
        </ul>
      )}
      {(left > 0 || known?.hasMore === true) && (
        <div className="mt-5">
          <ShowMore
            left={known?.hasMore === true ? null : left}
            list={list}
            onPress={() => setShown(shown + pageSize)}
          />
        </div>
      )}
      <div className="mt-4 not-has-[>:not(:empty)]:hidden">
        <LongWait {...waiting} />
        {known !== null && !known.isComplete && !isFetching && (
          <Incomplete onRetry={online ? retry : null} />
        )}
      </div>
    </Panel>
  );
}

/** Shows that the server's part is missing; online with a button to retry. */
function Incomplete({ onRetry }: { readonly onRetry: (() => void) | null }) {
  if (onRetry === null) return <p className="text-meta text-ink-3">{strings.onlyHere}</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-meta text-ink-3">{strings.restMissing}</p>
      <Button icon={firstIcons.sync} onClick={onRetry}>
        {lazyMessages.retry}
      </Button>
    </div>
  );
}
