import { isRepeating, mayWith, statusAfter } from '@foray/domain';
import type { ItemAction } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import type { KeyboardEvent } from 'react';
import { openSheet } from '../../adapters/browser/sheet-entry.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useProgress } from '../../replica/index.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { useItemScreen } from './item-dialogs.tsx';
import type { ItemQuestion } from './item-dialogs.tsx';
import type { ItemMenuCommand } from '../actions/item-menu-command.ts';
import { useItemActions } from '../actions/use-item-actions.ts';
import { shortcutKey } from '../../ui/interaction/pressed-key.ts';

const { item: strings } = listMessages;

const statusCommands = [
  { name: 'start', label: strings.start, icon: listIcons.play, key: 'S' },
  { name: 'moveToQueue', label: strings.moveToQueue, icon: firstIcons.queue, key: 'Q' },
  { name: 'complete', label: strings.complete, icon: listIcons.check, key: 'C' },
  { name: 'reopen', label: strings.reopen, icon: listIcons.undo, key: 'R' },
] as const;

const priorityKeys = [
  { key: '1', value: 'high' },
  { key: '2', value: 'medium' },
  { key: '3', value: 'low' },
  { key: '0', value: null },
] as const;

/** Opens the sheet of an item, from places outside of it. */
export function openCommand(item: LocalItem): ItemMenuCommand {
  const run = () => openSheet(item.uuid);
  return { name: 'open', label: strings.details, icon: firstIcons.list, key: 'O', run };
}

/** The reason why the reader of the item may not do `action`; undefined if they may. */
function refusal(item: LocalItem, action: ItemAction): string | undefined {
  if (mayWith(item, item.permission, action)) return undefined;
  return item.permission === 'view' ? strings.notAllowed : strings.notManaged;
}

/**
 * All commands for an item, in the order of its menu. A command that its `permission` does not allow is
 * listed with the reason, so that nobody looks for it in vain; but only users who may edit a repeating item
 * see the skipping of an occurrence. The copy of an occurrence can only be deleted. Commands that have only a key
 * follow.
 */
export function useItemCommands(item: LocalItem): readonly ItemMenuCommand[] {
  const actions = useItemActions();
  const screen = useItemScreen();
  const hasChildren = useProgress(item.uuid).total > 0;

  const command = (
    parts: Omit<ItemMenuCommand, 'disabledBecause'>,
    disabledBecause: string | undefined,
  ): ItemMenuCommand => ({ ...parts, ...(disabledBecause !== undefined && { disabledBecause }) });
  const ask = (kind: ItemQuestion['kind']) => () => screen.ask({ kind, item });
  const remove = () =>
    void actions.remove(item).then((isRemoved) => {
      if (isRemoved) screen.removed(item.uuid);
    });

  const deletion = command(
    {
      name: 'delete',
      label: strings.delete,
      icon: listIcons.trash,
      key: 'Del',
      run: hasChildren ? ask('delete') : remove,
    },
    refusal(item, 'delete'),
  );
  if (item.occurrence_of !== null) return [deletion];
  const isSkippable =
    isRepeating(item) && item.status !== 'completed' && refusal(item, 'edit') === undefined;
  const skip = () => void actions.skip(item);

  const moving = command(
    { name: 'move', label: strings.moveTo, icon: listIcons.move, key: 'M', run: ask('move') },
    item.type === 'campaign' ? strings.campaignStays : refusal(item, 'move'),
  );

  return [
    ...statusCommands.flatMap((entry) => {
      const status = statusAfter(item.status, entry.name);
      if (status === null) return [];
      const run = () => void actions.setStatus(item, status);
      return [command({ ...entry, run }, refusal(item, 'edit'))];
    }),
    ...(isSkippable
      ? [
          command(
            { name: 'skip', label: strings.skip, icon: listIcons.skip, key: 'P', run: skip },
            undefined,
          ),
        ]
      : []),
    command(
      { name: 'edit', label: strings.edit, icon: listIcons.pencil, key: 'E', run: ask('edit') },
      refusal(item, 'edit'),
    ),
    command(
      {
        name: 'date',
        label: strings.date,
        icon: listIcons.calendar,
        key: 'D',
        run: ask('date'),
      },
      refusal(item, 'edit'),
    ),
    command(
      {
        name: 'labels',
        label: strings.setLabels,
        icon: listIcons.label,
        key: 'L',
        run: ask('labels'),
      },
      refusal(item, 'edit'),
    ),
    command(
      {
        name: 'assign',
        label: strings.assign,
        icon: listIcons.person,
        key: 'A',
        run: ask('assign'),
      },
      refusal(item, 'assign'),
    ),
    moving,
    ...(screen.commandsOf?.(item.uuid) ?? []),
    deletion,
    { ...moving, key: 'V', isKeyOnly: true },
    ...priorityKeys.map(({ key, value }) =>
      command(
        {
          name: 'priority',
          label: listMessages.fields.priority,
          icon: listIcons.priority,
          key,
          isKeyOnly: true,
          run() {
            if (value !== item.priority) void actions.edit(item, { priority: value });
          },
        },
        refusal(item, 'edit'),
      ),
    ),
  ];
}

/**
 * The keys of the commands, handled while a control of the row, or of the head of the item's page, has the
 * focus: an element with `data-control`. A key acts once, however long it is held.
 */
export function commandKeys(commands: readonly ItemMenuCommand[]) {
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target, repeat } = event;
      const key = shortcutKey(event);
      if (!(target instanceof HTMLElement) || target.dataset['control'] === undefined) return;
      if (repeat) {
        // The focus moves to the row that moves up, so a held key would go through the whole list.
        if (key === 'enter') event.preventDefault();
        return;
      }
      const pressed = key === 'delete' ? 'del' : key;
      const command = commands.find((candidate) => candidate.key.toLowerCase() === pressed);
      if (!command || command.disabledBecause !== undefined) return;
      event.preventDefault();
      command.run();
    },
  };
}
