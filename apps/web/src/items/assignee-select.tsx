import { moreMessages } from '../messages/more-messages.ts';
import { useAssignees } from '../replica/index.ts';
import { Select } from '../ui/field.tsx';

/** Picks an assignee of what is to lie in `parentUuid`: the id as text, '' for nobody. */
export function AssigneeSelect({
  label,
  parentUuid,
  value,
  onChange,
}: {
  readonly label: string;
  readonly parentUuid: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const assignees = useAssignees(parentUuid);
  return (
    <Select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: moreMessages.item.unassigned },
        ...assignees.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
