import type { BlockedPerson } from '@foray/contract';
import { useMemo, useRef } from 'react';
import { useListFocus } from '../../items/actions/list-focus.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSync } from '../../replica/index.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/display/panel.tsx';
import { firstPress } from '../../ui/interaction/first-press.ts';
import { NotKnown } from '../../ui/display/server-only.tsx';
import type { ServerOnly } from '../../ui/display/server-only.tsx';

const { blockedList: strings, reporting } = lazyMessages;

const nobody: readonly BlockedPerson[] = [];

/** The people whom the user has blocked; each can be unblocked and reported. */
export function BlockedPeoplePanel({
  blocked,
  onUnblock,
  onReport,
}: {
  readonly blocked: ServerOnly<readonly BlockedPerson[]>;
  readonly onUnblock: (person: BlockedPerson) => void;
  readonly onReport: (person: BlockedPerson) => void;
}) {
  const { online } = useSync();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { state } = blocked;
  const people = state.kind === 'known' ? state.value : nobody;
  const ids = useMemo(() => people.map(({ id }) => String(id)), [people]);
  const listFocus = useListFocus(list, ids, heading);
  return (
    <Panel title={strings.title} headingRef={heading} description={strings.text}>
      {state.kind === 'known' && people.length === 0 && (
        <p className="text-ink-2">{strings.none}</p>
      )}
      {people.length > 0 && (
        <ul
          ref={list}
          aria-label={strings.listLabel}
          className="-my-2.5 divide-y divide-line"
          {...listFocus}
        >
          {people.map((person) => (
            <li key={person.id} data-uuid={person.id} className="flex items-center gap-3 py-2.5">
              <Avatar name={person.name} size={32} />
              <span dir="auto" className="min-w-0 flex-1 truncate font-strong">
                {person.name}
              </span>
              <Button
                variant="quiet"
                size="small"
                data-control="report"
                disabled={!online}
                aria-label={reporting.title(person.name)}
                onClick={() => onReport(person)}
              >
                {reporting.report}
              </Button>
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
      {!online && people.length > 0 && <p className="mt-4 text-ink-2">{strings.needsConnection}</p>}
      <NotKnown of={blocked} isOnline={online} heading={heading} strings={strings} rows={1} />
    </Panel>
  );
}
