import { listMessages } from '../../messages/list-messages.ts';
import { useAssignees } from '../../replica/index.ts';
import { Select } from '../../ui/controls/field.tsx';
import { useDisplayName } from './person-name.ts';

/** Picks an assignee: the id as text, '' for nobody. */
export function AssigneeSelect({
  label,
  uuid,
  present = null,
  value,
  onChange,
}: {
  readonly label: string;
  /** The item, or its future parent; null for the top level. */
  readonly uuid: string | null;
  /** The present assignee of the item, who is offered even if nobody could choose them any more. */
  readonly present?: number | null | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const assignees = useAssignees(uuid);
  const name = useDisplayName(present);
  const isListed = present === null || assignees.some(({ id }) => id === present);
  return (
    <Select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: listMessages.item.unassigned },
        ...(isListed ? [] : [{ value: String(present), label: name }]),
        ...assignees.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
