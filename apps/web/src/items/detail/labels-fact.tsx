import type { LocalItem } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { LabelsEditor } from '../dialogs/labels-editor.tsx';
import { LabelsText } from '../fields/labels-text.tsx';
import { useInlineEdit } from '../list/inline-edit.ts';
import { InlineEditor } from '../list/inline-editor.tsx';
import { FactButton } from './fact-button.tsx';

const { facts } = lazyMessages;

/** The labels of an item, which open a field that adds and removes single labels, each at once. */
export function LabelsFact({ item }: { readonly item: LocalItem }) {
  const edit = useInlineEdit(item);
  const { seen, opener, start } = edit;
  if (seen !== null) {
    return (
      <InlineEditor edit={edit} changes={() => null} className="flex min-w-0 flex-1">
        <LabelsEditor item={item} seen={seen} hasFocus />
      </InlineEditor>
    );
  }
  const isSet = item.labels.length > 0;
  return (
    <FactButton
      ref={opener}
      data-control="labels"
      isSet={isSet}
      icon={listIcons.label}
      hint={isSet ? facts.changeLabels : undefined}
      onClick={start}
    >
      {isSet ? <LabelsText item={item} isWhole /> : facts.addLabels}
    </FactButton>
  );
}
