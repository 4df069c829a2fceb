import { priorities } from '@foray/domain';
import type { Priority } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';
import { Select } from '../../ui/controls/field.tsx';

const { item: strings } = listMessages;

/** Picks a priority; '' for none. */
export function PrioritySelect({
  value,
  onChange,
}: {
  readonly value: Priority | '';
  readonly onChange: (value: Priority | '') => void;
}) {
  return (
    <Select
      label={strings.priorityLabel}
      value={value}
      onChange={(event) => onChange(event.target.value as Priority | '')}
      options={[
        { value: '', label: strings.noPriority },
        ...priorities.map((one) => ({ value: one, label: strings.priorities[one] })),
      ]}
    />
  );
}
