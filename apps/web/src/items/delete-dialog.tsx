import { messages } from '../messages/messages.ts';
import { useFamily, useSession } from '../replica/index.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { ItemDialogProps } from './item-dialog-props.ts';
import { useItemActions } from './use-item-actions.ts';

const { deleteDialog: words } = messages;

/**
 * Asks before a campaign or task with children goes: it alone, or with exactly the items that the
 * dialog counts, so that nothing unseen dies (decision on the hierarchy).
 */
export function DeleteDialog({
  uuid,
  open,
  onOpenChange,
  onRemoved,
}: ItemDialogProps & { readonly onRemoved: (uuid: string) => void }) {
  const [item, ...below] = useFamily(uuid);
  const session = useSession();
  const actions = useItemActions();
  if (!item) return null;

  const ownId = session.kind === 'user' ? session.user.id : 0;
  const others = below.filter((one) => one.user_id !== ownId).length;
  const remove = (children: readonly string[]) => () =>
    void actions.remove(item, children).then((isRemoved) => {
      if (isRemoved) onRemoved(item.uuid);
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title={words.title[item.type]}
      body={
        <>
          <p className="line-clamp-3">{words.text(item.title)}</p>
          {below.length > 0 && <p className="mt-2">{words.withChildren(below.length)}</p>}
          {others > 0 && <p className="mt-2 font-strong text-ink">{words.othersLose(others)}</p>}
        </>
      }
      confirmLabel={below.length > 0 ? words.onlyThis : messages.delete}
      onConfirm={remove([])}
      {...(below.length > 0 && {
        alternative: {
          label: words.withItems(below.length),
          onConfirm: remove(below.map((one) => one.uuid)),
        },
      })}
    />
  );
}
