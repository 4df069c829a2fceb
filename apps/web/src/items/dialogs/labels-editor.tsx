import { labelsBetween } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useItemActions } from '../actions/use-item-actions.ts';
import { FieldEditor } from '../fields/field-editor.tsx';

/** A field that adds labels to an existing item and removes others, each at once. */
export function LabelsEditor({
  item,
  seen,
  hasFocus = false,
}: {
  readonly item: LocalItem;
  /** The item as it was shown when the editor opened. */
  readonly seen: LocalItem;
  /**
   * Whether it stands in place, where it has a label and takes the focus; a dialog has a title, and moves the focus
   * itself.
   */
  readonly hasFocus?: boolean;
}) {
  const { label } = useItemActions();
  return (
    <FieldEditor
      name="labels"
      values={item}
      form={{ seen, labelHidden: !hasFocus }}
      hasFocus={hasFocus}
      onChange={({ labels = [] }) => void label(item, labelsBetween(item.labels, labels))}
    />
  );
}
