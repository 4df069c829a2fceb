import type { KeyboardEvent } from 'react';
import { moreMessages } from '../messages/more-messages.ts';
import { TextArea } from '../ui/field.tsx';
import { AssigneeSelect } from './assignee-select.tsx';
import { DateFields } from './date-fields.tsx';
import { quickAddFields } from './item-draft.ts';
import type { ItemDraft } from './item-draft.ts';

const { quickAddFields: strings } = moreMessages;

/** What quick-add offers for the draft's type besides the title: parts of a line that wraps. */
export function QuickAddFields({
  draft,
  parentUuid,
  onChange,
  onSubmit,
}: {
  readonly draft: ItemDraft;
  /** Where the item is to lie; null for the top. */
  readonly parentUuid: string | null;
  readonly onChange: (change: Partial<ItemDraft>) => void;
  /** Enter in the description submits; with Shift it breaks the line. */
  readonly onSubmit: () => void;
}) {
  const fields = quickAddFields(draft.type);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <>
      {fields.description && (
        <div className="basis-full!">
          <TextArea
            label={strings.description}
            labelHidden
            placeholder={strings.descriptionPlaceholder}
            value={draft.description}
            onKeyDown={onKeyDown}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </div>
      )}
      <DateFields values={draft} shown={fields} labels={strings} onChange={onChange} />
      {fields.assignee && (
        <AssigneeSelect
          label={strings.assignee}
          parentUuid={parentUuid}
          value={draft.assignee}
          onChange={(assignee) => onChange({ assignee })}
        />
      )}
    </>
  );
}
