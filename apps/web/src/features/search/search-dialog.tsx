import { lazyMessages } from '../../messages/lazy-messages.ts';
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
      title={lazyMessages.search.title}
      titleHidden
      position="top"
    >
      <SearchBox onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}
