import { useLayoutEffect, useRef, useState } from 'react';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../replica/index.ts';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { useFocusFallback } from '../../ui/interaction/focus-fallback.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { LongWait, useWait } from '../../ui/display/long-wait.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { ScrollRows } from '../../ui/interaction/scroll-rows.tsx';
import { toast, toastError } from '../../ui/layers/toast.ts';
import { leftOver, phonesOf } from './review.ts';
import type { Review, ReviewRow } from './review.ts';

const { contacts: strings } = lazyMessages;

/**
 * The contacts found, before they are sent: Import or Cancel. Contacts that the server rejects stay, with
 * the reason, until the review is closed.
 */
export function ReviewPanel({
  found,
  findFallback,
  onDone,
}: {
  readonly found: Review;
  /** Finds the element that gets the focus when the review closes. */
  readonly findFallback: () => HTMLElement | null;
  readonly onDone: () => void;
}) {
  const actions = useActions();
  const { online } = useSync();
  const [left, setLeft] = useState<Review | null>(null);
  const waiting = useWait('goOn');
  const [isShort, setIsShort] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useFocusFallback(card, findFallback);
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the first paint, so that it takes the focus from no other element.
  useLayoutEffect(() => heading.current?.focus(), []);

  const review = left ?? found;
  const { ready, beyond } = found.counts;
  const outs = review.rows.filter((row) => row.outcome !== 'ready');
  const rows = isShort && left === null ? outs : review.rows;

  const send = async () => {
    const answer = await waiting.wait((signal) => actions.importContacts(phonesOf(found), signal));
    if (answer === null) return;
    if (!answer.ok) return toastError(strings.importFailedText, strings.importFailed);
    const { count } = answer.value;
    toast({ title: strings.imported, description: strings.importedText(count) });
    const rest = leftOver(found, answer.value);
    if (rest === null) onDone();
    else setLeft(rest);
  };

  return (
    <Card ref={card}>
      <div className="p-4 pb-3 md:p-5 md:pb-3">
        <h2 ref={heading} tabIndex={-1} className="text-lead font-strong outline-none">
          {strings.reviewTitle}
        </h2>
        <p role="status" className="mt-0.5 text-ink-3">
          {left === null
            ? strings.reviewText(ready, found.rows.length)
            : `${strings.leftOutTitle}. ${strings.leftOutText}`}
        </p>
        {beyond > 0 && left === null && (
          <p className="mt-1 flex items-start gap-1.5 text-warning-ink">
            <Icon icon={listIcons.warning} size={16} className="mt-0.5" />
            {strings.reviewBeyond(beyond)}
          </p>
        )}
        {left === null && outs.length > 0 && ready > 0 && (
          <Checkbox className="mt-2" checked={isShort} onChange={setIsShort}>
            {strings.onlyLeftOut}
          </Checkbox>
        )}
      </div>
      <div className="border-y border-line">
        <ScrollRows
          key={String(isShort)}
          label={strings.rowsLabel}
          count={rows.length}
          rowRem={3}
          mostRows={7}
          keyOf={(row) => row}
          renderRow={(row) => rows[row] && <Row row={rows[row]} />}
        />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 p-4 *:first:basis-full md:px-5">
        <LongWait {...waiting} />
        {!online && left === null && (
          <p role="status" className="me-auto flex items-center gap-1.5 text-meta text-warning-ink">
            <Icon icon={moreIcons.offline} size={14} />
            {strings.offline}
          </p>
        )}
        <Button variant="quiet" onClick={onDone}>
          {left === null ? lazyMessages.cancel : messages.close}
        </Button>
        {left === null && (
          <Button
            variant="primary"
            busy={waiting.isWaiting}
            busyLabel={strings.importing}
            onClick={() => void send()}
          >
            {strings.import}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Row({ row }: { readonly row: ReviewRow }) {
  const isOut = row.outcome !== 'ready';
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 px-4 md:px-5">
      <Icon
        icon={isOut ? firstIcons.close : listIcons.check}
        size={16}
        className={isOut ? 'text-ink-3' : 'text-accent-ink'}
      />
      <span className={isOut ? 'min-w-0 flex-1 text-ink-3' : 'min-w-0 flex-1'}>
        <span dir="auto" className="block truncate">
          {row.name ?? strings.noName}
        </span>
        <span className="block truncate text-meta text-ink-3">
          {row.phone === '' ? strings.noPhone : row.phone}
        </span>
      </span>
      {isOut && (
        <Badge tone={row.outcome === 'repeated' ? 'neutral' : 'warning'}>
          {strings.outcomes[row.outcome]}
        </Badge>
      )}
    </div>
  );
}
