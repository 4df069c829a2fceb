import type { LocalContact } from '@foray/sync';
import { useMemo, useRef, useState } from 'react';
import { useListFocus } from '../../items/actions/list-focus.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSync } from '../../replica/index.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { ScrollRows } from '../../ui/interaction/scroll-rows.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { ContactMenu } from './contact-menu.tsx';
import type { ContactAct } from './contact-menu.tsx';
import { searchContacts } from './search-contacts.ts';

const { contacts: strings } = lazyMessages;

/** All mutual contacts by name; those that the sync stored are shown offline too. */
export function MutualsPanel({
  contacts,
  onAct,
}: {
  readonly contacts: readonly LocalContact[];
  readonly onAct: (person: LocalContact, act: ContactAct) => void;
}) {
  const { lastSyncAt, online } = useSync();
  const [query, setQuery] = useState('');
  const shown = useMemo(() => searchContacts(contacts, query), [contacts, query]);
  const isEmpty = contacts.length === 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => shown.map(({ id }) => String(id)), [shown]);
  const listFocus = useListFocus(list, ids, heading);
  return (
    <Card>
      <div className="p-4 md:p-5">
        <h2 ref={heading} tabIndex={-1} className="text-lead font-strong outline-none">
          {strings.yours}
        </h2>
        <p className="mt-0.5 text-ink-3">{strings.yoursText}</p>
        {!isEmpty && (
          <div className="mt-4">
            <TextField
              type="search"
              icon={firstIcons.search}
              label={strings.search}
              labelHidden
              placeholder={strings.searchPlaceholder}
              autoComplete="off"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </div>
        )}
        {isEmpty && lastSyncAt === null && online && (
          <SkeletonList label={strings.loading} rows={3} />
        )}
        {isEmpty && (lastSyncAt !== null || !online) && (
          <EmptyState
            drawing={moreDrawings.people}
            title={strings.noneYet}
            hint={strings.noneYetHint}
          />
        )}
      </div>
      {!isEmpty && (
        <p
          role="status"
          className={shown.length === 0 ? 'px-4 pb-8 text-center text-ink-3' : 'sr-only'}
        >
          {shown.length === 0 ? strings.noneFound(query.trim()) : strings.count(shown.length)}
        </p>
      )}
      {shown.length > 0 && (
        <div ref={list} className="border-t border-line" {...listFocus}>
          <ScrollRows
            key={query}
            label={strings.listLabel}
            count={shown.length}
            rowRem={3.5}
            mostRows={10}
            keyOf={(row) => shown[row]?.id ?? row}
            renderRow={(row) => {
              const person = shown[row];
              return (
                person && (
                  <div
                    data-uuid={person.id}
                    className="flex min-w-0 flex-1 items-center gap-3 px-4 md:px-5"
                  >
                    <Avatar name={person.name} size={32} />
                    <span className="min-w-0 flex-1">
                      <span dir="auto" className="block truncate font-strong">
                        {person.name}
                      </span>
                      <span className="block truncate text-meta text-ink-3">
                        {person.contact_phone}
                      </span>
                    </span>
                    <ContactMenu person={person} onAct={(act) => onAct(person, act)} />
                  </div>
                )
              );
            }}
          />
        </div>
      )}
    </Card>
  );
}
