import type { KeyboardEvent, RefObject } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FieldEditor } from '../fields/field-editor.tsx';
import { isEmptyDraft, quickAddFields } from '../fields/item-draft.ts';
import type { FormValues, ItemFormDraft } from '../fields/item-draft.ts';
import type { PersistedDraft } from './persisted-draft.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { quickAddFields: strings } = lazyMessages;

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
  readonly onChange: (change: FormValues) => void;
  /** Enter in the description submits; with Shift it breaks the line. */
  readonly onSubmit: () => void;
}) {
  const inDescription = {
    className: 'basis-full!',
    onKeyDown(event: KeyboardEvent) {
      if (pressedKey(event) !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      onSubmit();
    },
  };
  return (
    <>
      {quickAddFields[draft.type].map((name) => (
        <div key={name} {...(name === 'description' && inDescription)}>
          <FieldEditor
            name={name}
            values={draft}
            form={{ seen: null, parentUuid, isTried, labelHidden: name === 'description' }}
            onChange={onChange}
          />
        </div>
      ))}
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
