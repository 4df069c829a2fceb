import { searchDebounceMs } from '@foray/domain';
import { maxQueryTextChars } from '@foray/domain/queries';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { queryHref } from '../../adapters/browser/query-address.ts';
import { openSheet } from '../../adapters/browser/sheet-entry.ts';
import { QueryMistakes } from '../../items/queries/query-mistakes.tsx';
import { planLinks } from '../../items/detail/plan-links.tsx';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSearchReading } from '../../replica/hooks/use-search.ts';
import { Button } from '../../ui/controls/button.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { LongWait } from '../../ui/display/long-wait.tsx';
import { usePaused } from '../../ui/interaction/use-delay.ts';
import { useSearchHits } from './search-hits.ts';
import { SearchResult, useTarget } from './search-result.tsx';
import type { SearchTarget } from './search-result.tsx';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { search: strings } = lazyMessages;

const hints = [
  { keys: '↑ ↓', does: strings.hintMove },
  { keys: 'Enter', does: strings.hintSelect },
  { keys: 'Esc', does: strings.hintClose },
];

/** Closes the search and opens a result, if it can be opened. */
function useOpenTarget(onClose: () => void): (target: SearchTarget) => void {
  const [, navigate] = useBrowserLocation();
  return ({ href, sheet }) => {
    if (href === null && sheet === null) return;
    onClose();
    // The page and the sheet have an entry each, so that Back closes the sheet.
    if (href !== null && href !== location.pathname) navigate(href);
    if (sheet !== null) openSheet(sheet);
  };
}

/** The text in place of results. */
function remarkOn(query: string, isQuery: boolean, isSearching: boolean): string {
  if (!isQuery) return strings.idle;
  return isSearching ? strings.searching : strings.none(query.trim());
}

/** The field, its results, and the keys that move among them; the cursor never leaves the field. */
export function SearchBox({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const paused = usePaused(query, searchDebounceMs);
  // Enter during the pause ends it, and opens the first hit as soon as there is one.
  const [entered, setEntered] = useState<string | null>(null);
  const isOpening = useRef(false);
  const searched = entered ?? paused;
  const { state, found, waiting } = useSearchHits(useSearchReading(searched).query);
  const [chosen, setChosen] = useState(0);
  const listId = useId();

  const isQuery = useSearchReading(query).query !== null;
  const isWaiting = isQuery && query !== searched;
  const shown = isQuery ? found : [];
  const active = Math.min(chosen, shown.length - 1);
  const activeHit = shown[active];
  const target = useTarget(activeHit);

  const open = useOpenTarget(onClose);
  useEffect(() => {
    if (!isOpening.current || shown.length === 0) return;
    isOpening.current = false;
    open(target);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (shown.length === 0) return;
      const step = key === 'ArrowDown' ? 1 : -1;
      setChosen((active + step + shown.length) % shown.length);
    } else if (key === 'Enter') {
      event.preventDefault();
      if (!isWaiting) return open(target);
      setChosen(0);
      setEntered(query);
      isOpening.current = true;
    }
  };

  const remark = shown.length > 0 ? null : remarkOn(query, isQuery, isWaiting || state !== 'ready');

  return (
    <div className="flex min-h-[70dvh] flex-col md:min-h-0">
      <div className="sticky top-0 z-1 flex items-center gap-2.5 rounded-t-sheet border-b border-line bg-raised px-4 md:rounded-t-large">
        <Icon icon={firstIcons.search} className="text-ink-3" />
        <input
          dir="auto"
          data-autofocus=""
          role="combobox"
          aria-label={strings.title}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeHit && `${listId}-${activeHit.uuid}`}
          placeholder={strings.placeholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={maxQueryTextChars}
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value);
            setEntered(null);
            isOpening.current = false;
            setChosen(0);
          }}
          className="min-h-13 min-w-0 flex-1 bg-transparent text-lead outline-none"
        />
        <IconButton
          label={messages.close}
          icon={firstIcons.close}
          className="-me-2"
          onClick={onClose}
        />
      </div>
      <div className="px-4">
        <QueryMistakes text={searched} />
      </div>
      <div id={listId} role="listbox" aria-label={strings.title} className="p-2 empty:hidden">
        {shown.map((hit, place) => (
          <SearchResult
            key={hit.uuid}
            id={`${listId}-${hit.uuid}`}
            hit={hit}
            isActive={place === active}
            onPoint={() => setChosen(place)}
            onOpen={open}
          />
        ))}
      </div>
      <p role="status" className={remark === null ? 'sr-only' : 'px-4 py-8 text-center text-ink-3'}>
        {remark ?? strings.results(shown.length)}
      </p>
      {isQuery && (
        <div className="flex justify-center px-4 pb-3">
          <Button size="small" onClick={() => open({ href: queryHref(query), sheet: null })}>
            {lazyMessages.queries.all}
          </Button>
        </div>
      )}
      {query === '' && <PlanLinks onOpen={(href) => open({ href, sheet: null })} />}
      <div className="px-4 pb-4 not-has-[>:not(:empty)]:hidden">
        <LongWait {...waiting} />
      </div>
      <SearchHints />
    </div>
  );
}

/** Pages for planning, shown before a query is typed. */
function PlanLinks({ onOpen }: { readonly onOpen: (href: string) => void }) {
  return (
    <ul
      aria-label={lazyMessages.planning.goTo}
      className="flex flex-wrap justify-center gap-2 px-4 pb-5"
    >
      {planLinks.map(({ href, label, icon }) => (
        <li key={href}>
          <Button icon={icon} onClick={() => onOpen(href)}>
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The keys of the search; on narrow windows, which rarely have a keyboard, only the key that opens it. */
function SearchHints() {
  return (
    <div className="mt-auto flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-meta text-ink-3">
      {hints.map(({ keys, does }) => (
        <span key={keys} className="hidden items-center gap-1.5 md:inline-flex">
          <Kbd keys={keys} />
          {does}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5 md:ms-auto">
        <kbd className="rounded-small border border-line bg-sunken px-1 font-sans text-ink-2">
          {strings.hint}
        </kbd>
        {strings.hintOpen}
      </span>
    </div>
  );
}
