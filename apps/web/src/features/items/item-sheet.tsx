import { mayWith } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { isForActivity, leaveSheet } from '../../adapters/browser/sheet-entry.ts';
import { DetailActions } from '../../items/detail/detail-actions.tsx';
import { MissingItem } from '../../items/detail/missing-item.tsx';
import { commandKeys, useItemCommands } from '../../items/dialogs/item-commands.ts';
import { ItemDescription } from '../../items/detail/item-description.tsx';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { ItemFacts } from '../../items/detail/item-facts.tsx';
import { OrderedList } from '../../items/list/ordered-list.tsx';
import { ItemMenu } from '../../items/dialogs/item-menu.tsx';
import { EditableTitle } from '../../items/list/item-title.tsx';
import { OpenItems } from '../../items/actions/open-items.tsx';
import { PastNote } from '../../items/detail/past-note.tsx';
import { ProgressBlock } from '../../items/detail/progress-block.tsx';
import { QuickAdd } from '../../items/create/quick-add.tsx';
import { StatusButton } from '../../items/actions/status-button.tsx';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import {
  useChildren,
  useIsArriving,
  useItem,
  useOpenChildren,
  useReplica,
} from '../../replica/index.ts';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { setFocusFallback } from '../../ui/interaction/focus-return.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { PastList } from './past-list.tsx';
import { FollowedRow, lineKeys, rowOf } from './sheet-beside.tsx';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { shownTitle } from '../../items/fields/shown-names.ts';

const { item: strings } = listMessages;
const { sheet: sheetStrings } = lazyMessages;
const ActivityFeed = lazyComponent(
  () => import('../../items/activity/activity-feed.tsx'),
  (it) => it.default,
);

/**
 * An item over any open page or, on wide windows, beside it, where everything is read and edited in place.
 * Deleting the item leads to the sheet from which it was opened, else to the page.
 */
export function ItemSheet({
  uuid,
  open,
  onClose,
}: {
  readonly uuid: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const item = useItem(uuid);
  const replica = useReplica();
  const shown = useRef<string | null>(null);
  /** The item of the row from which the dialog was opened. */
  const first = useRef<string | null>(null);
  useEffect(() => {
    const from = shown.current;
    shown.current = open ? uuid : null;
    if (open) {
      // When another item is shown the dialog stays, but a focused element in it is gone.
      if (from === null) first.current = uuid;
      else if (from !== uuid && !document.activeElement?.closest('main')) {
        document.querySelector<HTMLElement>('[role=dialog] [data-autofocus]')?.focus();
      }
    } else if (from !== null) {
      // Now, not at the opening: a search or another layer that closes meanwhile would use it up.
      setFocusFallback(() => rowOf(uuid));
    }
  }, [open, uuid]);
  const onRemoved = useCallback(
    (removed: string) => {
      if (removed === uuid) leaveSheet((opener) => replica.item(opener) !== undefined);
    },
    [uuid, replica],
  );
  return (
    <ItemDialogs onRemoved={onRemoved}>
      <Dialog
        open={open}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        title={item ? shownTitle(item.title) : sheetStrings.title}
        titleHidden
        position="side"
        hasAddress
        findReturn={() => (uuid === first.current ? null : rowOf(uuid))}
      >
        {open && <FollowedRow uuid={uuid} />}
        {item ? (
          <Content key={uuid} item={item} onClose={onClose} />
        ) : (
          <Missing uuid={uuid} onClose={onClose} />
        )}
      </Dialog>
    </ItemDialogs>
  );
}

function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <IconButton
      label={messages.close}
      icon={firstIcons.close}
      className="-me-2"
      onClick={onClose}
    />
  );
}

