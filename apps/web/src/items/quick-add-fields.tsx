import type { KeyboardEvent, ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import { TextArea } from '../ui/field.tsx';
import { AssigneeSelect } from './assignee-select.tsx';
import { DateFields } from './date-fields.tsx';
import { quickAddFields } from './item-draft.ts';
import type { ItemDraft } from './item-draft.ts';

const { quickAdd: strings } = messages;

/** What quick-add offers for the draft's type besides the title. */
export function QuickAddFields({
  draft,
  parentUuid,
  onChange,
  onSubmit,
  submit,
}: {
  readonly draft: ItemDraft;
  /** Where the item is to lie; null for the top. */
  readonly parentUuid: string | null;
  readonly onChange: (change: Partial<ItemDraft>) => void;
  /** Enter in the description submits; with Shift it breaks the line. */
  readonly onSubmit: () => void;
  /** The button that ends the form; it stands on the line of the last fields. */
  readonly submit: ReactNode;
}) {
  const fields = quickAddFields(draft.type);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className="flex flex-col gap-3">
      {fields.description && (
        <TextArea
          label={strings.description}
          labelHidden
          placeholder={strings.descriptionPlaceholder}
          value={draft.description}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      )}
      <div className="flex flex-wrap items-end gap-3 *:flex-[1_1_8rem] md:*:flex-none md:*:min-w-44">
        <DateFields values={draft} shown={fields} labels={strings} onChange={onChange} />
        {fields.assignee && (
          <AssigneeSelect
            label={strings.assignee}
            parentUuid={parentUuid}
            value={draft.assignee}
            onChange={(assignee) => onChange({ assignee })}
          />
        )}
        <div className="flex justify-end md:ms-auto">{submit}</div>
      </div>
    </div>
  );
}
