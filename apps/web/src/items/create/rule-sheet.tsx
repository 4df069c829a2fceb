import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Sheet } from '../../ui/layers/dialog.tsx';
import { FieldEditor } from '../fields/field-editor.tsx';
import type { FormValues } from '../fields/item-draft.ts';
import { useToday } from '../fields/today.ts';

const { repeating, scheduling } = lazyMessages;

/** Whether a layer is open. */
export interface LayerProps {
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
