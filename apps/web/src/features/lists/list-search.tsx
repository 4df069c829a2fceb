import { maxQueryChars } from '@foray/domain';
import { TextField } from '../../ui/field.tsx';

/** The search box of a list; the list applies it after the pause in typing. */
export function ListSearch({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={label}
      labelHidden
      placeholder={label}
      type="search"
      icon="search"
      autoComplete="off"
      maxLength={maxQueryChars}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
