import type { LocalItem } from '@foray/sync';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useFamily } from '../../replica/index.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import type { ItemDialogProps } from './item-dialogs.tsx';
import { LostItems } from './lost-items.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';

const { deleteDialog: strings } = lazyMessages;

/**
 * Asks before a campaign or task with children is deleted: alone, or with exactly the items that the dialog
 * counts, so that no unseen item is deleted (decision on the hierarchy).
 */
export function DeleteDialog({
  seen,
  open,
  onOpenChange,
  onRemoved,
}: ItemDialogProps & { readonly onRemoved: (uuid: string) => void }) {
  const here = useFamily(seen.uuid);
  const [[, ...below]] = useState(here);
  const actions = useItemActions();
  if (here.length === 0) return null;

  const remove = (children: readonly LocalItem[]) => () =>
    void actions.remove(seen, children).then((isRemoved) => {
      if (isRemoved) onRemoved(seen.uuid);
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title={strings.title[seen.type]}
      body={
        <>
          <p className="line-clamp-3">{strings.text(seen.title)}</p>
          {below.length > 0 && <p className="mt-2">{strings.withChildren(below.length)}</p>}
          <LostItems
            uuid={seen.uuid}
            change={(one) => (one.uuid === seen.uuid ? { ...one, isDeleted: true } : one)}
          />
        </>
      }
      confirmLabel={below.length > 0 ? strings.onlyThis : lazyMessages.delete}
      onConfirm={remove([])}
      {...(below.length > 0 && {
        alternative: {
          label: strings.withItems(below.length),
          onConfirm: remove(below),
        },
      })}
    />
  );
}
