import type { SecurityEvent, SecurityEventsPage } from '@foray/contract';
import { useRef, useState } from 'react';
import { formatMoment } from '../../../messages/format.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../../replica/index.ts';
import { Badge } from '../../../ui/controls/badge.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { ReadButton } from '../../../ui/display/server-only.tsx';

const { accountHistory: strings } = lazyMessages;

function EventRow({ event }: { readonly event: SecurityEvent }) {
  const { kind, device, current, count, first_at, last_at } = event;
  const [first, last] = [formatMoment(first_at), formatMoment(last_at)];
  const facts = [
    ...(count > 1 ? [strings.times(count)] : []),
    ...(device === '' ? [] : [device]),
    first === last ? first : strings.between(first, last),
  ];
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-strong break-words">
        <span>{strings.kinds[kind] ?? strings.unknown}</span>
        {current && <Badge tone="accent">{strings.thisDevice}</Badge>}
      </p>
      <p className="text-meta text-ink-3">{facts.join(' · ')}</p>
    </li>
  );
}

/** The history of the account, loaded from the server on request, a page at a time (decision 0122). */
export function HistoryPanel() {
  const actions = useActions();
  const { online } = useSync();
  const reading = useWait('giveUp');
  const [known, setKnown] = useState<SecurityEventsPage | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isComplete = known !== null && known.next === null;

  async function read(): Promise<void> {
    setHasFailed(false);
    const page = await reading.wait((signal) =>
      actions.listSecurityEvents(known?.next ?? null, signal),
    );
    if (!page?.ok) return setHasFailed(true);
    const { data, next } = page.value;
    setKnown({ data: [...(known?.data ?? []), ...data], next });
  }

  const label = hasFailed ? lazyMessages.retry : known === null ? strings.show : strings.more;
  return (
    <Panel title={strings.title} headingRef={heading} description={strings.text}>
      {known !== null && (
        <ul className="-my-2.5 divide-y divide-line">
          {known.data.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      <div
        className={classNames(
          'flex flex-col items-start gap-3 not-has-[>:not(:empty)]:hidden',
          known !== null && 'mt-5',
        )}
      >
        {!online && !isComplete && <p className="text-ink-2">{strings.offline}</p>}
        {hasFailed && online && (
          <p role="alert" className="text-ink-2">
            {strings.failed}
          </p>
        )}
        {!isComplete && (
          <ReadButton
            fallback={heading}
            disabled={!online}
            busy={reading.isWaiting}
            busyLabel={strings.loading}
            onClick={() => void read()}
          >
            {label}
          </ReadButton>
        )}
        <LongWait {...reading} />
      </div>
    </Panel>
  );
}
