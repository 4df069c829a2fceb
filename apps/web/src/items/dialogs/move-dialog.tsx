import { canBeParent, mayWith, searchDebounceMs } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useContaining } from '../../replica/hooks/use-search.ts';
import { useItem, useInbox, useReplica, useUserId } from '../../replica/index.ts';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import { usePaused } from '../../ui/interaction/use-delay.ts';
import type { ItemDialogProps } from './item-dialogs.tsx';
import { mayMoveTo, moveEffects } from './move-effects.ts';
import type { MoveEffects } from './move-effects.ts';
import { asksBefore, MoveQuestion } from './move-question.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';

const { item: strings } = listMessages;
/** The number of places shown at once; more are found by typing. */
const maxPlaces = 30;

/** Moves an item to the top level or under a campaign or task that may contain it. */
export function MoveDialog({ seen: item, open, onOpenChange }: ItemDialogProps) {
  const replica = useReplica();
  const { contacts } = useInbox();
  const ownId = useUserId();
  const actions = useItemActions();
  const [asked, setAsked] = useState<{ place: string | null; effects: MoveEffects } | null>(null);
  const choose = (place: string | null) => {
    onOpenChange(false);
    const user = { id: ownId, contacts: new Set(contacts.map(({ id }) => id)) };
    const effects = moveEffects(replica, user, item, place);
    if (asksBefore(effects, ownId)) setAsked({ place, effects });
    else void actions.move(item, place);
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={strings.moveTitle(item.title)}
        size="medium"
      >
        <Places
          type={item.type}
          parentUuid={item.parent_uuid}
          mayBeAt={(place) => mayMoveTo(replica, ownId, item, place)}
          onChoose={choose}
        />
      </Dialog>
      {asked !== null && (
        <MoveQuestion
          title={lazyMessages.sharing.moveTitle(item.title)}
          effects={asked.effects}
          onClose={() => setAsked(null)}
          onMove={() => void actions.move(item, asked.place)}
        />
      )}
    </>
  );
}

/** The top level, and the campaigns and tasks that may contain an item of `type`, to choose its place from. */
export function Places({
  type,
  parentUuid,
  mayBeAt,
  onChoose: move,
}: {
  readonly type: ItemType;
  /** The place that the item has; undefined for items that have several. */
  readonly parentUuid: string | null | undefined;
  readonly mayBeAt: (parentUuid: string | null) => boolean;
  readonly onChoose: (parentUuid: string | null) => void;
}) {
  const [query, setQuery] = useState('');
  /** The query at which Enter was pressed: it moves to the first place as soon as the search has read it. */
  const [entered, setEntered] = useState('');
  const isEntered = query.trim() !== '' && entered === query;
  const search = usePaused(query, isEntered ? 0 : searchDebounceMs);
  const campaigns = useContaining({ list: 'home', tab: 'campaign' }, search).uuids;
  const tasks = useContaining({ list: 'home', tab: 'task' }, search).uuids;
  const found = canBeParent('task', type) ? [...campaigns, ...tasks] : campaigns;
  const replica = useReplica();
  const open = found.filter((uuid) => {
    const place = replica.item(uuid);
    return place && mayWith(place, place.permission, 'addChild');
  });
  const places = open.filter(mayBeAt);
  const first = places.find((uuid) => uuid !== parentUuid);
  const isMoved = useRef(false);
  const isDue = isEntered && search === query;
  useEffect(() => {
    if (!isDue || first === undefined || isMoved.current) return;
    isMoved.current = true;
    move(first);
  }, [isDue, first, move]);
  return (
    <>
      <TextField
        label={strings.moveSearch}
        labelHidden
        placeholder={strings.moveSearch}
        icon={firstIcons.search}
        type="search"
        data-autofocus=""
        value={query}
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'Enter') return;
          event.preventDefault();
          setEntered(query);
        }}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul aria-label={strings.movePlaces} className="-mx-2 mt-3 flex min-h-64 flex-col">
        {mayBeAt(null) && (
          <PlaceButton
            isHere={parentUuid === null}
            onChoose={() => move(null)}
            mark={<Icon icon={firstIcons.home} size={16} className="text-ink-3" />}
            title={strings.topLevel}
          />
        )}
        {places.slice(0, maxPlaces).map((uuid) => (
          <Place key={uuid} uuid={uuid} isHere={uuid === parentUuid} onChoose={() => move(uuid)} />
        ))}
        {open.length === 0 && (
          <li className="px-2 py-3 text-ink-3">
            {search.trim() === '' ? strings.noPlaces : lazyMessages.listScreens.noHits(search)}
          </li>
        )}
        {places.length < open.length && (
          <li className="px-2 py-3 text-meta text-ink-3">{strings.staysInRoot}</li>
        )}
        {places.length > maxPlaces && (
          <li className="px-2 py-3 text-meta text-ink-3">{strings.moveMore}</li>
        )}
      </ul>
    </>
  );
}

function Place({
  uuid,
  isHere,
  onChoose,
}: {
  readonly uuid: string;
  readonly isHere: boolean;
  readonly onChoose: () => void;
}) {
  const place = useItem(uuid);
  const parent = useItem(place?.parent_uuid ?? '');
  if (!place) return null;
  return (
    <PlaceButton
      isHere={isHere}
      onChoose={onChoose}
      mark={<TypeMark type={place.type} />}
      title={place.title}
      note={parent && strings.inParent(parent.title)}
    />
  );
}

function PlaceButton({
  isHere,
  onChoose,
  mark,
  title,
  note,
}: {
  readonly isHere: boolean;
  readonly onChoose: () => void;
  readonly mark: ReactElement;
  readonly title: string;
  readonly note?: string | undefined;
}) {
  return (
    <li>
      <button
        type="button"
        disabled={isHere}
        onClick={onChoose}
        className="flex min-h-11 w-full items-center gap-3 rounded-medium px-2 py-1.5 text-start not-disabled:hover:bg-hover disabled:text-ink-3 dark:not-disabled:hover:bg-line"
      >
        {mark}
        <span className="min-w-0 flex-1">
          <span dir="auto" className="line-clamp-2">
            {title}
          </span>
          {(isHere || note !== undefined) && (
            <span className="line-clamp-1 text-meta text-ink-3">
              {isHere ? strings.movedHere : note}
            </span>
          )}
        </span>
        {isHere && <Icon icon={listIcons.check} size={16} />}
      </button>
    </li>
  );
}
