import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, Sheet } from '../../ui/layers/dialog.tsx';
import { FieldEditor } from '../fields/field-editor.tsx';
import type { FormValues, ItemFormDraft } from '../fields/item-draft.ts';
import { useToday } from '../fields/today.ts';
import { Places } from './move-dialog.tsx';

const { createDialog, repeating, scheduling } = lazyMessages;

interface LayerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The button that closes a layer. */
export function Done({ onOpenChange }: LayerProps) {
  return (
    <Button variant="primary" onClick={() => onOpenChange(false)}>
      {scheduling.done}
    </Button>
  );
}

/** Sets the rule of a new item; without a date it begins today. */
export function RuleSheet({
  values,
  onChange,
  ...layer
}: LayerProps & {
  readonly values: FormValues;
  readonly onChange: (part: FormValues) => void;
}) {
  const today = useToday();
  const due_date = values.due_date ?? today;
  return (
    <Sheet {...layer} title={repeating.label} footer={<Done {...layer} />}>
      <FieldEditor
        name="repeat"
        values={{ ...values, due_date }}
        form={{ seen: null }}
        onChange={(part) => onChange({ due_date, ...part })}
      />
    </Sheet>
  );
}

/** Chooses the place of a new item. */
export function PlaceDialog({
  draft,
  parentUuid,
  onChoose,
  ...layer
}: LayerProps & {
  readonly draft: ItemFormDraft;
  readonly parentUuid: string | null;
  readonly onChoose: (parentUuid: string | null) => void;
}) {
  return (
    <Dialog {...layer} title={createDialog.place} size="medium">
      <Places type={draft.type} parentUuid={parentUuid} mayBeAt={() => true} onChoose={onChoose} />
    </Dialog>
  );
}
