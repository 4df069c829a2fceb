import { listMessages } from '../../messages/list-messages.ts';
import { TextField } from '../../ui/controls/field.tsx';

/** A labelled civil time, `HH:MM` or empty, by the platform's own picker. */
export function TimeField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (time: string) => void;
}) {
  return (
    <TextField
      label={listMessages.createDialog.time}
      type="time"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="appearance-none"
    />
  );
}