/** An item that has not arrived yet, was deleted, or is not on this device. */
function Missing({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const isArriving = useIsArriving();
  return (
    <div className="p-5">
      <div className="flex justify-end">
        <CloseButton onClose={onClose} />
      </div>
      {isArriving ? (
        <SkeletonList label={messages.shell.loadingScreen} rows={4} />
      ) : (
        <div className="animate-fade-in [animation-delay:300ms] [animation-fill-mode:backwards]">
          <MissingItem title={strings.gone} routeId={uuid} />
        </div>
      )}
    </div>
  );
}

function Content({ item, onClose }: { readonly item: LocalItem; readonly onClose: () => void }) {
  const commands = useItemCommands(item);
  const keys = commandKeys(commands);
  return (
    <div {...lineKeys(item.uuid)} className="flex flex-col gap-4 px-5 pb-5">
      {/* Stays in view, so that a long item can be closed from any part of it. */}
      <div
        {...keys}
        className="sticky top-0 z-2 -mx-5 -mb-1 flex items-center gap-1.5 rounded-t-sheet bg-raised px-5 pt-3 text-meta text-ink-3 md:rounded-t-large"
      >
        <TypeMark type={item.type} size={14} />
        <p className="flex-1">
          <span>{lazyMessages.typeNames[item.type]}</span>
          <span aria-hidden="true"> · </span>
          <span>{strings.statusLabels[item.status]}</span>
        </p>
        <ItemMenu item={item} commands={commands} size="medium" />
        <CloseButton onClose={onClose} />
      </div>
      {/* Not a header: beside a page it would be a second banner. */}
      <div {...keys} className="flex flex-col gap-3">
        <div className="flex items-start gap-2">
          <StatusButton item={item} className="-ms-1.5" />
          <div
            tabIndex={-1}
            data-autofocus=""
            data-control="heading"
            dir="auto"
            className="min-w-0 flex-1 text-title font-strong text-pretty wrap-anywhere outline-none"
          >
            <EditableTitle item={item} className="max-w-full">
              {shownTitle(item.title)}
            </EditableTitle>
          </div>
        </div>
        <PastNote item={item} />
        <DetailActions item={item} commands={commands} isInSheet />
        <ItemFacts item={item} place="sheet" />
      </div>
      <ItemDescription item={item} />
      {item.type !== 'todo' && item.occurrence_of === null && (
        <Children item={item} type={item.type} />
      )}
      <PastList item={item} />
      <Activity item={item} />
    </div>
  );
}

const childTypes = { campaign: ['task', 'todo'], task: ['todo'] } as const;

/** The children of a campaign or task, as on its page. */
function Children({
  item,
  type,
}: {
  readonly item: LocalItem;
  readonly type: Exclude<ItemType, 'todo'>;
}) {
  const children = useChildren(item.uuid);
  const open = useOpenChildren(item.uuid);
  const label = type === 'campaign' ? lazyMessages.campaign.tabs.contents : lazyMessages.task.todos;
  return (
    <div role="group" aria-label={label}>
      <h3 className="mb-2 font-strong">{label}</h3>
      {mayWith(item, item.permission, 'addChild') && (
        <QuickAdd
          types={childTypes[type]}
          parentUuid={item.uuid}
          label={sheetStrings.quickAdd(shownTitle(item.title))}
        />
      )}
      {children.length === 0 ? (
        <p className="text-ink-3">{lazyMessages[type].empty}</p>
      ) : (
        <OpenItems uuids={children} open={open} head={<ProgressBlock uuid={item.uuid} />}>
          {(uuids, empty) => (
            <OrderedList
              parent={item}
              all={children}
              uuids={uuids}
              label={label}
              hideParent
              empty={empty}
            />
          )}
        </OpenItems>
      )}
    </div>
  );
}

/** The activity of the item, loaded when it is opened. */
function Activity({ item }: { readonly item: LocalItem }) {
  const [isAsked] = useState(isForActivity);
  const [isOpen, setIsOpen] = useState(isAsked);
  const section = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isAsked) section.current?.scrollIntoView();
  }, [isAsked]);
  return (
    <details
      ref={section}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-strong">{sheetStrings.activity}</summary>
      <div className="mt-2">
        {isOpen && (
          <Suspense fallback={<SkeletonList label={lazyMessages.activity.loading} rows={3} />}>
            <ActivityFeed item={item} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
