import { searchDebounceMs } from '@foray/domain';
import { maxQueryTextChars } from '@foray/domain/queries';
import { useEffect, useState } from 'react';
import { replaceQuery, useQueryAddress } from '../../adapters/browser/query-address.ts';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { ItemList } from '../../items/list/item-list.tsx';
import { useQueryDays } from '../../items/queries/query-days.ts';
import { QueryMenus } from '../../items/queries/query-menus.tsx';
import { QueryMistakes } from '../../items/queries/query-mistakes.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { messages } from '../../messages/messages.ts';
import {
  queryOrders,
  useQuery,
  useSearchReading,
  type QueryOrder,
} from '../../replica/hooks/use-search.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { announce } from '../../ui/display/announcer.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { useDocumentTitle } from '../../ui/interaction/document-title.ts';
import { usePaused } from '../../ui/interaction/use-delay.ts';

const { queries: strings, listScreens } = lazyMessages;

/** All hits of a query, which is in the address of the page, so that it can be sent as a link. */
export function SearchScreen() {
  useDocumentTitle(strings.title);
  const address = useQueryAddress();
  const order = queryOrders.find((one) => one === address.order) ?? 'found';
  const [typed, setTyped] = useState({ text: address.text, of: address.text });
  // Another address, by a link or by Back, is another query.
  if (typed.of !== address.text) setTyped({ text: address.text, of: address.text });
  const paused = usePaused(typed.text, searchDebounceMs);
  const show = (text: string, by: QueryOrder = order) => {
    setTyped({ text, of: text });
    replaceQuery({ text, order: by === 'found' ? '' : by });
  };
  useEffect(() => {
    if (paused !== typed.text || paused === typed.of) return;
    replaceQuery({ text: paused, order: order === 'found' ? '' : order });
  }, [paused, typed, order]);
  return (
    <ItemDialogs>
      <ScreenHeading title={strings.title} subtitle={strings.subtitle} />
      <div role="search" className="mb-4 flex flex-col gap-2.5">
        <div>
          <TextField
            label={lazyMessages.search.title}
            labelHidden
            placeholder={lazyMessages.search.placeholder}
            type="search"
            icon={firstIcons.search}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={maxQueryTextChars}
            value={typed.text}
            onChange={(event) => setTyped({ text: event.target.value, of: typed.of })}
          />
          <QueryMistakes text={address.text} />
        </div>
        <QueryMenus text={address.text} onChange={show} />
      </div>
      <Results text={address.text} order={order} onShow={show} />
    </ItemDialogs>
  );
}

function Results({
  text,
  order,
  onShow,
}: {
  readonly text: string;
  readonly order: QueryOrder;
  readonly onShow: (text: string, order?: QueryOrder) => void;
}) {
  const { query } = useSearchReading(text);
  const { state, uuids } = useQuery(query, useQueryDays(), order);
  const isReady = state === 'ready';
  const count = uuids.length;
  useEffect(() => {
    if (query !== null && isReady) announce(listScreens.found(count));
  }, [query, isReady, count]);
  if (query === null) return <Examples onShow={onShow} />;
  return (
    <>
      {count > 0 && (
        <div className="mb-1 flex flex-wrap items-center justify-between gap-2 text-ink-3">
          <p>{listScreens.found(count)}</p>
          <Menu
            label={strings.order}
            entries={queryOrders.map((one) => ({
              kind: 'choice',
              label: strings.orders[one],
              chosen: one === order,
              onSelect: () => onShow(text, one),
            }))}
            trigger={
              <Button size="small" variant="quiet">
                {strings.chosen(strings.order, strings.orders[order])}
                <Icon icon={moreIcons.chevronDown} size={14} />
              </Button>
            }
          />
        </div>
      )}
      <ItemList
        uuids={uuids}
        label={strings.title}
        empty={
          isReady ? (
            <EmptyState drawing={moreDrawings.search} title={listScreens.noHits(text.trim())} />
          ) : (
            <SkeletonList label={messages.home.loading} rows={8} />
          )
        }
      />
    </>
  );
}

/** Before anything is typed: queries that one press begins. */
function Examples({ onShow }: { readonly onShow: (text: string) => void }) {
  return (
    <EmptyState
      drawing={moreDrawings.search}
      title={lazyMessages.search.idle}
      hint={strings.hint}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {strings.examples.map((text) => (
            <Button key={text} size="small" onClick={() => onShow(text)}>
              <code dir="ltr">{text}</code>
            </Button>
          ))}
        </div>
      }
    />
  );
}
