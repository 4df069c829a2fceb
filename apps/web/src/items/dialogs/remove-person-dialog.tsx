import type { LocalItem } from '@foray/sync';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useFamily } from '../../replica/index.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { toast } from '../../ui/layers/toast.ts';
import { LostItems } from './lost-items.tsx';
import { useDisplayName } from '../fields/shown-names.ts';
import { fail, isOtherKept } from '../actions/use-item-actions.ts';

const { people: strings } = lazyMessages;

/**
 * Asks before a person is removed from an item and from everything below it. After an unassignment,
 * `onlyUnassign` is the second choice: removing comes first, since an assignment further down would keep
 * the person in.
 */
export function RemovePersonDialog({
  item,
  userId,
  open,
  onOpenChange,
  onRemove,
  onlyUnassign,
}: {
  readonly item: LocalItem;
  readonly userId: number;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Called once they are removed. */
  readonly onRemove?: (() => void) | undefined;
  readonly onlyUnassign?: (() => void) | undefined;
}) {
  const here = useFamily(item.uuid);
  // The item as it was when the question was asked: the person has not agreed to later assignments.
  const [[, ...below]] = useState(here);
  const name = useDisplayName(userId);
  const actions = useActions();
  const uuids = new Set([item.uuid, ...below.map(({ uuid }) => uuid)]);
  const further = below.filter(({ assigned_to }) => assigned_to === userId).length;
  const remove = async (): Promise<void> => {
    const done = await actions.removePerson(item, userId, below);
    if (isOtherKept(done)) return;
    if (!done.ok) return void fail(listMessages.itemToasts.assignFailed[item.type]);
    toast({ title: listMessages.itemToasts.personRemoved(name) });
    onRemove?.();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive={onlyUnassign === undefined}
      title={strings.removeTitle[item.type](name)}
      body={
        <>
          {onlyUnassign && further > 0 && <p>{strings.stillIn(name, further)}</p>}
          <p className="mt-2 first:mt-0">{strings.removeText}</p>
          <LostItems
            uuid={item.uuid}
            change={(one) =>
              one.assigned_to === userId && uuids.has(one.uuid)
                ? { ...one, assigned_to: null }
                : one
            }
          />
        </>
      }
      confirmLabel={strings.removeConfirm}
      onConfirm={() => void remove()}
      {...(onlyUnassign && {
        alternative: { label: strings.onlyUnassign, onConfirm: onlyUnassign },
      })}
    />
  );
}
