import type { LocalItem } from '@foray/sync';
import { useState } from 'react';
import { plainChange } from '../fields/field-changes.ts';
import { FieldEditor } from '../fields/field-editor.tsx';
import { hasLongText } from '../fields/item-draft.ts';
import type { FormValues, FormField } from '../fields/item-draft.ts';
import type { InlineEdit } from '../list/inline-edit.ts';
import { InlineEditor } from '../list/inline-editor.tsx';

/**
 * Edits a plain field of an item in place; Escape saves as well, so that no key discards a long text or a rule.
 * A text that is too long keeps the editor open.
 */
export function InlineField({
  edit,
  seen,
  name,
  className,
}: {
  readonly edit: InlineEdit;
  readonly seen: LocalItem;
  readonly name: FormField;
  readonly className?: string | undefined;
}) {
  const [typed, setTyped] = useState<FormValues>({});
  const changes = () => {
    if (hasLongText(typed)) return undefined;
    const change = plainChange(seen, typed);
    return Object.keys(change).length === 0 ? null : change;
  };
  return (
    <InlineEditor edit={edit} changes={changes} className={className}>
      <FieldEditor
        name={name}
        values={{ ...seen, ...typed }}
        form={{ seen, labelHidden: true }}
        hasFocus
        onChange={(part) => setTyped({ ...typed, ...part })}
      />
    </InlineEditor>
  );
}
