import type { KeyboardEvent, RefObject } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/field.tsx';
import { AssigneeSelect } from '../fields/assignee-select.tsx';
import { DateFields } from '../fields/date-fields.tsx';
import { isEmptyDraft, quickAddFields } from '../fields/item-draft.ts';
import type { ItemFormDraft } from '../fields/item-draft.ts';
import type { PersistedDraft } from './persisted-draft.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { quickAddFields: strings } = listMessages;

/** The fields of quick-add for the draft's type besides the title, in a line that wraps. */
export function QuickAddFields({
  draft,
  parentUuid,
  isTried,
  onChange,
  onSubmit,
}: {
  readonly draft: ItemFormDraft;
  /** The parent of the new item; null for the top level. */
  readonly parentUuid: string | null;
  /** Whether the item was sent with a date that no item can have. */
  readonly isTried: boolean;
  readonly onChange: (change: Partial<ItemFormDraft>) => void;
  /** Enter in the description submits; with Shift it breaks the line. */
  readonly onSubmit: () => void;
}) {
  const fields = quickAddFields(draft.type);
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Enter' || event.shiftKey) return;
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
      <DateFields
        values={draft}
        shown={fields}
        labels={strings}
        isTried={isTried}
        onChange={onChange}
      />
      {fields.assignee && (
        <AssigneeSelect
          label={strings.assignee}
          uuid={parentUuid}
          value={draft.assignee}
          onChange={(assignee) => onChange({ assignee })}
        />
      )}
    </>
  );
}

/** Drafts that could not be stored while the next item was typed: none is lost. */
export function UnstoredDrafts({
  kept,
  field,
}: {
  readonly kept: PersistedDraft;
  /** The field of the title. */
  readonly field: RefObject<HTMLInputElement | null>;
}) {
  const { draft, isSent, unstored } = kept;
  const edit = (one: ItemFormDraft) => {
    const others = unstored.filter((other) => other !== one);
    kept.put({ draft: one, unstored: isSent || isEmptyDraft(draft) ? others : [...others, draft] });
    field.current?.focus();
  };
  return (
    <ul aria-label={strings.notAdded} className="flex flex-col gap-1 px-3.5 pb-2">
      {unstored.map((one, place) => (
        <li key={`${place}`} className="flex items-center gap-3 text-meta text-danger-ink">
          <span className="min-w-0 flex-1 truncate">{strings.notAddedTitle(one.title)}</span>
          <Button
            size="small"
            aria-label={strings.editUnstored(one.title)}
            onClick={() => edit(one)}
          >
            {strings.edit}
          </Button>
        </li>
      ))}
    </ul>
  );
}
