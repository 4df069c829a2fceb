import { foldForSearch } from '@foray/domain';
import type { Assignee } from '@foray/domain';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { useAssignees, useUserId } from '../../replica/index.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Sheet } from '../../ui/layers/dialog.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import type { ItemDialogProps } from './item-dialogs.tsx';
import { UnassignQuestion } from './unassign-question.tsx';
import { asksToRemove } from './assign-menu.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { item: strings } = listMessages;
/** With at least this many people there is a search field. */
const longList = 9;

/**
 * Picks the assignee of an item from a list that suits a thumb, can be searched and handles the arrow keys.
 */
export function AssignDialog({ seen: item, open, onOpenChange }: ItemDialogProps) {
  const ownId = useUserId();
  const actions = useItemActions();
  const assignees = useAssignees(item.uuid);
  const [leaving, setLeaving] = useState<{ next: number | null } | null>(null);
  const choose = (next: number | null) => {
    onOpenChange(false);
    if (next === item.assigned_to) return;
    if (asksToRemove(item, ownId)) setLeaving({ next });
    else void actions.assign(item, next);
  };
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={strings.assignTitle(item.title)}>
        <People assignees={assignees} chosenId={item.assigned_to} onChoose={choose} />
      </Sheet>
      {leaving !== null && (
        <UnassignQuestion item={item} next={leaving.next} onClose={() => setLeaving(null)} />
      )}
    </>
  );
}

/** Nobody and the people to choose from. */
export function People({
  assignees,
  chosenId,
  onChoose: choose,
}: {
  readonly assignees: readonly Assignee[];
  /** The present choice: null for nobody, undefined for none. */
  readonly chosenId: number | null | undefined;
  readonly onChoose: (id: number | null) => void;
}) {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const isLong = assignees.length >= longList;
  /** A short list gets a search field as soon as somebody types: on phones it would open the keyboard. */
  const [isTyped, setIsTyped] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isTyped) field.current?.focus();
  }, [isTyped]);
  const needle = foldForSearch(query).trim();
  const found = assignees.filter(({ name }) => foldForSearch(name).includes(needle));
  const choices = needle === '' ? [{ id: null, name: strings.unassigned }, ...found] : found;

  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === null) return;
    const isTyping = event.target instanceof HTMLInputElement;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const last = buttons.length - 1;
    const next = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: isTyping ? -1 : 0,
      End: isTyping ? -1 : last,
    }[key];
    if (next !== undefined && next >= 0) {
      event.preventDefault();
      buttons[next]?.focus();
    } else if (key === 'Enter' && isTyping && needle !== '' && found[0]) {
      event.preventDefault();
      choose(found[0].id);
    } else if (!isTyping && isLetter(key, event)) {
      event.preventDefault();
      setIsTyped(true);
      setQuery(key);
    }
  };

  return (
    <>
      {(isLong || isTyped) && (
        <div className="mb-2">
          <TextField
            ref={field}
            type="search"
            icon={firstIcons.search}
            label={strings.assignSearch}
            labelHidden
            placeholder={strings.assignSearch}
            autoComplete="off"
            data-autofocus=""
            value={query}
            onKeyDown={onKeyDown}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      <ul ref={list} aria-label={strings.assign} className="-mx-2 flex flex-col">
        {choices.map(({ id, name }) => {
          const isChosen = id === chosenId;
          return (
            <li key={id ?? 0}>
              <button
                type="button"
                aria-pressed={isChosen}
                {...(isChosen && !isLong && { 'data-autofocus': '' })}
                onKeyDown={onKeyDown}
                onClick={() => choose(id)}
                className="flex min-h-11 w-full items-center gap-3 rounded-medium px-2 text-start hover:bg-hover dark:hover:bg-line"
              >
                {id === null ? (
                  <span className="flex size-6 items-center justify-center text-ink-3">
                    <Icon icon={listIcons.person} />
                  </span>
                ) : (
                  <Avatar name={name} size={24} />
                )}
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {name}
                </span>
                {isChosen && <Icon icon={listIcons.check} size={16} className="text-accent-ink" />}
              </button>
            </li>
          );
        })}
      </ul>
      {isLong && (
        <p
          role="status"
          className={choices.length === 0 ? 'py-6 text-center text-ink-3' : 'sr-only'}
        >
          {choices.length === 0 && strings.assignNobody(query.trim())}
        </p>
      )}
    </>
  );
}

/** Whether the key writes a letter, and is no shortcut. */
function isLetter(key: string, { ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return /^\p{L}$/u.test(key) && !ctrlKey && !metaKey && !altKey;
}
