import { mayWith } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { LinkedText } from '../../ui/display/linked-text.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { useInlineEdit } from '../list/inline-edit.ts';
import { InlineField } from './inline-field.tsx';

const { facts } = lazyMessages;

/** The description of an item: shown with its links, and edited in place. */
export function ItemDescription({ item }: { readonly item: LocalItem }) {
  const edit = useInlineEdit(item);
  const { seen, opener, start } = edit;
  if (seen !== null) return <InlineField edit={edit} seen={seen} name="description" />;
  const isEditable = mayWith(item, item.permission, 'edit');
  if (item.description === null) {
    if (!isEditable) return null;
    return (
      <Button
        ref={opener}
        variant="quiet"
        size="small"
        icon={listIcons.pencil}
        className="-ms-1.5 self-start"
        onClick={start}
      >
        {facts.addDescription}
      </Button>
    );
  }
  return (
    <div className="flex items-start gap-2">
      <p dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap text-ink-2">
        <LinkedText text={item.description} />
      </p>
      {isEditable && (
        <IconButton
          ref={opener}
          label={facts.editDescription}
          icon={listIcons.pencil}
          size="small"
          onClick={start}
        />
      )}
    </div>
  );
}
