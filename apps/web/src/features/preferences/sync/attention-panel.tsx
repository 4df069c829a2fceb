import { pageSize } from '@foray/domain';
import type { QueuedRequest } from '@foray/sync';
import { useMemo, useRef, useState } from 'react';
import { useListFocus } from '../../../items/actions/list-focus.ts';
import { formatMoment } from '../../../messages/messages.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useRow } from '../../../replica/index.ts';
import { announce } from '../../../ui/display/announcer.tsx';
import { Badge } from '../../../ui/controls/badge.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { firstPress } from '../../../ui/interaction/first-press.ts';
import { useFocusFallback } from '../../../ui/interaction/focus-fallback.ts';
import { routeHeading } from '../../../ui/interaction/focus-return.ts';
import { listIcons } from '../../../ui/icons/list-icons.ts';
import { toastError } from '../../../ui/layers/toast.ts';
import { copyWithToast } from '../parts/copy-with-toast.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { describeRequest, reasonOf } from './blocked-request.ts';
import { ShowMore } from '../parts/show-more.tsx';

const { preferences } = lazyMessages;

function AttentionRow({
  request,
  onDiscard,
}: {
  readonly request: QueuedRequest;
  readonly onDiscard: () => void;
}) {
  const actions = useActions();
  // A delete is about an item that is no longer shown.
  const item = useRow(request.itemUuid ?? '');
  const what = describeRequest(request, item?.title);
  const copy = () => copyWithToast(`${what}\n${JSON.stringify(request.data ?? {}, null, 2)}`);
  return (
    <li
      data-uuid={request.id}
      className="flex flex-col gap-2 px-4 py-3 md:px-5 md:flex-row md:items-center"
    >
      <div className="min-w-0 flex-1">
        <p className="two-lines font-strong">{what}</p>
        <p className="text-meta text-ink-3">
          {reasonOf(request)} · {formatMoment(request.timestamp)}
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        <Button
          data-control="retry"
          aria-label={preferences.attentionRetryNamed(what)}
          onClick={firstPress(() => {
            void actions.retryBlocked(request.id);
            announce(preferences.attentionRetried);
          })}
        >
          {preferences.attentionRetry}
        </Button>
        <Button
          variant="quiet"
          data-control="copy"
          aria-label={preferences.attentionCopyNamed(what)}
          onClick={() => void copy()}
        >
          {preferences.attentionCopy}
        </Button>
        <Button
          variant="quiet"
          data-control="discard"
          aria-label={preferences.attentionDiscardNamed(what)}
          onClick={onDiscard}
        >
          {preferences.attentionDiscard}
        </Button>
      </div>
    </li>
  );
}

/** Retries all requests; shown while there are several. */
function RetryAll({
  onPress,
  findFallback,
}: {
  readonly onPress: () => void;
  readonly findFallback: () => HTMLElement | null;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button, findFallback);
  return (
    <Button ref={button} onClick={onPress}>
      {preferences.attentionRetryAll}
    </Button>
  );
}

/** The effect of discarding: the request, and those that depend on it. */
interface Discard {
  readonly request: QueuedRequest;
  readonly along: readonly QueuedRequest[];
}

/** Needs attention: requests that the server rejected, kept until the person decides (SYNC-07). */
export function AttentionPanel({ requests }: { readonly requests: readonly QueuedRequest[] }) {
  const actions = useActions();
  const [shown, setShown] = useState(pageSize);
  // Outside the rows, because the row may be removed while its question still fades out.
  const [discard, setDiscard] = useState<Discard | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const ids = useMemo(() => requests.slice(0, shown).map(({ id }) => id), [requests, shown]);
  const listFocus = useListFocus(list, ids, heading);
  useFocusFallback(card, routeHeading);
  const left = requests.length - shown;
  const retryAll = async () => {
    for (const { id } of requests) await actions.retryBlocked(id);
    announce(preferences.attentionRetried);
  };
  const askToDiscard = async (request: QueuedRequest) => {
    const along = await actions.discardedWith(request.id);
    if (along === null) return toastError(lazyMessages.files.problems.store);
    setDiscard({ request, along });
    setIsAsking(true);
  };
  const discardAll = async ({ request, along }: Discard) => {
    if (!(await actions.discardBlocked([request, ...along]))) await askToDiscard(request);
  };
  return (
    <Card ref={card}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 p-4 pb-2 md:px-5 md:pt-5">
        <div className="min-w-0 flex-1 basis-[12rem]">
          <h2
            ref={heading}
            tabIndex={-1}
            className="flex items-center gap-2 text-lead font-strong outline-none"
          >
            {preferences.attention}
            <Badge tone="warning" icon={listIcons.warning}>
              {requests.length}
            </Badge>
          </h2>
          <p className="mt-0.5 text-ink-3">{preferences.attentionText}</p>
        </div>
        {requests.length > 1 && (
          <RetryAll onPress={() => void retryAll()} findFallback={() => heading.current} />
        )}
      </div>
      <ul ref={list} className="divide-y divide-line" {...listFocus}>
        {requests.slice(0, shown).map((request) => (
          <AttentionRow
            key={request.id}
            request={request}
            onDiscard={() => void askToDiscard(request)}
          />
        ))}
      </ul>
      {left > 0 && (
        <div className="border-t border-line p-4 md:px-5">
          <ShowMore left={left} list={list} onPress={() => setShown(shown + pageSize)} />
        </div>
      )}
      {discard && (
        <DiscardQuestion
          {...discard}
          open={isAsking}
          onOpenChange={setIsAsking}
          onConfirm={() => void discardAll(discard)}
        />
      )}
    </Card>
  );
}
