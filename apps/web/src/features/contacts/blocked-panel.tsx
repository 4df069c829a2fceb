import type { BlockedPerson } from '@foray/contract';
import { useMemo, useRef } from 'react';
import { useListFocus } from '../../items/list-focus.ts';
import { laterMessages } from '../../messages/later-messages.ts';
import { moreMessages } from '../../messages/more-messages.ts';
import { useSync } from '../../replica/index.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { firstIcons } from '../../ui/first-icons.ts';
import { firstPress } from '../../ui/first-press.ts';
import { LongWait } from '../../ui/long-wait.tsx';
import type { Wait } from '../../ui/long-wait.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import type { Blocked } from './use-blocked.ts';

const { blockedList: strings } = laterMessages;

/** Whom the person has blocked, each of whom can be unblocked. */
export function BlockedPanel({
  blocked,
  reading,
  onReload,
  onUnblock,
}: {
  readonly blocked: Blocked;
  readonly reading: Wait;
  readonly onReload: () => void;
  readonly onUnblock: (person: BlockedPerson) => void;
}) {
  const { online } = useSync();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const ids = useMemo(
    () => (blocked.kind === 'known' ? blocked.people.map(({ id }) => String(id)) : []),
    [blocked],
  );
  const listFocus = useListFocus(list, ids, heading);
  return (
    <Panel title={strings.title} headingRef={heading} description={strings.text}>
      {blocked.kind === 'loading' && <SkeletonList label={strings.loading} rows={1} />}
      {blocked.kind === 'unavailable' && !online && <p className="text-ink-2">{strings.offline}</p>}
      {blocked.kind === 'unavailable' && online && (
        <div className="flex flex-col items-start gap-3">
          <p role="alert" className="text-ink-2">
            {strings.notLoaded}
          </p>
          <Button size="small" icon={firstIcons.sync} busy={reading.isWaiting} onClick={onReload}>
            {moreMessages.retry}
          </Button>
        </div>
      )}
      {blocked.kind === 'known' && blocked.people.length === 0 && (
        <p className="text-ink-2">{strings.none}</p>
      )}
      {blocked.kind === 'known' && blocked.people.length > 0 && (
        <ul
          ref={list}
          aria-label={strings.listLabel}
          className="-my-2.5 divide-y divide-line"
          {...listFocus}
        >
          {blocked.people.map((person) => (
            <li key={person.id} data-uuid={person.id} className="flex items-center gap-3 py-2.5">
              <Avatar name={person.name} size={32} />
              <span className="min-w-0 flex-1 truncate font-strong">{person.name}</span>
              <Button
                size="small"
                data-control="unblock"
                disabled={!online}
                aria-label={strings.unblockNamed(person.name)}
                onClick={firstPress(() => onUnblock(person))}
              >
                {strings.unblock}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LongWait {...reading} />
    </Panel>
  );
}
