import type { LocalItem } from '@foray/sync';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { toastError } from '../../ui/layers/toast.ts';
import { plainChange } from '../fields/field-changes.ts';
import { FieldEditor } from '../fields/field-editor.tsx';
import { hasLongText, hasWrongDate } from '../fields/item-draft.ts';
import type { FormValues, FormField } from '../fields/item-draft.ts';
import { InlineEditor } from '../list/inline-edit.tsx';
import type { InlineEdit } from '../list/inline-edit.tsx';

/**
 * Edits plain fields of an item in place; Escape saves as well, so that no key discards a long text or a date.
 * A date that no item can have is not saved, and a text that is too long keeps the editor open.
 */
export function InlineFields({
  edit,
  seen,
  names,
  className,
  children,
}: {
  readonly edit: InlineEdit;
  readonly seen: LocalItem;
  /** The fields; the first one takes the focus. */
  readonly names: readonly [FormField, ...FormField[]];
  readonly className?: string | undefined;
  /** Shown beside the fields. */
  readonly children?: ReactNode;
}) {
  const [typed, setTyped] = useState<FormValues>({});
  const changes = () => {
    if (hasLongText(typed)) return undefined;
    const change = plainChange(seen, typed);
    if (Object.keys(change).length === 0) return null;
    if (!hasWrongDate(typed)) return change;
    const name = typed.end_date == null ? 'due_date' : 'end_date';
    toastError(lazyMessages.wrongYear(listMessages.fields[name]));
    return null;
  };
  return (
    <InlineEditor edit={edit} changes={changes} className={className}>
      {names.map((name) => (
        <FieldEditor
          key={name}
          name={name}
          values={{ ...seen, ...typed }}
          form={{ seen, labelHidden: true }}
          hasFocus={name === names[0]}
          onChange={(part) => setTyped({ ...typed, ...part })}
        />
      ))}
      {children}
    </InlineEditor>
  );
}
