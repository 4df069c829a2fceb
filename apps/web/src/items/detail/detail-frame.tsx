import type { ItemType } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useCallback, useEffect, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem, useProgress } from '../../replica/index.ts';
import { Card } from '../../ui/display/card.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { LinkedText } from '../../ui/display/linked-text.tsx';
import { ProgressSeal } from '../../ui/display/progress-seal.tsx';
import { useDocumentTitle } from '../../ui/interaction/document-title.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { DetailActions } from './detail-actions.tsx';
import { commandKeys, useItemCommands } from '../dialogs/item-commands.ts';
import { hrefOf } from '../actions/item-href.ts';
import { ItemDialogs } from '../dialogs/item-dialogs.tsx';
import { ItemFacts } from './item-facts.tsx';
import { PastNote } from './past-note.tsx';
import { shownTitle } from '../fields/shown-names.ts';

/** The screen above a detail page whose item has no parent. */
export function detailHome(type: ItemType): string {
  return type === 'campaign' ? '/campaigns' : '/';
}

/**
 * The page of a campaign or a task: its texts, actions and facts, then `aside` (beside the rest on wide windows),
 * then `children`. Below 1024 px all but two lines of the description, the status and the date are folded. A
 * campaign has a ring around its flag; a task is a card. Deleting the item leads to its parent, else to
 * `detailHome`.
 */
export function DetailFrame({
  item,
  routeId,
  aside,
  children,
}: {
  readonly item: LocalItem;
  readonly routeId: string;
  readonly aside: ReactNode;
  readonly children: ReactNode;
}) {
  const [, navigate] = useBrowserLocation();
  const parent = useItem(item.parent_uuid ?? '');
  const [isFolded, setIsFolded] = useState(true);
  useCanonicalRoute(item, routeId);
  useDocumentTitle(shownTitle(item.title));
  const { uuid } = item;
  const up = (parent && hrefOf(parent)) ?? detailHome(item.type);
  const onRemoved = useCallback(
    (removed: string) => {
      if (removed === uuid) navigate(up, { replace: true });
    },
    [uuid, up, navigate],
  );
  return (
    <ItemDialogs onRemoved={onRemoved}>
      <div className="flex flex-col gap-2 *:min-w-0 lg:grid lg:grid-cols-[minmax(0,1fr)_min(20rem,33%)] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8 lg:gap-y-4">
        {item.type === 'campaign' ? (
          <Place item={item} isFolded={isFolded} />
        ) : (
          <Card className="overflow-clip">
            <span aria-hidden="true" className="block h-[3px] bg-task" />
            <div className="px-4 py-3 md:p-6">
              <Head item={item} isFolded={isFolded} titleClass="text-title" parent={parent} />
            </div>
          </Card>
        )}
        <aside className="flex flex-col gap-3 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div
            className={classNames('flex gap-2 lg:block', isFolded ? 'items-center' : 'items-start')}
          >
            <div className="min-w-0 flex-1">
              <ItemFacts item={item} place={isFolded ? 'folded page' : 'page'} />
            </div>
            <IconButton
              label={lazyMessages.facts.all}
              icon={moreIcons.chevronDown}
              size="small"
              aria-expanded={!isFolded}
              className={classNames('-me-1.5 lg:hidden', !isFolded && '[&>svg]:rotate-180')}
              onClick={() => setIsFolded(!isFolded)}
            />
          </div>
          <div
            className={classNames(
              'flex flex-col gap-3 empty:hidden',
              isFolded && 'max-lg:not-print:hidden',
            )}
          >
            {aside}
          </div>
        </aside>
        <div>{children}</div>
      </div>
    </ItemDialogs>
  );
}

interface PlaceProps {
  readonly item: LocalItem;
  readonly isFolded: boolean;
}

/** The flag of a campaign in a ring that closes as the campaign is completed. */
function Place({ item, isFolded }: PlaceProps) {
  const { done, total } = useProgress(item.uuid);
  return (
    <div className="pt-1 lg:pb-2">
      <Head
        item={item}
        isFolded={isFolded}
        titleClass="text-title md:text-display"
        descriptionClass="md:ps-23"
        mark={
          <ProgressSeal
            label={listMessages.progressLabel}
            completed={done}
            total={total}
            className="size-12 md:size-18"
          >
            <TypeMark type="campaign" size={24} />
          </ProgressSeal>
        }
      />
    </div>
  );
}

function Head({
  item,
  isFolded,
  titleClass,
  descriptionClass,
  mark,
  parent,
}: PlaceProps & {
  readonly titleClass: string;
  readonly descriptionClass?: string | undefined;
  readonly mark?: ReactElement;
  readonly parent?: LocalItem | undefined;
}) {
  const commands = useItemCommands(item);
  return (
    <header
      {...commandKeys(commands)}
      className="grid grid-cols-[minmax(0,1fr)] gap-y-2 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-6"
    >
      <div className="flex min-w-0 items-center gap-3 md:gap-5">
        {mark}
        <div className="min-w-0 flex-1">
          {item.type === 'task' && (
            <p className="mb-0.5 flex min-w-0 items-center gap-1.5 text-meta text-ink-3">
              <TypeMark type="task" size={14} />
              {parent ? (
                <Link
                  href={hrefOf(parent) ?? '/'}
                  className="touch-target line-clamp-2 min-w-0 wrap-anywhere hover:text-ink hover:underline"
                >
                  {listMessages.item.inParent(parent.title)}
                </Link>
              ) : (
                <span aria-hidden="true">{lazyMessages.typeNames.task}</span>
              )}
            </p>
          )}
          <h1
            tabIndex={-1}
            data-route-heading=""
            data-control="heading"
            dir="auto"
            className={classNames('font-strong text-pretty', titleClass)}
          >
            {shownTitle(item.title)}
          </h1>
        </div>
      </div>
      {item.description !== null && (
        <p
          dir="auto"
          className={classNames(
            'max-w-prose whitespace-pre-wrap text-pretty text-ink-2 md:col-span-2',
            isFolded && 'max-lg:not-print:line-clamp-2',
            descriptionClass,
          )}
        >
          <LinkedText text={item.description} />
        </p>
      )}
      <div className="empty:hidden md:col-span-2">
        <PastNote item={item} />
      </div>
      <div className="md:col-start-2 md:row-start-1 md:self-center">
        <DetailActions item={item} commands={commands} />
      </div>
    </header>
  );
}

/** Replaces the device's own number of an item in the address by the server's. */
function useCanonicalRoute(item: LocalItem, routeId: string): void {
  const [, navigate] = useBrowserLocation();
  const href = hrefOf(item);
  const isLocal = String(item.id) !== routeId;
  useEffect(() => {
    if (isLocal && href !== null) navigate(href, { replace: true });
  }, [isLocal, href, navigate]);
}
