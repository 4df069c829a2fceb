import { listMessages } from '../../messages/list-messages.ts';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { SearchBox } from './search-box.tsx';

/** The global search, opened by Ctrl or Cmd + K. */
export function SearchDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={listMessages.search.title}
      titleHidden
      position="top"
    >
      <SearchBox onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}
