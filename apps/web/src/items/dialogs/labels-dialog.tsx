import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useItem } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Sheet } from '../../ui/layers/dialog.tsx';
import type { ItemDialogProps } from './item-dialogs.tsx';
import { LabelsEditor } from './labels-editor.tsx';

const { scheduling: strings } = lazyMessages;

/** Adds labels to an item and removes others, each at once. */
export function LabelsDialog({ seen, open, onOpenChange }: ItemDialogProps) {
  const item = useItem(seen.uuid);
  if (item === undefined) return null;
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={strings.labelsTitle(item.title)}
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          {strings.done}
        </Button>
      }
    >
      <LabelsEditor item={item} seen={seen} />
    </Sheet>
  );
}
