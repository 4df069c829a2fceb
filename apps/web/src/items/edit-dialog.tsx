import { changeBetween, maxDescriptionChars, textLength } from '@foray/domain';
import type { Priority } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { messages } from '../messages/messages.ts';
import { useItem } from '../replica/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DateField, TextArea } from '../ui/field.tsx';
import { unsavedProps } from '../ui/unsaved-text.ts';
import type { ItemDialogProps } from './item-dialog-props.ts';
import { titleState } from './item-draft.ts';
import { PrioritySelect } from './priority-select.tsx';
import { TitleField } from './title-field.tsx';
import { useItemActions } from './use-item-actions.ts';

const { item: strings, createDialog } = messages;

/** Changes the texts and dates of an item. */
export function EditDialog({ seen, open, onOpenChange }: ItemDialogProps) {
  const here = useItem(seen.uuid);
  const formId = useId();
  // Somebody who is typing keeps the text when the item goes; it can still be copied.
  if (!(here || open)) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={strings.editNamed[seen.type]}
      description={here ? undefined : <p role="alert">{strings.goneWhileEdited}</p>}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{messages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!here}>
            {messages.save}
          </Button>
        </>
      }
    >
      <EditForm id={formId} before={seen} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function EditForm({
  id,
  before,
  onDone,
}: {
  readonly id: string;
  readonly before: LocalItem;
  readonly onDone: () => void;
}) {
  const [title, setTitle] = useState(before.title);
  const [description, setDescription] = useState(before.description ?? '');
  const [due, setDue] = useState(before.due_date ?? '');
  const [end, setEnd] = useState(before.end_date ?? '');
  const [priority, setPriority] = useState<Priority | ''>(before.priority ?? '');
  const [isTried, setIsTried] = useState(false);
  const { edit } = useItemActions();
  const isTooMuch = textLength(description) > maxDescriptionChars;

  const next = {
    title: title.trim(),
    description: description.trim() === '' ? null : description,
    due_date: due === '' ? null : due,
    end_date: end === '' ? null : end,
    priority: priority === '' ? null : priority,
  };
  // Only what the person changed: the rest may meanwhile have been changed elsewhere.
  const changes = changeBetween(before, { ...before, ...next });
  const isChanged = Object.keys(changes).length > 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (titleState(title) !== 'ok' || isTooMuch) return;
    if (!isChanged) return onDone();
    void edit(before, changes).then((isSaved) => {
      if (isSaved) onDone();
    });
  };

  return (
    <form
      id={id}
      onSubmit={submit}
      noValidate
      {...unsavedProps(isChanged)}
      className="flex flex-col gap-4"
    >
      <TitleField value={title} onChange={setTitle} isTried={isTried} />
      <TextArea
        label={createDialog.description}
        rows={4}
        value={description}
        error={isTooMuch ? createDialog.descriptionTooLong : null}
        counter={{ showAbove: maxDescriptionChars - 500, max: maxDescriptionChars }}
        onChange={(event) => setDescription(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {/* Of a campaign only the end date is offered; an older due date can be cleared. */}
        {(before.type !== 'campaign' || before.due_date !== null) && (
          <DateField
            label={createDialog.due}
            value={due}
            onChange={(event) => setDue(event.target.value)}
          />
        )}
        {before.type === 'campaign' && (
          <DateField
            label={createDialog.end}
            value={end}
            onChange={(event) => setEnd(event.target.value)}
          />
        )}
        <PrioritySelect value={priority} onChange={setPriority} />
      </div>
    </form>
  );
}
